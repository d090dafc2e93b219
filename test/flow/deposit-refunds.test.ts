import { describe, expect, test } from 'vitest'
import { type Address, type Hex, isHash } from '../../lib/base/hex.ts'
import { minRefund } from '../../lib/chain/evidence.ts'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { depositRequest, nativeRequest } from '../harness/actions.ts'
import { harbour, stranger, tokenOf, user } from '../harness/chains.ts'
import { payElsewhere } from '../harness/deposits.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'
import {
  createOwnTransaction,
  createReportedEnd,
  type ReportedEnd,
  verifyEnd,
} from '../harness/reported-end.ts'
import { type OrderPart, withTerms } from '../unit/order/order-fixture.ts'

const inputUnits = BigInt(depositRequest.inputAmount)
const unknownHash: Hex = `0x${'7e'.repeat(32)}`
const dai = tokenOf(harbour, 'DAI').address

interface RefundedDeposit extends ReportedEnd {
  readonly payIn: (units: bigint, token?: string) => Hex
  readonly payBack: (units: bigint, token?: string) => Hex
  /** The transactions that Ferry read at the endpoints. */
  readonly readHashes: readonly Hex[]
}

/**
 * Makes a deposit that the service reports as refunded, on a chain whose endpoints refuse a read without a
 * hash.
 */
async function makeRefundedDeposit(quoteRequest: QuoteRequest = depositRequest): Promise<RefundedDeposit> {
  const over = await createReportedEnd(quoteRequest, payElsewhere)
  const { deposit } = over.order.terms
  if (deposit === undefined) throw new Error('no deposit')
  const { chain } = over.world
  const { payment } = chain.reader
  const read: Hex[] = []
  Object.assign(chain.reader, {
    payment: async (...call: Parameters<typeof payment>) => {
      const [, { hash }] = call
      if (!isHash(hash)) throw new Error('invalid params')
      read.push(hash)
      return payment(...call)
    },
  })
  return {
    ...over,
    readHashes: read,
    payIn: (units, token = quoteRequest.inputToken) =>
      chain.payAsSolver(harbour.chainId, token, deposit.address.toLowerCase(), units),
    payBack: (units, token = quoteRequest.inputToken) =>
      chain.payAsSolver(harbour.chainId, token, user, units),
  }
}

const provenEvent = { kind: 'proof', proof: 'verified' }
const lessEvent = { kind: 'proof', proof: 'pending', doubt: 'less' }
const observedDeposit = (units: bigint, more: Partial<NonNullable<Order['depositObserved']>> = {}) => ({
  depositObserved: { units: String(units), atMs: 1, ...more },
})

/** Expects that a refund of `units` is proven, and one unit less is not. */
async function expectLeastRefund(
  over: RefundedDeposit,
  part: OrderPart,
  units: bigint,
  token?: string,
): Promise<void> {
  const enough = over.payBack(units, token)
  expect(await verifyEnd(over, { ...part, refundTransactionHash: enough })).toMatchObject(provenEvent)
  const short = over.payBack(units - 1n, token)
  expect(await verifyEnd(over, { ...part, refundTransactionHash: short })).toMatchObject(lessEvent)
}

