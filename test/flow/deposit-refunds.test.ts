import { describe, expect, test } from 'vitest'
import { type Address, type Hex, isHash } from '../../lib/base/hex.ts'
import { leastRefund } from '../../lib/chain/evidence.ts'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { depositAsk, nativeAsk } from '../harness/actions.ts'
import { type CalledOver, calledOver, own, proofOf } from '../harness/reported-end.ts'
import { harbour, stranger, tokenOf, user } from '../harness/chains.ts'
import { resaid } from '../harness/proof-reads.ts'
import { type OrderPart, withTerms } from '../unit/order/order-fixture.ts'

const elsewhere = { routeKey: 'deposit', pay: 'elsewhere' } as const
const asked = BigInt(depositAsk.inputAmount)
const nobody: Hex = `0x${'7e'.repeat(32)}`
const dai = tokenOf(harbour, 'DAI').address

interface PaidIn extends CalledOver {
  readonly pays: (units: bigint, token?: string) => Hex
  readonly returns: (units: bigint, token?: string) => Hex
  /** The transactions that Ferry read at the endpoints. */
  readonly read: readonly Hex[]
}

/**
 * Makes a deposit that the service reports as refunded, on a chain whose endpoints refuse a read without a
 * hash.
 */
async function paidIn(ask: QuoteRequest = depositAsk): Promise<PaidIn> {
  const over = await calledOver(ask, elsewhere)
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
    read,
    pays: (units, token = ask.inputToken) =>
      chain.pay(harbour.chainId, token, deposit.address.toLowerCase(), units),
    returns: (units, token = ask.inputToken) => chain.pay(harbour.chainId, token, user, units),
  }
}

const proven = { kind: 'proof', proof: 'yes' }
const less = { kind: 'proof', proof: 'no', doubt: 'less' }
const seen = (units: bigint, more: Partial<NonNullable<Order['depositSeen']>> = {}) => ({
  depositSeen: { units: String(units), atMs: 1, ...more },
})

/** Expects that a refund of `units` is proven, and one unit less is not. */
async function needs(over: PaidIn, part: OrderPart, units: bigint, token?: string): Promise<void> {
  const enough = over.returns(units, token)
  expect(await proofOf(over, { ...part, refundTransactionHash: enough })).toMatchObject(proven)
  const short = over.returns(units - 1n, token)
  expect(await proofOf(over, { ...part, refundTransactionHash: short })).toMatchObject(less)
}

describe('the refund of a deposit compared with the amount paid in', () => {
  test.each([asked, 2n * asked, asked / 3n])(
    'must match the %s units that the chain showed',
    async (units) => {
      await needs(await paidIn(), seen(units), leastRefund(units))
    },
  )

  test('must match the token that arrived, also when it is another one', async () => {
    const over = await paidIn()
    await needs(over, seen(777_777n, { token: dai }), leastRefund(777_777n), dai)
    const inOther = over.returns(asked)
    const event = await proofOf(over, { ...seen(5n, { token: dai }), refundTransactionHash: inOther })
    expect(event).toEqual({ kind: 'proof', proof: 'no', doubt: 'notShown' })
  })

  test('must match the input when the person’s own transfer is mined', async () => {
    const over = await paidIn()
    const transactions = [own('send', nobody, 'replaced'), own('send', nobody)]
    await needs(over, { transactions }, leastRefund(asked))
  })

  test.each([
    ['a transfer that is not mined', [own('send', nobody, 'sent')]],
    ['another transaction of the person', [own('approve', nobody)]],
    ['another transaction of the person next to it', [own('approve', nobody), own('send', nobody, 'sent')]],
    ['none', []],
  ])('is not proven by %s', async (_what, transactions) => {
    const over = await paidIn()
    const refundTransactionHash = over.returns(asked)
    const event = await proofOf(over, { transactions, refundTransactionHash })
    expect(event).toMatchObject({ ...less, evidence: { units: String(asked) } })
  })

  test('must match what the named payment transferred to the address', async () => {
    const over = await paidIn()
    await needs(over, { sourceTransactionHash: over.pays(asked) }, leastRefund(asked))
    await needs(over, { sourceTransactionHash: over.pays(1_999_999n) }, leastRefund(1_999_999n))
  })

  test('must match all parts of a transaction that paid twice', async () => {
    const over = await paidIn()
    const { reader } = over.world.chain
    const { payment } = reader
    const sourceTransactionHash = over.pays(asked)
    Object.assign(reader, {
      payment: async (...call: Parameters<typeof payment>) => {
        const found = payment(...call)
        if (call[1].hash !== sourceTransactionHash) return found
        const parts = [asked, 500_000n].map((units, at) => ({ logIndexes: [at], units }))
        return resaid(found, (paid) => (paid === null ? null : { ...paid, parts }))
      },
    })
    await needs(over, { sourceTransactionHash }, leastRefund(asked + 500_000n))
  })
})

