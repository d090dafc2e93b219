import type { Hex } from '../../lib/base/hex.ts'
import { dayMs, hourMs } from '../../lib/base/time.ts'
import type { FlowEvent } from '../../lib/order/event.ts'
import type { Order, OrderTransaction } from '../../lib/order/order.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { type OrderPart, withPart } from '../unit/order/order-fixture.ts'
import { gatewayOf, harbour, user } from './chains.ts'
import { createWaitingOrder, runTask } from './one-task.ts'
import type { World } from './world.ts'

/** An order that the service reports as over, and the world whose chains prove or disprove it. */
export interface ReportedEnd {
  readonly world: World
  readonly order: Order
}

/**
 * A swap that the service reports as refunded. Its permit nonce was used; the chains show nothing else of it.
 */
export async function createReportedEnd(
  request: QuoteRequest,
  choice: ReviewChoice = {},
  part: OrderPart = {},
): Promise<ReportedEnd> {
  const { world, order } = await createWaitingOrder(request, choice)
  const { permitNonce } = order.terms
  if (permitNonce !== null) world.chain.ledger.useNonce(request.originChainId, user, BigInt(permitNonce))
  const over = { state: 'reported_terminal', statusCode: 7, readCount: 9, transactions: [] } as const
  return { world, order: withPart({ ...order, ...over }, part) }
}

/** A signed swap whose input the gateway received. */
export async function createExtractedEnd(quoteRequest: QuoteRequest): Promise<ReportedEnd> {
  const over = await createReportedEnd(quoteRequest)
  const { originChainId, inputToken, inputAmount } = quoteRequest
  const { requestHash } = over.order.terms
  const units = BigInt(inputAmount)
  const sourceTransactionHash = over.world.chain.payAsSolver(
    originChainId,
    inputToken,
    gatewayOf(harbour),
    units,
    requestHash,
  )
  return { ...over, order: { ...over.order, sourceTransactionHash } }
}

export function createOwnTransaction(
  purpose: OrderTransaction['purpose'],
  hash: Hex,
  state: OrderTransaction['state'] = 'mined',
): OrderTransaction {
  const chainId = harbour.chainId
  const times = { sentMs: 1, minedMs: state === 'mined' ? 2 : null }
  // Two endpoints show it as mined.
  const depth = state === 'mined' ? { isDeep: true as const } : {}
  return { purpose, hash, chainId, state, accountNonce: 0, amountUnits: null, ...times, ...depth }
}

/** Verifies the order's end on the chains. `part` replaces fields of the order. */
export const verifyEnd = ({ world, order }: ReportedEnd, part: OrderPart = {}): Promise<FlowEvent> =>
  runTask(world, 'verify', withPart(order, part))

/** Moves the end into the past, so that a test does not run through each read. */
export async function ageEnd(world: World, id: string, days: number, count: number): Promise<void> {
  const order = await world.readOrder(id)
  const timeline = order.timeline.map((entry) => ({ ...entry, atMs: entry.atMs - days * dayMs }))
  const endReads = { count, atMs: world.clock.nowMs() - hourMs }
  await world.orders.write({ ...order, rev: order.rev + 1, timeline, endReads })
  await world.advanceTime(3 * hourMs)
}