describe('the refund of a deposit compared with the amount paid in', () => {
  test.each([inputUnits, 2n * inputUnits, inputUnits / 3n])(
    'must match the %s units that the chain showed',
    async (units) => {
      await expectLeastRefund(await makeRefundedDeposit(), observedDeposit(units), minRefund(units))
    },
  )

  test('must match the token that arrived, also when it is another one', async () => {
    const over = await makeRefundedDeposit()
    await expectLeastRefund(over, observedDeposit(777_777n, { token: dai }), minRefund(777_777n), dai)
    const inOther = over.payBack(inputUnits)
    const event = await verifyEnd(over, {
      ...observedDeposit(5n, { token: dai }),
      refundTransactionHash: inOther,
    })
    expect(event).toEqual({ kind: 'proof', proof: 'pending', doubt: 'notShown' })
  })

  test('must match the input when the person’s own transfer is mined', async () => {
    const over = await makeRefundedDeposit()
    const transactions = [
      createOwnTransaction('send', unknownHash, 'replaced'),
      createOwnTransaction('send', unknownHash),
    ]
    await expectLeastRefund(over, { transactions }, minRefund(inputUnits))
  })

  test.each([
    ['a transfer that is not mined', [createOwnTransaction('send', unknownHash, 'sent')]],
    ['another transaction of the person', [createOwnTransaction('approve', unknownHash)]],
    [
      'another transaction of the person next to it',
      [createOwnTransaction('approve', unknownHash), createOwnTransaction('send', unknownHash, 'sent')],
    ],
    ['none', []],
  ])('is not proven by %s', async (_what, transactions) => {
    const over = await makeRefundedDeposit()
    const refundTransactionHash = over.payBack(inputUnits)
    const event = await verifyEnd(over, { transactions, refundTransactionHash })
    expect(event).toMatchObject({ ...lessEvent, evidence: { units: String(inputUnits) } })
  })

  test('must match what the named payment transferred to the address', async () => {
    const over = await makeRefundedDeposit()
    await expectLeastRefund(over, { sourceTransactionHash: over.payIn(inputUnits) }, minRefund(inputUnits))
    await expectLeastRefund(over, { sourceTransactionHash: over.payIn(1_999_999n) }, minRefund(1_999_999n))
  })

  test('must match all parts of a transaction that paid twice', async () => {
    const over = await makeRefundedDeposit()
    const { reader } = over.world.chain
    const { payment } = reader
    const sourceTransactionHash = over.payIn(inputUnits)
    Object.assign(reader, {
      payment: async (...call: Parameters<typeof payment>) => {
        const found = payment(...call)
        if (call[1].hash !== sourceTransactionHash) return found
        const parts = [inputUnits, 500_000n].map((units, at) => ({ logIndexes: [at], units }))
        return withChangedAnswer(found, (paid) => (paid === null ? null : { ...paid, parts }))
      },
    })
    await expectLeastRefund(over, { sourceTransactionHash }, minRefund(inputUnits + 500_000n))
  })
})

describe('an amount paid in that only the service reports', () => {
  const reported = observedDeposit(5n, { isReported: true })

  test.each<[string, (over: RefundedDeposit) => OrderPart]>([
    ['the reported amount', () => reported],
    ['and a payment that no chain shows', () => ({ ...reported, sourceTransactionHash: unknownHash })],
    ['a payment that no chain shows', () => ({ sourceTransactionHash: unknownHash })],
    ['a payment of nothing', (over) => ({ sourceTransactionHash: over.payIn(0n) })],
    ['a payment in another token', (over) => ({ sourceTransactionHash: over.payIn(5n, dai) })],
    ['a payment to another account', (over) => ({ sourceTransactionHash: over.payBack(5n) })],
  ])('is no measure for a refund of a few units: %s', async (_what, said) => {
    const over = await makeRefundedDeposit()
    const part = { ...said(over), refundTransactionHash: over.payBack(5n) }
    expect(await verifyEnd(over, part)).toMatchObject({ ...lessEvent, evidence: { units: '5' } })
  })

  test('does not make Ferry read a payment in a token without an address', async () => {
    const over = await makeRefundedDeposit()
    const refundTransactionHash = over.payBack(5n)
    const named = {
      ...observedDeposit(5n, { isReported: true, token: 'USDC' }),
      sourceTransactionHash: over.payIn(5n),
    }
    const { originChainId: refundChainId } = over.order.reviewed.request
    const event = await verifyEnd(over, { ...named, refundTransactionHash, refundChainId })
    expect(event).toEqual({ kind: 'proof', proof: 'pending', doubt: 'notShown' })
    expect(over.readHashes).toEqual([refundTransactionHash])
  })

  test('does not lower the amount that the chain shows', async () => {
    const over = await makeRefundedDeposit()
    await expectLeastRefund(
      over,
      { ...reported, sourceTransactionHash: over.payIn(inputUnits) },
      minRefund(inputUnits),
    )
  })
})

