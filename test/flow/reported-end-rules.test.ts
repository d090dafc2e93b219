import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { hourMs, secondMs } from '../../lib/base/time.ts'
import { across, depositAsk, manualAsk, signedAsk } from '../harness/actions.ts'
import { type CalledOver, calledOver, own, proofOf } from '../harness/reported-end.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { type OrderPart, withTerms } from '../unit/order/order-fixture.ts'

const no = { kind: 'proof', proof: 'no' } as const
const cannot = { kind: 'proof', proof: 'cannot' } as const
const unseen = { ...no, isDepositUnseen: true } as const
const unused = { kind: 'proof', proof: 'unused' } as const
const nobody: Hex = `0x${'7e'.repeat(32)}`
const expired = { statusCode: 5 } as const

describe('a signature whose order the service reports as ended', () => {
  /** Another nonce than the ledger's, so that the signature is unused, unless `isUsed` is true. */
  async function signed(isUsed: boolean): Promise<CalledOver> {
    const over = await calledOver(signedAsk)
    const permitNonce = isUsed ? over.order.terms.permitNonce : '7'
    return { ...over, order: withTerms(over.order, { permitNonce }) }
  }
  const paysBack = ({ world, order }: CalledOver, units: bigint): Hex =>
    world.chain.pay(harbour.chainId, signedAsk.inputToken, user, units, order.terms.requestHash)

  test.each([true, false])('ends by its nonce; used: %s', async (used) => {
    const over = await signed(used)
    for (const statusCode of [5, 6] as const) {
      const event = await proofOf(over, { statusCode })
      expect(event).toMatchObject({ kind: 'nonceRead', used, sources: 2 })
      expect(event).not.toHaveProperty('doubt')
    }
  })

  test('is refunded when used, but only once the chain shows the refund', async () => {
    const over = await signed(true)
    expect(await proofOf(over)).toEqual({ ...no, isSignatureUsed: true })
    const unseen = await proofOf(over, { refundTransactionHash: nobody })
    expect(unseen).toEqual({ ...no, doubt: 'notShown', isSignatureUsed: true })
    const refundTransactionHash = paysBack(over, BigInt(signedAsk.inputAmount))
    for (const statusCode of [5, 7] as const) {
      const event = await proofOf(over, { statusCode, refundTransactionHash })
      expect(event).toMatchObject({ kind: 'proof', proof: 'yes' })
    }
  })

  test('gets no refund when unused, whatever payment the service names', async () => {
    const over = await signed(false)
    const plain = await proofOf(over)
    expect(plain).toMatchObject({ kind: 'nonceRead', used: false })
    expect(plain).not.toHaveProperty('doubt')
    const inFull = { refundTransactionHash: paysBack(over, BigInt(signedAsk.inputAmount)) }
    expect(await proofOf(over, inFull)).toEqual({ ...plain, doubt: 'notShown' })
    const inPart = { refundTransactionHash: paysBack(over, 5n) }
    expect(await proofOf(over, inPart)).toEqual({ ...plain, doubt: 'less' })
  })

  test('is unused once two endpoints show its cancellation', async () => {
    const over = await signed(false)
    const { ledger } = over.world.chain
    ledger.invalidate(harbour.chainId, user, 7n, nobody)
    const cancelling = { cancelling: { sinceBlock: '1', isTooLate: false } }
    for (const statusCode of [5, 6, 7] as const)
      expect(await proofOf(over, { ...cancelling, statusCode })).toEqual(unused)
    over.world.chain.sources = 1
    expect(await proofOf(over, { ...cancelling, ...expired })).toEqual({ ...no, doubt: 'oneSource' })
    expect(await proofOf(over, expired)).toMatchObject({ kind: 'nonceRead', used: true })
  })

  test('stays used when the cancellation came too late', async () => {
    const cancelling = { cancelling: { sinceBlock: '1', isTooLate: true } }
    const event = await proofOf(await signed(true), { ...cancelling, ...expired })
    expect(event).toMatchObject({ kind: 'nonceRead', used: true })
  })
})

