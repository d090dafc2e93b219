import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../lib/base/hex.ts'
import { nativeAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { Order } from '../../lib/order/order.ts'
import { acrossRoute, inboxRequest, manualRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { harbour, inboxOf, island, stranger, user } from '../harness/chains.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'
import {
  createExtractedEnd,
  createOwnTransaction,
  createReportedEnd,
  type ReportedEnd,
  verifyEnd,
} from '../harness/reported-end.ts'
import { createExtractedOrder, reportPayment } from '../harness/reported-payment.ts'

const input = BigInt(signedRequest.inputAmount)
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
function payBack({ world, order }: ReportedEnd, refund: Refund = {}): Hex {
  const { chainId = harbour.chainId, receiver = user, units = input, namedBy = refunder } = refund
  const { token = order.reviewed.request.inputToken, names = order.terms.requestHash } = refund
  return world.chain.payAsSolver(chainId, token, receiver, units, names, namedBy)
}

const provenEvent = (hash: Hex, chainId = harbour.chainId) => ({
  kind: 'proof',
  proof: 'verified',
  evidence: { kind: 'refund', hash, chainId, sources: 2 },
})
/** The event of a search without result. For a signature the chain at least shows that it was used. */
const notFoundEvent = ({ order }: { readonly order: Pick<Order, 'kind'> }) => ({
  ...{ kind: 'proof', proof: 'pending' },
  ...(order.kind === 'signed' && { isSignatureUsed: true }),
})

describe('a refund whose transaction the service does not name', () => {
  test.each([
    ['a gateway', harbour.gateways[0]],
    ['an inbox', inboxOf(harbour)],
    ['a contract that pays refunds', refunder],
  ])('is found on the origin when %s names the request', async (_what, namedBy) => {
    const over = await createReportedEnd(signedRequest)
    const hash = payBack(over, { namedBy })
    expect(await verifyEnd(over)).toMatchObject(provenEvent(hash))
  })

  test('is found although the service only reports a failure', async () => {
    const { world, id } = await createExtractedOrder()
    const hash = payBack({ world, order: await world.readOrder(id) })
    expect(await reportPayment(world, id, { code: 6 })).toMatchObject({
      ...{ state: 'verified_terminal', statusCode: 7, fundsSettled: true },
      ...{ refundTransactionHash: hash, problem: { money: 'refunded' } },
    })
  })

  test('is found in the native currency of the origin', async () => {
    const over = await createReportedEnd(
      nativeRequest,
      {},
      { transactions: [createOwnTransaction('send', `0x${'5e'.repeat(32)}`)] },
    )
    const hash = payBack(over, { token: nativeAddress, units: BigInt(nativeRequest.inputAmount) })
    expect(await verifyEnd(over)).toMatchObject(provenEvent(hash))
  })

  test('is found on the destination, paid to the receiver', async () => {
    const over = await createExtractedEnd(signedRequest)
    const there = { chainId: island.chainId, token: signedRequest.outputToken, namedBy: refunderThere }
    const hash = payBack(over, there)
    expect(await verifyEnd(over)).toMatchObject(provenEvent(hash, island.chainId))
    expect(await verifyEnd(over, { refundChainId: island.chainId })).toMatchObject(
      provenEvent(hash, island.chainId),
    )
    expect(await verifyEnd(over, { refundChainId: harbour.chainId })).toEqual(notFoundEvent(over))
  })

  test('is found on one chain while the other chain does not answer', async () => {
    const over = await createExtractedEnd(signedRequest)
    const { reader } = over.world.chain
    const { findRefunds } = reader
    Object.assign(reader, {
      findRefunds: async (...[chainId, search]: Parameters<typeof findRefunds>) => {
        if (chainId === harbour.chainId) throw new Problem('rpcUnreachable')
        return findRefunds(chainId, search)
      },
    })
    const there = { chainId: island.chainId, token: signedRequest.outputToken, namedBy: refunderThere }
    expect(await verifyEnd(over)).toEqual(notFoundEvent(over))
    const hash = payBack(over, there)
    expect(await verifyEnd(over)).toMatchObject(provenEvent(hash, island.chainId))
  })

  test('is found when the service reports its transaction as the delivery', async () => {
    const over = await createExtractedEnd(signedRequest)
    const there = { chainId: island.chainId, token: signedRequest.outputToken, namedBy: refunderThere }
    const hash = payBack(over, there)
    expect(await verifyEnd(over, { destinationTransactionHash: hash })).toMatchObject(
      provenEvent(hash, island.chainId),
    )
  })

  test('is not the transaction that paid the input', async () => {
    const over = await createReportedEnd(signedRequest)
    const hash = payBack(over)
    expect(await verifyEnd(over, { sourceTransactionHash: hash })).toEqual(notFoundEvent(over))
    expect(await verifyEnd(over, { transactions: [createOwnTransaction('send', hash)] })).toEqual(
      notFoundEvent(over),
    )
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
    const over = await createReportedEnd(signedRequest)
    payBack(over, refund)
    expect(await verifyEnd(over)).toEqual(notFoundEvent(over))
  })

  test('is not a payment that is older than the order', async () => {
    const over = await createReportedEnd(signedRequest)
    payBack(over)
    const heads = [{ chainId: harbour.chainId, blockNumber: '99999999999', blockSeconds: 1 }]
    expect(await verifyEnd(over, { heads })).toEqual(notFoundEvent(over))
  })

  test('is not searched when the order has no start block', async () => {
    const over = await createReportedEnd(signedRequest)
    payBack(over)
    expect(await verifyEnd(over, { heads: [] })).toEqual(notFoundEvent(over))
  })

  test('of a manual swap must name its transaction', async () => {
    const sent: Hex = `0x${'5e'.repeat(32)}`
    const over = await createReportedEnd(manualRequest, acrossRoute, {
      transactions: [createOwnTransaction('send', sent)],
    })
    payBack(over, { names: null })
    expect(await verifyEnd(over)).toEqual(notFoundEvent(over))
    const hash = payBack(over, { names: sent })
    expect(await verifyEnd(over)).toMatchObject(provenEvent(hash))
  })

  test('is not proven when only one endpoint shows it', async () => {
    const over = await createReportedEnd(signedRequest)
    over.world.chain.sources = 1
    const hash = payBack(over)
    expect(await verifyEnd(over)).toMatchObject({ proof: 'pending', doubt: 'oneSource', evidence: { hash } })
  })

  test.each([
    ['on the same chain', {}],
    [
      'on the other chain',
      { chainId: island.chainId, token: signedRequest.outputToken, namedBy: refunderThere } as Refund,
    ],
  ])('is found behind another one that a single endpoint invents: %s', async (_what, refund) => {
    const over = await createExtractedEnd(signedRequest)
    const invented = payBack(over)
    const hash = payBack(over, refund)
    const { reader } = over.world.chain
    const { payment } = reader
    reader.payment = (chainId, wanted) =>
      withChangedAnswer(payment(chainId, wanted), (seen) => seen, wanted.hash === invented ? 1 : 2)
    expect(await verifyEnd(over)).toMatchObject(provenEvent(hash, refund.chainId))
  })

  test('settles the order and locates the money', async () => {
    const { world, id } = await createExtractedOrder()
    await reportPayment(world, id, { code: 7, refundHash: null, refundChainId: null })
    const { terms, reviewed } = await world.readOrder(id)
    const hash = world.chain.payAsSolver(
      ...([harbour.chainId, reviewed.request.inputToken, user, input, terms.requestHash, refunder] as const),
    )
    await world.advanceTime(600_000)
    expect(await world.waitForState(id, 'verified_terminal')).toMatchObject({
      ...{ statusCode: 7, refundTransactionHash: hash, refundChainId: harbour.chainId, fundsSettled: true },
      problem: { code: 'swapNotDelivered', money: 'refunded' },
    })
  })
})

test.each([5, 6, 7] as const)(
  'a refund of inbox money by a contract other than the inbox is found for each status code: %s',
  async (statusCode) => {
    const over = await createReportedEnd(
      inboxRequest,
      {},
      { statusCode, transactions: [createOwnTransaction('send', `0x${'5e'.repeat(32)}`)] },
    )
    expect(await verifyEnd(over)).toEqual(notFoundEvent(over))
    const hash = payBack(over)
    expect(await verifyEnd(over)).toMatchObject(provenEvent(hash))
  },
)
