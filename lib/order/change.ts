import type { Hex } from '../base/hex.ts'
import type { Tries } from './event.ts'
import type {
  Order,
  OrderState,
  OrderTransaction,
  ServiceCall,
  TimelineEntry,
  WalletPurpose,
} from './order.ts'
import type { Transition, TransitionContext } from './transition.ts'

const attemptRing = 50

/** The order unchanged. */
export function stay(order: Order): Transition {
  return { order, ask: false }
}

/** The order with some fields changed, nothing to be asked of the wallet. */
export function change(order: Order, fields: Partial<Order>): Transition {
  return { order: { ...order, ...fields }, ask: false }
}

/** The order in another state; `dueMs` says when that state's task is to be done, null when an event has to come first. */
export function move(
  order: Order,
  state: OrderState,
  dueMs: number | null,
  fields: Partial<Order> = {},
): Transition {
  return change(order, { state, dueMs, problem: null, ...fields })
}

/** Returns the order with a new wallet request written down; the request itself follows the commit (R1). */
export function ask(
  order: Order,
  state: OrderState,
  request: {
    purpose: WalletPurpose
    accountNonce: number | null
    amountUnits: string | null
    nativeUnits?: string
    dueMs: number | null
  },
  context: TransitionContext,
): Transition {
  const { dueMs, ...rest } = request
  const walletRequest = { requestId: context.freshId, askedMs: context.nowMs, ...rest }
  return { order: { ...order, state, dueMs, problem: null, walletRequest }, ask: true }
}

/** Returns the timeline with a step added; a step that is there keeps its first time. */
export function mark(order: Order, step: TimelineEntry['step'], atMs: number): readonly TimelineEntry[] {
  if (order.timeline.some((entry) => entry.step === step)) return order.timeline
  return [...order.timeline, { step, atMs }]
}

/** Returns the attempts with the latest: of too many the oldest polls go first, so that what the order rests on stays. */
export function tried(order: Order, tries: Tries): readonly ServiceCall[] {
  const all = tries === null ? order.attempts : order.attempts.concat(tries)
  const polls = all.filter(({ endpoint }) => endpoint === 'status')
  const over = new Set(polls.slice(0, Math.max(0, all.length - attemptRing)))
  return all.filter((one) => !over.has(one)).slice(-attemptRing)
}

/** Returns the transactions with the one that the wallet answered its open request with. */
export function withSent(
  order: Order,
  purpose: OrderTransaction['purpose'],
  hash: Hex,
  { amountUnits, nativeUnits }: Pick<OrderTransaction, 'amountUnits' | 'nativeUnits'>,
  { nowMs }: TransitionContext,
): readonly OrderTransaction[] {
  const sent: OrderTransaction = {
    purpose,
    hash,
    chainId: order.reviewed.ask.originChainId,
    state: 'sent',
    accountNonce: order.walletRequest?.accountNonce ?? null,
    sentMs: nowMs,
    minedMs: null,
    amountUnits,
    ...(nativeUnits === undefined ? {} : { nativeUnits }),
  }
  return [...order.transactions, sent]
}

/** Returns the transactions with one changed. */
export function withTransaction(
  order: Order,
  hash: string,
  fields: Partial<OrderTransaction>,
): readonly OrderTransaction[] {
  return order.transactions.map((one) => (one.hash === hash ? { ...one, ...fields } : one))
}

/** Returns the order without what the chain did not show before. */
export function withoutDoubt(order: Order): Order {
  const { doubt: _doubt, ...plain } = order
  return plain
}