describe('an amount paid in that only the service reports', () => {
  const reported = seen(5n, { isReported: true })

  test.each<[string, (over: PaidIn) => OrderPart]>([
    ['the reported amount', () => reported],
    ['and a payment that no chain shows', () => ({ ...reported, sourceTransactionHash: nobody })],
    ['a payment that no chain shows', () => ({ sourceTransactionHash: nobody })],
    ['a payment of nothing', (over) => ({ sourceTransactionHash: over.pays(0n) })],
    ['a payment in another token', (over) => ({ sourceTransactionHash: over.pays(5n, dai) })],
    ['a payment to another account', (over) => ({ sourceTransactionHash: over.returns(5n) })],
  ])('is no measure for a refund of a few units: %s', async (_what, said) => {
    const over = await paidIn()
    const part = { ...said(over), refundTransactionHash: over.returns(5n) }
    expect(await proofOf(over, part)).toMatchObject({ ...less, evidence: { units: '5' } })
  })

  test('does not make Ferry read a payment in a token without an address', async () => {
    const over = await paidIn()
    const refundTransactionHash = over.returns(5n)
    const named = { ...seen(5n, { isReported: true, token: 'USDC' }), sourceTransactionHash: over.pays(5n) }
    const { originChainId: refundChainId } = over.order.reviewed.request
    const event = await proofOf(over, { ...named, refundTransactionHash, refundChainId })
    expect(event).toEqual({ kind: 'proof', proof: 'no', doubt: 'notShown' })
    expect(over.read).toEqual([refundTransactionHash])
  })

  test('does not lower the amount that the chain shows', async () => {
    const over = await paidIn()
    await needs(over, { ...reported, sourceTransactionHash: over.pays(asked) }, leastRefund(asked))
  })
})

describe('dust that the service sends to its own deposit address', () => {
  const dust = 5n

  test.each<[string, (hash: Hex) => OrderPart]>([
    ['observed there', () => seen(dust)],
    ['named as the payment', (sourceTransactionHash) => ({ sourceTransactionHash })],
  ])('%s: the refund must match everything that arrived', async (_what, said) => {
    const over = await paidIn()
    const part = said(over.pays(dust))
    await needs(over, part, dust)
    over.pays(7n)
    await needs(over, part, leastRefund(dust + 7n))
    over.pays(asked)
    await needs(over, part, leastRefund(asked + dust + 7n))
  })

  test('adds nothing to a deposit of the requested amount, nor to the person’s own transfer', async () => {
    const over = await paidIn()
    over.pays(2n * asked)
    await needs(over, seen(asked), leastRefund(asked))
    await needs(await paidIn(), { ...seen(dust), transactions: [own('send', nobody)] }, leastRefund(asked))
  })

  test('in another token proves a refund only when nothing arrived in the requested one', async () => {
    const over = await paidIn()
    const told = seen(dust, { isReported: true, token: dai })
    const part = { ...told, sourceTransactionHash: over.pays(dust, dai) }
    await needs(over, part, dust, dai)
    over.pays(asked)
    const refundTransactionHash = over.returns(dust, dai)
    expect(await proofOf(over, { ...part, refundTransactionHash })).toMatchObject(less)
  })

  test.each<[string, (over: PaidIn) => PaidIn]>([
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
    const over = changed(await paidIn())
    await needs(over, seen(dust), leastRefund(asked))
    const refundTransactionHash = over.returns(dust, dai)
    const part = { ...seen(dust, { token: dai }), refundTransactionHash }
    expect(await proofOf(over, part)).toMatchObject(less)
  })

  test('is not counted for the native currency, which has no events: the refund must match the requested amount', async () => {
    const ask = { ...depositAsk, ...nativeAsk }
    await needs(await paidIn(ask), seen(dust), leastRefund(BigInt(ask.inputAmount)))
  })
})

describe('the recipient of a deposit’s refund', () => {
  const to = ({ order }: PaidIn, refundAddress: string | null, userAddress: Address | null) => {
    const { deposit } = order.terms
    if (deposit === undefined) throw new Error('no deposit')
    const ask = { ...order.reviewed.request, userAddress }
    return {
      ...seen(asked),
      terms: withTerms(order, { deposit: { ...deposit, refundAddress } }).terms,
      reviewed: { ...order.reviewed, request: ask },
    }
  }
  const other = stranger.address.toLowerCase() as Address

  test('is the deposit’s own refund address and no other', async () => {
    const over = await paidIn()
    const refundTransactionHash = over.returns(asked)
    expect(await proofOf(over, { ...to(over, user, other), refundTransactionHash })).toMatchObject(proven)
    expect(await proofOf(over, { ...to(over, other, user), refundTransactionHash })).toMatchObject({
      proof: 'no',
      doubt: 'notShown',
    })
  })

  test('is the person when the deposit has no refund address', async () => {
    const over = await paidIn()
    const refundTransactionHash = over.returns(asked)
    expect(await proofOf(over, { ...to(over, null, user), refundTransactionHash })).toMatchObject(proven)
  })

  test.each([
    ['nobody', null],
    ['an address in another format', 'GAAA'],
  ])('cannot be proven for %s', async (_what, refundAddress) => {
    const over = await paidIn()
    const refundTransactionHash = over.returns(asked)
    const event = await proofOf(over, { ...to(over, refundAddress, null), refundTransactionHash })
    expect(event).toEqual({ kind: 'proof', proof: 'cannot' })
  })
})
