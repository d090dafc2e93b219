import { isSuccess, type StatusCode } from '../service/status-codes.ts'
import type { Order, OrderState } from './order.ts'

/** The `state` of the page API for an order; proposals that are no orders yet have words of their own. */
export type PageState =
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'awaitingWallet'
  | 'submitted'
  | 'pending'
  | 'done'
  | 'failed'
  | 'refunded'
  | 'unknown'

/** What a state is called, everywhere it is called something. */
export interface OrderStateWords {
  /** Key in `_locales` of its word on screen. */
  readonly wordKey: StateWordKey
  readonly pageState: PageState
  /** Its value in the CSV of the history. */
  readonly csv: string
  /** Counted on the badge and followed. */
  readonly isRunning: boolean
  /** The swap has an end, whether the service reported it or the chain proved it. */
  readonly isOver: boolean
}

export type OrderEnd = 'done' | 'failed' | 'refunded'

type EndState = 'reported_terminal' | 'verified_terminal'

/** A key that views look up as it is: one without a text in `_locales` does not compile there. */
export type StateWordKey =
  | `state_${Exclude<OrderState, EndState>}`
  | `state_${'reported' | 'verified'}_${OrderEnd}`

function running(wordKey: StateWordKey, pageState: PageState, csv: string): OrderStateWords {
  return { wordKey, pageState, csv, isRunning: true, isOver: false }
}

function over(wordKey: StateWordKey, pageState: PageState, csv: string): OrderStateWords {
  return { wordKey, pageState, csv, isRunning: false, isOver: true }
}

/**
 * Every state of an order but its two ends, which need the status code as well.
 *
 * ```
 *       (a deposit from elsewhere: deposit_awaited, where its money is seen -> pending)
 *
 *                        confirmed ------------------------------.
 *                            |  allowance too small               | native, deposit, calls as one
 *                            v                                    v
 *   .---- approve_requested -> approve_sent -> approved --> send_requested   (inbox, manual)
 *   |            ^   (once more after resetApproval)  |           |  hash
 *   |            '--------------------------'         v           v
 *   |   enough allowance: from confirmed ----> sign_requested    sent
 *   |                                                 |  valid    |  seen by the service
 *   |  rejected, gone, lapsed                         v           |
 *   |                                              signed         |
 *   |                                                 |           |
 *   v                                                 v           |
 *  abandoned_unsigned                             submitting      |
 *                                                     |  2xx      |
 *                                                     v           v
 *                                                 submitted --> pending   (codes 0, 1, 2)
 *                                                                 |  codes 3 to 7
 *                                                                 v
 *                                                        reported_terminal
 *                                                                 |  chain proof
 *                                                                 v
 *                                                        verified_terminal
 *
 *  needs_user          beside every state that waits for a wallet: rejected, silent or a worse offer; the person goes on
 *  unknown_outcome     beside send_requested, sent, submitting, submitted and pending: no answer, only evidence leads on
 *  expired_unused      from there when the permit's deadline is past and its nonce is unset, read twice
 *  cancelled_unused    from there when the person's own transaction invalidated the nonce before anything was taken
 * ```
 */
export const orderStates: { readonly [state in Exclude<OrderState, EndState>]: OrderStateWords } = {
  confirmed: running('state_confirmed', 'awaitingWallet', 'confirmed'),
  approve_requested: running('state_approve_requested', 'awaitingWallet', 'approve_requested'),
  approve_sent: running('state_approve_sent', 'awaitingWallet', 'approve_sent'),
  approved: running('state_approved', 'awaitingWallet', 'approved'),
  sign_requested: running('state_sign_requested', 'awaitingWallet', 'sign_requested'),
  signed: running('state_signed', 'awaitingWallet', 'signed'),
  submitting: running('state_submitting', 'submitted', 'submitting'),
  submitted: running('state_submitted', 'submitted', 'submitted'),
  send_requested: running('state_send_requested', 'awaitingWallet', 'send_requested'),
  sent: running('state_sent', 'submitted', 'sent'),
  deposit_awaited: running('state_deposit_awaited', 'awaitingWallet', 'deposit_awaited'),
  pending: running('state_pending', 'pending', 'pending'),
  needs_user: running('state_needs_user', 'awaitingWallet', 'needs_user'),
  unknown_outcome: running('state_unknown_outcome', 'unknown', 'unknown_outcome'),
  abandoned_unsigned: over('state_abandoned_unsigned', 'declined', 'abandoned_unsigned'),
  expired_unused: over('state_expired_unused', 'expired', 'expired_unused'),
  cancelled_unused: over('state_cancelled_unused', 'cancelled', 'cancelled_unused'),
}

/** The two ends by how the swap ended: *reported* is the service's word, *verified* what the chain proved (API6). */
export const orderEnds: { readonly [state in EndState]: { readonly [end in OrderEnd]: OrderStateWords } } = {
  reported_terminal: {
    done: over('state_reported_done', 'done', 'done_reported'),
    failed: over('state_reported_failed', 'failed', 'failed_reported'),
    refunded: over('state_reported_refunded', 'refunded', 'refunded_reported'),
  },
  verified_terminal: {
    done: over('state_verified_done', 'done', 'done_verified'),
    failed: over('state_verified_failed', 'failed', 'failed_verified'),
    refunded: over('state_verified_refunded', 'refunded', 'refunded_verified'),
  },
}

/** How an ended swap ended: 3 and 4 done, 7 refunded, anything else (also a reverted transaction: null) failed. */
export function orderEnd(statusCode: StatusCode | null): OrderEnd {
  if (isSuccess(statusCode)) return 'done'
  return statusCode === 7 ? 'refunded' : 'failed'
}

/** The words for an order as it stands. */
export function orderStateWords(order: Pick<Order, 'state' | 'statusCode'>): OrderStateWords {
  const { state } = order
  if (state === 'reported_terminal' || state === 'verified_terminal') {
    return orderEnds[state][orderEnd(order.statusCode)]
  }
  return orderStates[state]
}

/** Nothing was signed or sent for the swap itself: it is still in the person's hands. */
export const unsignedStates: ReadonlySet<OrderState> = new Set([
  'confirmed',
  'approve_requested',
  'approve_sent',
  'approved',
  'sign_requested',
  'needs_user',
])
