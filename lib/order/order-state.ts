import type { Speaker } from '../base/problem.ts'
import { isSuccess, type StatusCode } from '../service/status-codes.ts'

/** The states of an order; what happens in each is in `states.ts`. */
export type OrderState =
  | 'confirmed'
  | 'approve_requested'
  | 'approve_sent'
  | 'approved'
  | 'sign_requested'
  | 'signed'
  | 'submitting'
  | 'submitted'
  | 'send_requested'
  | 'sent'
  | 'deposit_awaited'
  | 'pending'
  | 'reported_terminal'
  | 'verified_terminal'
  | 'needs_user'
  | 'stopping'
  | 'unknown_outcome'
  | 'abandoned_unsigned'
  | 'expired_unused'
  | 'cancelled_unused'

/** What of an order says how it stands. */
export interface StateFacts {
  readonly state: OrderState
  readonly statusCode: StatusCode | null
}

/**
 * Returns whose statement the status code is: only the service's own is ever shown as what the service says. A refund that
 * the chain has not shown is the service's, by its code or because it named the refund's transaction.
 */
export function statusSaidBy({
  statusCode,
  reportedCode,
}: {
  readonly statusCode: StatusCode | null
  readonly reportedCode: StatusCode | null
}): Speaker {
  const isReported = statusCode !== null && (statusCode === reportedCode || statusCode === 7)
  return isReported ? 'service' : 'ferry'
}

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

/**
 * What several states have in common:
 * - `unsigned`: nothing was signed or sent for the swap itself, it is still in the user's hands;
 * - `noSignatureAsked`: the same, and no wallet was asked for its signature either;
 * - `noAllowance`: it does not count on the allowance yet, which it reads anew;
 * - `promptOpen`: the wallet may be showing its request;
 * - `holdsWallet`: another order of that wallet or account waits;
 * - `inTheMiddle`: a wallet is being asked, or what it said is on its way to the service: no moment to start anew in;
 * - `givenAway`: its signature was, and the swap may still be cancelled;
 * - `inTurns`: polls take turns with a POST or a read of the chain;
 * - `mayLieInInbox`: its money may lie in the inbox, where it was sent there;
 * - `fromEvidence`: only the service or the chain says that it came to this;
 * - `untaken`: over or stopped, and nothing of what was approved was taken, as far as is known;
 * - `takesLateSignature`, `takesLateSend`: it goes on from an answer that its wallet called rejected before.
 */
export type StateSet =
  | 'unsigned'
  | 'noSignatureAsked'
  | 'noAllowance'
  | 'promptOpen'
  | 'holdsWallet'
  | 'inTheMiddle'
  | 'givenAway'
  | 'inTurns'
  | 'mayLieInInbox'
  | 'fromEvidence'
  | 'untaken'
  | 'takesLateSignature'
  | 'takesLateSend'

/** What a state is called, everywhere it is called something, and what it has in common with others. */
export interface OrderStateWords {
  /** Key in `_locales` of its word on screen. */
  readonly wordKey: StateWordKey
  readonly pageState: PageState
  /** Its value in the CSV of the history. */
  readonly csv: string
  /** The sets it belongs to. */
  readonly in: readonly StateSet[]
  /** Counted on the badge and followed. */
  readonly isRunning: boolean
  /** The swap has an end, whether the service reported it or the chain proved it. */
  readonly isOver: boolean
}

export type OrderEnd = 'done' | 'failed' | 'refunded'

type EndState = 'reported_terminal' | 'verified_terminal'

/** A key that views look up as it is: one without a text in `_locales` does not compile there. */
type StateWordKey = `state_${Exclude<OrderState, EndState>}` | `state_${'reported' | 'verified'}_${OrderEnd}`

function running(
  state: Exclude<OrderState, EndState>,
  pageState: PageState,
  ...sets: readonly StateSet[]
): OrderStateWords & { readonly isRunning: true } {
  return { wordKey: `state_${state}`, pageState, csv: state, in: sets, isRunning: true, isOver: false }
}

function over(
  wordKey: StateWordKey,
  pageState: PageState,
  csv: string,
  ...sets: readonly StateSet[]
): OrderStateWords & { readonly isRunning: false } {
  return { wordKey, pageState, csv, in: sets, isRunning: false, isOver: true }
}

const late = ['takesLateSignature', 'takesLateSend'] as const
const untouched = ['unsigned', 'noSignatureAsked', 'noAllowance'] as const
const unused = ['fromEvidence', 'untaken'] as const
const reported = ['mayLieInInbox', 'fromEvidence'] as const

const stoppingSets = ['noAllowance', 'givenAway', 'inTurns', 'untaken', 'takesLateSend'] as const

