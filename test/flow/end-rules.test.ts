import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { hourMs, secondMs } from '../../lib/base/time.ts'
import { across, depositAsk, manualAsk, signedAsk } from '../harness/actions.ts'
import { type CalledOver, calledOver, own, proofOf } from '../harness/called-over.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { type OrderPart, withTerms } from '../unit/order/order-fixture.ts'

const no = { kind: 'proof', proof: 'no' } as const
const cannot = { kind: 'proof', proof: 'cannot' } as const
const unseen = { ...no, isDepositUnseen: true } as const
const unused = { kind: 'proof', proof: 'unused' } as const
const nobody: Hex = `0x${'7e'.repeat(32)}`
const expired = { statusCode: 5 } as const

describe('a signature that the service calls over', () => {
  /** Nobody has used it, unless it says so. */
  async function signed(isUsed: boolean): Promise<CalledOver> {
    const over = await calledOver(signedAsk)
    const permitNonce = isUsed ? over.order.terms.permitNonce : '7'
    return { ...over, order: withTerms(over.order, { permitNonce }) }
  }
  const paysBack = ({ world, order }: CalledOver, units: bigint): Hex =>
    world.chain.pay(harbour.chainId, signedAsk.inputToken, user, units, order.terms.requestHash)

  test.each([true, false])('is over as its nonce says; used: %s', async (used) => {
    const over = await signed(used)
    for (const statusCode of [5, 6] as const) {
      const event = await proofOf(over, { statusCode })
      expect(event).toMatchObject({ kind: 'nonceRead', used, sources: 2 })
      expect(event).not.toHaveProperty('doubt')
    }
  })

  test('and was used is refunded as the chain shows the refund, and not before', async () => {
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

  test('and was not used has nothing to refund, whatever anybody paid', async () => {
    const over = await signed(false)
    const plain = await proofOf(over)
    expect(plain).toMatchObject({ kind: 'nonceRead', used: false })
    expect(plain).not.toHaveProperty('doubt')
    const inFull = { refundTransactionHash: paysBack(over, BigInt(signedAsk.inputAmount)) }
    expect(await proofOf(over, inFull)).toEqual({ ...plain, doubt: 'notShown' })
    const inPart = { refundTransactionHash: paysBack(over, 5n) }
    expect(await proofOf(over, inPart)).toEqual({ ...plain, doubt: 'less' })
  })

  test('is dead once the chain shows its cancellation, to two endpoints', async () => {
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

  test('is not dead by a cancellation that came to nothing', async () => {
    const cancelling = { cancelling: { sinceBlock: '1', isTooLate: true } }
    const event = await proofOf(await signed(true), { ...cancelling, ...expired })
    expect(event).toMatchObject({ kind: 'nonceRead', used: true })
  })
})

describe('a deposit that the service calls over', () => {
  const elsewhere = { routeKey: 'deposit', pay: 'elsewhere' } as const
  async function deposit(part: OrderPart = {}) {
    const over = await calledOver(depositAsk, elsewhere, { ...expired, ...part })
    const { deposit: terms } = over.order.terms
    if (terms === undefined) throw new Error('no deposit')
    const give = (units: bigint) =>
      over.world.chain.ledger.give(terms.chainId, terms.token, terms.address.toLowerCase(), units)
    /** An hour after the end of its address, and so many ms. */
    const goesLate = (ms: number) =>
      over.world.clock.jump(terms.expirySeconds * secondMs + hourMs + ms - over.world.clock.nowMs())
    return { ...over, terms, give, goesLate }
  }

  test('is paid all the same where a single unit lies on its address', async () => {
    const over = await deposit()
    over.give(1n)
    for (const ms of [-hourMs, 1_000]) {
      over.goesLate(ms)
      expect(await proofOf(over)).toEqual({ kind: 'depositSeen', units: '1' })
    }
  })

  test('and that nobody paid is over an hour after its end, by our clock and by every endpoint’s', async () => {
    const over = await deposit()
    const { chain } = over.world
    const rules: readonly (readonly [number, readonly number[], object])[] = [
      [-hourMs, [0, 0], unseen],
      [0, [0, 0], unseen],
      // The chain is past it and we are not, to the millisecond.
      [0, [1_000, 1_000], unseen],
      // We are past it and the chain is not.
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

  test('is not over on the word of one endpoint', async () => {
    const over = await deposit()
    over.world.chain.sources = 1
    expect(await proofOf(over)).toEqual(no)
    over.goesLate(2_000)
    expect(await proofOf(over)).toEqual({ ...no, doubt: 'oneSource' })
  })

  test('is not looked for at its address once its money has left', async () => {
    const over = await deposit({ transactions: [own('send', nobody)] })
    over.give(5n)
    over.goesLate(2_000)
    expect(await proofOf(over)).toEqual(no)
  })

  test('on a chain that is not read can be told by nobody, once it is too late', async () => {
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

test('a manual swap that is called over proves nothing by itself', async () => {
  const over = await calledOver(manualAsk, across, { ...expired, transactions: [own('send', nobody)] })
  Object.assign(over.world.chain.reader, {
    mentions: async () => ({ hashes: [nobody, `0x${'70'.repeat(32)}`], sources: 2 }),
  })
  expect(await proofOf(over)).toEqual(no)
})

describe('a delivery', () => {
  const done = { statusCode: 4 } as const
  test('is shown by the payment that the service names, to the recipient', async () => {
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

  test('cannot be shown on a chain that is not in the file, named or not', async () => {
    const over = await calledOver(manualAsk, across, done)
    const { reviewed } = over.order
    const far = { reviewed: { ...reviewed, request: { ...reviewed.request, destinationChainId: 777 } } }
    for (const destinationTransactionHash of [null, nobody])
      expect(await proofOf(over, { ...far, destinationTransactionHash })).toEqual(cannot)
  })
})