describe('a deposit whose order the service reports as ended', () => {
  const elsewhere = { routeKey: 'deposit', pay: 'elsewhere' } as const
  async function deposit(part: OrderPart = {}) {
    const over = await calledOver(depositAsk, elsewhere, { ...expired, ...part })
    const { deposit: terms } = over.order.terms
    if (terms === undefined) throw new Error('no deposit')
    const give = (units: bigint) =>
      over.world.chain.ledger.give(terms.chainId, terms.token, terms.address.toLowerCase(), units)
    /** Sets the clock to `ms` after the hour that follows the end of the deposit address. */
    const goesLate = (ms: number) =>
      over.world.clock.jump(terms.expirySeconds * secondMs + hourMs + ms - over.world.clock.nowMs())
    return { ...over, terms, give, goesLate }
  }

  test('counts as paid when a single unit is on its address', async () => {
    const over = await deposit()
    over.give(1n)
    for (const ms of [-hourMs, 1_000]) {
      over.goesLate(ms)
      expect(await proofOf(over)).toEqual({ kind: 'depositSeen', units: '1' })
    }
  })

  test('ends as unpaid an hour after its expiry by Ferry’s clock and by each endpoint’s clock', async () => {
    const over = await deposit()
    const { chain } = over.world
    const rules: readonly (readonly [number, readonly number[], object])[] = [
      [-hourMs, [0, 0], unseen],
      [0, [0, 0], unseen],
      // The chain is past the hour. Ferry's clock is exactly at it, not past it.
      [0, [1_000, 1_000], unseen],
      // Ferry's clock is past the hour, and the chain is not.
      [1, [0, 0], unseen],
      [1, [0, 1_000], unseen],
      [1, [1_000, 0], unseen],
      [1, [1_000, 1_000], unused],
      [1_000, [0, 0], unused],
    ]
    for (const [ms, endpointsAheadMs, wanted] of rules) {
      over.goesLate(ms)
      Object.assign(chain, { endpointsAheadMs })
      expect([ms, endpointsAheadMs, await proofOf(over)]).toEqual([ms, endpointsAheadMs, wanted])
    }
  })

  test('does not end on the claim of one endpoint', async () => {
    const over = await deposit()
    over.world.chain.sources = 1
    expect(await proofOf(over)).toEqual(no)
    over.goesLate(2_000)
    expect(await proofOf(over)).toEqual({ ...no, doubt: 'oneSource' })
  })

  test('is not read at its address once the person’s money left', async () => {
    const over = await deposit({ transactions: [own('send', nobody)] })
    over.give(5n)
    over.goesLate(2_000)
    expect(await proofOf(over)).toEqual(no)
  })

  test('cannot be proven on a chain that Ferry does not read, once the hour is over', async () => {
    const over = await deposit()
    const { reviewed } = over.order
    const far = {
      terms: withTerms(over.order, { deposit: { ...over.terms, chainId: 777 } }).terms,
      reviewed: { ...reviewed, request: { ...reviewed.request, originChainId: 777 } },
    }
    over.goesLate(0)
    expect(await proofOf(over, far)).toEqual(no)
    over.goesLate(1)
    expect(await proofOf(over, far)).toEqual(cannot)
  })
})

test('leaves a manual swap open that the service reports as ended', async () => {
  const over = await calledOver(manualAsk, across, { ...expired, transactions: [own('send', nobody)] })
  Object.assign(over.world.chain.reader, {
    mentions: async () => ({ hashes: [nobody, `0x${'70'.repeat(32)}`], sources: 2 }),
  })
  expect(await proofOf(over)).toEqual(no)
})

describe('a delivery', () => {
  const done = { statusCode: 4 } as const
  test('is proven by the named payment to the recipient', async () => {
    const over = await calledOver(manualAsk, across, { ...done, transactions: [own('send', nobody)] })
    const { minAmountOut } = over.order.terms
    expect(await proofOf(over)).toEqual(no)
    const { outputToken } = manualAsk
    const hash = over.world.chain.pay(island.chainId, outputToken, user, BigInt(minAmountOut))
    expect(await proofOf(over, { destinationTransactionHash: hash })).toMatchObject({
      kind: 'proof',
      proof: 'yes',
      evidence: { kind: 'delivery', chainId: island.chainId, hash, units: minAmountOut },
    })
  })

  test('cannot be proven on a chain that is not in the deployment file, with or without a hash', async () => {
    const over = await calledOver(manualAsk, across, done)
    const { reviewed } = over.order
    const far = { reviewed: { ...reviewed, request: { ...reviewed.request, destinationChainId: 777 } } }
    for (const destinationTransactionHash of [null, nobody])
      expect(await proofOf(over, { ...far, destinationTransactionHash })).toEqual(cannot)
  })
})
