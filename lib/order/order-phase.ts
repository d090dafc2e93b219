import { minuteMs, secondMs } from '../base/time.ts'
import type { Order } from './order.ts'
import { orderEnd } from './order-state.ts'

/** What a phase is read from; stored orders and the views' form of them both have it. */
export interface PhaseFacts extends Pick<Order, 'state' | 'statusCode'> {
  readonly offer: object | null
}

/** What an order is to the user now. */
export type OrderPhase =
  | 'wallet'
  | 'needsUser'
  | 'offer'
  | 'unknown'
  | 'running'
  | 'done'
  | 'failed'
  | 'refunded'
  | 'stopped'
  | 'unused'
  | 'cancelled'

/** Reads the phase off the stored state; an end counts only once the background has called it one. */
export function orderPhase(order: PhaseFacts): OrderPhase {
  if (order.offer !== null) return 'offer'
  switch (order.state) {
    case 'reported_terminal':
    case 'verified_terminal':
      return orderEnd(order.statusCode)
    case 'needs_user':
      return 'needsUser'
    case 'unknown_outcome':
      return 'unknown'
    case 'abandoned_unsigned':
      return 'stopped'
    case 'expired_unused':
      return 'unused'
    case 'cancelled_unused':
      return 'cancelled'
    case 'approve_requested':
    case 'sign_requested':
    case 'send_requested':
      return 'wallet'
    default:
      return 'running'
  }
}

/** Whether an end was seen on chain by Ferry itself, or only reported by the service. */
export function isVerified(order: Pick<Order, 'state'>): boolean {
  return order.state === 'verified_terminal' || order.state === 'cancelled_unused'
}

/** Whether the chains themselves told what became of it: how it ended, or that nothing was ever taken. */
export function isProven(order: Pick<Order, 'state'>): boolean {
  return isVerified(order) || order.state === 'expired_unused'
}

/** Whether a running order has taken clearly longer than its estimate: twice as long and a minute. */
export function isLate(
  order: PhaseFacts &
    Pick<Order, 'timeline'> & { readonly reviewed: Pick<Order['reviewed'], 'estimatedSeconds'> },
  nowMs: number,
): boolean {
  if (orderPhase(order) !== 'running') return false
  const begun = order.timeline.find(({ step }) => step === 'accepted' || step === 'sent')
  if (begun === undefined) return false
  const estimateMs = (order.reviewed.estimatedSeconds ?? 60) * secondMs
  return nowMs - begun.atMs > 2 * estimateMs + minuteMs
}
