import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../lib/base/hex.ts'
import { nativeAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { Order } from '../../lib/order/order.ts'
import {
  across,
  inboxAsk,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  untilState,
} from '../harness/actions.ts'
import { type CalledOver, calledOver, own, proofOf, takenBy } from '../harness/reported-end.ts'
import { harbour, inboxOf, island, stranger, user } from '../harness/chains.ts'
import { claims, extracted } from '../harness/reported-payment.ts'
import { resaid } from '../harness/proof-reads.ts'

const input = BigInt(signedAsk.inputAmount)
const [refunder] = harbour.evidenceContracts ?? []
const [refunderThere] = island.evidenceContracts ?? []
const otherRequest: Hex = `0x${'99'.repeat(32)}`

interface Refund {
  readonly chainId?: number
  readonly token?: string
  readonly receiver?: Address
  readonly units?: bigint
  readonly names?: Hex | null
  readonly namedBy?: Address | undefined
}

/**
 * Pays the input back to the account on the origin, in a transaction in which the refund contract names the
 * request.
 */
function paysBack({ world, order }: CalledOver, refund: Refund = {}): Hex {
  const { chainId = harbour.chainId, receiver = user, units = input, namedBy = refunder } = refund
  const { token = order.reviewed.request.inputToken, names = order.terms.requestHash } = refund
  return world.chain.pay(chainId, token, receiver, units, names, namedBy)
}

const proven = (hash: Hex, chainId = harbour.chainId) => ({
  kind: 'proof',
  proof: 'yes',
  evidence: { kind: 'refund', hash, chainId, sources: 2 },
})
/** The event of a search without result. For a signature the chain at least shows that it was used. */
const notFound = ({ order }: { readonly order: Pick<Order, 'kind'> }) => ({
  ...{ kind: 'proof', proof: 'no' },
  ...(order.kind === 'signed' && { isSignatureUsed: true }),
})

describe('a refund whose transaction the service does not name', () => {
  test.each([
    ['a gateway', harbour.gateways[0]],
    ['an inbox', inboxOf(harbour)],
    ['a contract that pays refunds', refunder],
  ])('is found on the origin when %s names the request', async (_what, namedBy) => {
    const over = await calledOver(signedAsk)
    const hash = paysBack(over, { namedBy })
    expect(await proofOf(over)).toMatchObject(proven(hash))
  })

  test('is found in the native currency of the origin', async () => {
    const over = await calledOver(nativeAsk, {}, { transactions: [own('send', `0x${'5e'.repeat(32)}`)] })
    const hash = paysBack(over, { token: nativeAddress, units: BigInt(nativeAsk.inputAmount) })
    expect(await proofOf(over)).toMatchObject(proven(hash))
  })

  test('is found on the destination, paid to the receiver', async () => {
    const over = await takenBy(signedAsk)
    const there = { chainId: island.chainId, token: signedAsk.outputToken, namedBy: refunderThere }
    const hash = paysBack(over, there)
    expect(await proofOf(over)).toMatchObject(proven(hash, island.chainId))
    expect(await proofOf(over, { refundChainId: island.chainId })).toMatchObject(proven(hash, island.chainId))
    expect(await proofOf(over, { refundChainId: harbour.chainId })).toEqual(notFound(over))
  })

  test('is found on one chain while the other chain does not answer', async () => {
    const over = await takenBy(signedAsk)
    const { reader } = over.world.chain
    const { findRefunds } = reader
    Object.assign(reader, {
      findRefunds: async (...[chainId, search]: Parameters<typeof findRefunds>) => {
        if (chainId === harbour.chainId) throw new Problem('rpcUnreachable')
        return findRefunds(chainId, search)
      },
    })
    const there = { chainId: island.chainId, token: signedAsk.outputToken, namedBy: refunderThere }
    expect(await proofOf(over)).toEqual(notFound(over))
    const hash = paysBack(over, there)
    expect(await proofOf(over)).toMatchObject(proven(hash, island.chainId))
  })

  test('is found when the service reports its transaction as the delivery', async () => {
    const over = await takenBy(signedAsk)
    const there = { chainId: island.chainId, token: signedAsk.outputToken, namedBy: refunderThere }
    const hash = paysBack(over, there)
    expect(await proofOf(over, { destinationTransactionHash: hash })).toMatchObject(
      proven(hash, island.chainId),
    )
  })

  test('is not the transaction that paid the input', async () => {
    const over = await calledOver(signedAsk)
    const hash = paysBack(over)
    expect(await proofOf(over, { sourceTransactionHash: hash })).toEqual(notFound(over))
    expect(await proofOf(over, { transactions: [own('send', hash)] })).toEqual(notFound(over))
  })

  test.each<[string, Refund]>([
    ['that no contract names', { names: null }],
    [
      'that a contract outside of the deployment names',
      { namedBy: stranger.address.toLowerCase() as Address },
    ],
    ['that is of another request', { names: otherRequest }],
    ['that is paid to another account', { receiver: stranger.address.toLowerCase() as Address }],
    ['of less than the input', { units: input / 2n }],
  ])('is not a payment %s', async (_what, refund) => {
    const over = await calledOver(signedAsk)
    paysBack(over, refund)
    expect(await proofOf(over)).toEqual(notFound(over))
  })

  test('is not a payment that is older than the order', async () => {
    const over = await calledOver(signedAsk)
    paysBack(over)
    const heads = [{ chainId: harbour.chainId, blockNumber: '99999999999', blockSeconds: 1 }]
    expect(await proofOf(over, { heads })).toEqual(notFound(over))
  })

  test('is not searched when the order has no start block', async () => {
    const over = await calledOver(signedAsk)
    paysBack(over)
    expect(await proofOf(over, { heads: [] })).toEqual(notFound(over))
  })

  test('of a manual swap must name its transaction', async () => {
    const sent: Hex = `0x${'5e'.repeat(32)}`
    const over = await calledOver(manualAsk, across, { transactions: [own('send', sent)] })
    paysBack(over, { names: null })
    expect(await proofOf(over)).toEqual(notFound(over))
    const hash = paysBack(over, { names: sent })
    expect(await proofOf(over)).toMatchObject(proven(hash))
  })

  test('is not proven when only one endpoint shows it', async () => {
    const over = await calledOver(signedAsk)
    over.world.chain.sources = 1
    const hash = paysBack(over)
    expect(await proofOf(over)).toMatchObject({ proof: 'no', doubt: 'oneSource', evidence: { hash } })
  })

  test.each([
    ['on the same chain', {}],
    [
      'on the other chain',
      { chainId: island.chainId, token: signedAsk.outputToken, namedBy: refunderThere } as Refund,
    ],
  ])('is found behind another one that a single endpoint invents: %s', async (_what, refund) => {
    const over = await takenBy(signedAsk)
    const invented = paysBack(over)
    const hash = paysBack(over, refund)
    const { reader } = over.world.chain
    const { payment } = reader
    reader.payment = (chainId, wish) =>
      resaid(payment(chainId, wish), (seen) => seen, wish.hash === invented ? 1 : 2)
    expect(await proofOf(over)).toMatchObject(proven(hash, refund.chainId))
  })

  test('settles the order and locates the money', async () => {
    const { world, id } = await extracted()
    await claims(world, id, { code: 7, refundHash: null, refundChainId: null })
    const { terms, reviewed } = await orderAt(world, id)
    const hash = world.chain.pay(
      ...([harbour.chainId, reviewed.request.inputToken, user, input, terms.requestHash, refunder] as const),
    )
    await pass(world, 600_000)
    expect(await untilState(world, id, 'verified_terminal')).toMatchObject({
      ...{ statusCode: 7, refundTransactionHash: hash, refundChainId: harbour.chainId, fundsSettled: true },
      problem: { code: 'swapRefunded', money: 'refunded' },
    })
  })
})

describe('a refund of inbox money by a contract other than the inbox', () => {
  test.each([5, 6, 7] as const)('is found for each status code: %s', async (statusCode) => {
    const over = await calledOver(
      inboxAsk,
      {},
      { statusCode, transactions: [own('send', `0x${'5e'.repeat(32)}`)] },
    )
    expect(await proofOf(over)).toEqual(notFound(over))
    const hash = paysBack(over)
    expect(await proofOf(over)).toMatchObject(proven(hash))
  })
})