/** Every state of an order but its two ends, which need the status code as well. What happens in each: `states.ts`. */
export const orderStates = {
  confirmed: running('confirmed', 'awaitingWallet', ...untouched, ...late),
  approve_requested: running(
    'approve_requested',
    'awaitingWallet',
    ...untouched,
    'promptOpen',
    'holdsWallet',
    'inTheMiddle',
    'takesLateSend',
  ),
  approve_sent: running('approve_sent', 'awaitingWallet', ...untouched, 'holdsWallet', 'takesLateSend'),
  approved: running('approved', 'awaitingWallet', 'unsigned', 'noSignatureAsked', ...late),
  sign_requested: running(
    'sign_requested',
    'awaitingWallet',
    'unsigned',
    'promptOpen',
    'holdsWallet',
    'inTheMiddle',
    'takesLateSignature',
  ),
  signed: running('signed', 'awaitingWallet', 'inTheMiddle'),
  submitting: running('submitting', 'submitted', 'inTheMiddle', 'givenAway', 'inTurns'),
  submitted: running('submitted', 'submitted', 'givenAway'),
  send_requested: running(
    'send_requested',
    'awaitingWallet',
    'promptOpen',
    'holdsWallet',
    'inTheMiddle',
    'takesLateSend',
  ),
  sent: running('sent', 'submitted', 'inTurns', 'takesLateSend'),
  deposit_awaited: running('deposit_awaited', 'awaitingWallet', 'inTurns'),
  pending: running('pending', 'pending', 'givenAway', 'mayLieInInbox'),
  needs_user: running('needs_user', 'awaitingWallet', ...untouched, ...late),
  stopping: running('stopping', 'unknown', ...stoppingSets),
  unknown_outcome: running('unknown_outcome', 'unknown', 'givenAway', 'mayLieInInbox', 'takesLateSend'),
  abandoned_unsigned: over('state_abandoned_unsigned', 'declined', 'abandoned_unsigned', 'untaken'),
  expired_unused: over('state_expired_unused', 'expired', 'expired_unused', ...unused),
  cancelled_unused: over('state_cancelled_unused', 'cancelled', 'cancelled_unused', ...unused),
} satisfies { readonly [state in Exclude<OrderState, EndState>]: OrderStateWords }

/** The states in which a swap runs. */
type RunningState = {
  [state in keyof typeof orderStates]: (typeof orderStates)[state]['isRunning'] extends true ? state : never
}[keyof typeof orderStates]

/** The two ends by how the swap ended: *reported* is the service's word, *verified* what the chain proved (API6). */
export const orderEnds: { readonly [state in EndState]: { readonly [end in OrderEnd]: OrderStateWords } } = {
  reported_terminal: {
    done: over('state_reported_done', 'done', 'done_reported', ...reported),
    failed: over('state_reported_failed', 'failed', 'failed_reported', ...reported),
    refunded: over('state_reported_refunded', 'refunded', 'refunded_reported', ...reported),
  },
  verified_terminal: {
    done: over('state_verified_done', 'done', 'done_verified', 'fromEvidence'),
    failed: over('state_verified_failed', 'failed', 'failed_verified', 'fromEvidence'),
    refunded: over('state_verified_refunded', 'refunded', 'refunded_verified', 'fromEvidence'),
  },
}

/** Returns whether a state belongs to a set. */
export function isIn(state: OrderState, set: StateSet): boolean {
  return orderStateWords({ state, statusCode: null }).in.includes(set)
}

/** Returns how an ended swap ended: 3 and 4 done, 7 refunded, anything else failed. */
export function orderEnd(statusCode: StatusCode | null): OrderEnd {
  if (isSuccess(statusCode)) return 'done'
  return statusCode === 7 ? 'refunded' : 'failed'
}

/** Returns the words for an order as it stands. */
export function orderStateWords(order: StateFacts): OrderStateWords {
  const { state } = order
  if (state === 'reported_terminal' || state === 'verified_terminal') {
    return orderEnds[state][orderEnd(order.statusCode)]
  }
  return orderStates[state]
}

/** What a phase is read from; stored orders and the views' form of them both have it. */
export interface PhaseFacts extends StateFacts {
  readonly offer: object | null
}

/** What an order is to the user now. */
export type OrderPhase =
  | 'wallet'
  | 'needsUser'
  | 'offer'
  | 'unknown'
  | 'running'
  | 'stopping'
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
    case 'stopping':
      return 'stopping'
    case 'unknown_outcome':
      return 'unknown'
    case 'abandoned_unsigned':
      return 'stopped'
    case 'expired_unused':
      return 'unused'
    case 'cancelled_unused':
      return 'cancelled'
    default:
      // A state that is over and has no phase of its own does not compile here.
      return isIn(order.state satisfies RunningState, 'promptOpen') ? 'wallet' : 'running'
  }
}

/** Returns whether nobody has to think of a swap any more: it is over, or the user stopped it or put it away. */
export function isPutAway(order: StateFacts & { readonly putAwayMs?: number }): boolean {
  return isOverOrStopping(order) || order.putAwayMs !== undefined
}

/** Returns whether a swap is over, or the user stopped it. */
export function isOverOrStopping(order: StateFacts): boolean {
  return orderStateWords(order).isOver || order.state === 'stopping'
}

/** Returns whether an end was seen on chain by Ferry itself, or only reported by the service. */
export function isVerified(order: Pick<StateFacts, 'state'>): boolean {
  return order.state === 'verified_terminal' || order.state === 'cancelled_unused'
}

/** Returns whether the chains themselves told what became of it: how it ended, or that nothing was ever taken. */
export function isProven(order: Pick<StateFacts, 'state'>): boolean {
  return isVerified(order) || order.state === 'expired_unused'
}

/** Returns whether the background may start anew now, as a later version of itself. */
export function mayRestart(open: readonly Pick<StateFacts, 'state'>[]): boolean {
  return open.every(({ state }) => !isIn(state, 'inTheMiddle'))
}