describe('dust that the service sends to its own deposit address', () => {
  const dust = 5n

  test.each<[string, (hash: Hex) => OrderPart]>([
    ['observed there', () => observedDeposit(dust)],
    ['named as the payment', (sourceTransactionHash) => ({ sourceTransactionHash })],
  ])('%s: the refund must match everything that arrived', async (_what, said) => {
    const over = await makeRefundedDeposit()
    const part = said(over.payIn(dust))
    await expectLeastRefund(over, part, dust)
    over.payIn(7n)
    await expectLeastRefund(over, part, minRefund(dust + 7n))
    over.payIn(inputUnits)
    await expectLeastRefund(over, part, minRefund(inputUnits + dust + 7n))
  })

  test('adds nothing to a deposit of the requested amount, nor to the person’s own transfer', async () => {
    const over = await makeRefundedDeposit()
    over.payIn(2n * inputUnits)
    await expectLeastRefund(over, observedDeposit(inputUnits), minRefund(inputUnits))
    await expectLeastRefund(
      await makeRefundedDeposit(),
      { ...observedDeposit(dust), transactions: [createOwnTransaction('send', unknownHash)] },
      minRefund(inputUnits),
    )
  })

  test('in another token proves a refund only when nothing arrived in the requested one', async () => {
    const over = await makeRefundedDeposit()
    const reportedFields = observedDeposit(dust, { isReported: true, token: dai })
    const part = { ...reportedFields, sourceTransactionHash: over.payIn(dust, dai) }
    await expectLeastRefund(over, part, dust, dai)
    over.payIn(inputUnits)
    const refundTransactionHash = over.payBack(dust, dai)
    expect(await verifyEnd(over, { ...part, refundTransactionHash })).toMatchObject(lessEvent)
  })

  test.each<[string, (over: RefundedDeposit) => RefundedDeposit]>([
    [
      'only one host shows it',
      (over) => {
        const receivedSince = async () => ({ units: dust, sources: 1 })
        Object.assign(over.world.chain.reader, { receivedSince })
        return over
      },
    ],
    ['the start block is unknown', (over) => ({ ...over, order: { ...over.order, heads: [] } })],
  ])('is not counted when %s: the refund must match the requested amount', async (_what, changed) => {
    const over = changed(await makeRefundedDeposit())
    await expectLeastRefund(over, observedDeposit(dust), minRefund(inputUnits))
    const refundTransactionHash = over.payBack(dust, dai)
    const part = { ...observedDeposit(dust, { token: dai }), refundTransactionHash }
    expect(await verifyEnd(over, part)).toMatchObject(lessEvent)
  })

  test('is not counted for the native currency, which has no events: the refund must match the requested amount', async () => {
    const quoteRequest = { ...depositRequest, ...nativeRequest }
    await expectLeastRefund(
      await makeRefundedDeposit(quoteRequest),
      observedDeposit(dust),
      minRefund(BigInt(quoteRequest.inputAmount)),
    )
  })
})

describe('the recipient of a deposit’s refund', () => {
  const to = ({ order }: RefundedDeposit, refundAddress: string | null, userAddress: Address | null) => {
    const { deposit } = order.terms
    if (deposit === undefined) throw new Error('no deposit')
    const quoteRequest = { ...order.reviewed.request, userAddress }
    return {
      ...observedDeposit(inputUnits),
      terms: withTerms(order, { deposit: { ...deposit, refundAddress } }).terms,
      reviewed: { ...order.reviewed, request: quoteRequest },
    }
  }
  const other = stranger.address.toLowerCase() as Address

  test('is the deposit’s own refund address and no other', async () => {
    const over = await makeRefundedDeposit()
    const refundTransactionHash = over.payBack(inputUnits)
    expect(await verifyEnd(over, { ...to(over, user, other), refundTransactionHash })).toMatchObject(
      provenEvent,
    )
    expect(await verifyEnd(over, { ...to(over, other, user), refundTransactionHash })).toMatchObject({
      proof: 'pending',
      doubt: 'notShown',
    })
  })

  test('is the person when the deposit has no refund address', async () => {
    const over = await makeRefundedDeposit()
    const refundTransactionHash = over.payBack(inputUnits)
    expect(await verifyEnd(over, { ...to(over, null, user), refundTransactionHash })).toMatchObject(
      provenEvent,
    )
  })

  test.each([
    ['nobody', null],
    ['an address in another format', 'GAAA'],
  ])('cannot be proven for %s', async (_what, refundAddress) => {
    const over = await makeRefundedDeposit()
    const refundTransactionHash = over.payBack(inputUnits)
    const event = await verifyEnd(over, { ...to(over, refundAddress, null), refundTransactionHash })
    expect(event).toEqual({ kind: 'proof', proof: 'unreadable' })
  })
})
