import type { ProblemSource } from '../base/problem-codes.ts'
import { hasPermitExpiredByBothClocks } from '../quote/held-quote.ts'
import type { OrderKind, OrderTerms } from '../quote/terms.ts'
import { isSuccess, type StatusCode, statusCodes } from '../service/status-codes.ts'

/** The states of an order. `states.ts` defines what happens in each. */
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

export interface StateFacts {
  readonly state: OrderState
  readonly statusCode: StatusCode | null
}

/**
 * Returns who reports the status code. Only the service's own code is displayed as the service's. An
 * unverified refund is the service's report, by its code or because it named the refund's transaction.
 */
export function statusReportedBy({
  statusCode,
  reportedCode,
}: {
  readonly statusCode: StatusCode | null
  readonly reportedCode: StatusCode | null
}): ProblemSource {
  const isReported =
    statusCode !== null && (statusCode === reportedCode || statusCode === statusCodes.refunded)
  return isReported ? 'service' : 'ferry'
}

/** The `state` of the page API for an order. Proposals that are not orders yet have other values. */
type PageState =
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
 * Sets of states:
 * - `unsigned`: nothing is signed or sent for the swap itself, so the person can still stop it;
 * - `noSignatureRequested`: the same, and no signature request is open. One that may still be used is in `liveRequests`;
 * - `readsAllowanceLater`: it does not rely on the allowance yet, and reads it again later;
 * - `promptOpen`: the wallet may be showing its request;
 * - `blocksWallet`: other orders of that wallet or account wait;
 * - `blocksRestart`: a wallet request is open, or its answer is being submitted, so the background must not
 *   restart;
 * - `signatureSubmitted`: its signature was submitted, and the swap may still be cancelled;
 * - `mayBeInInbox`: its funds may be in the inbox, if it uses one;
 * - `fromEvidence`: only the service or the chain can lead to it;
 * - `neverExecuted`: over or stopped, and nothing of the allowance was taken, as far as Ferry knows;
 * - `acceptsLateSignature`, `acceptsLateSend`: it continues from a late result, after a
 *   rejection or after the wait ended.
 */
export type StateSet =
  | 'unsigned'
  | 'noSignatureRequested'
  | 'readsAllowanceLater'
  | 'promptOpen'
  | 'blocksWallet'
  | 'blocksRestart'
  | 'signatureSubmitted'
  | 'mayBeInInbox'
  | 'fromEvidence'
  | 'neverExecuted'
  | 'acceptsLateSignature'
  | 'acceptsLateSend'

export interface OrderStateWords {
  /** Key in `_locales` of its text on screen. */
  readonly wordKey: StateWordKey
  readonly pageState: PageState
  readonly csv: string
  readonly in: readonly StateSet[]
  /** Counted on the badge and followed. */
  readonly isRunning: boolean
  readonly isOver: boolean
}

export type OrderEnd = 'done' | 'failed' | 'refunded'

type EndState = 'reported_terminal' | 'verified_terminal'

/** A key that views look up directly. A key without a text in `_locales` does not compile there. */
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

const lateAnswerSets = ['acceptsLateSignature', 'acceptsLateSend'] as const
const nothingSignedSets = ['unsigned', 'noSignatureRequested', 'readsAllowanceLater'] as const
const unusedSets = ['fromEvidence', 'neverExecuted'] as const
const reportedSets = ['mayBeInInbox', 'fromEvidence'] as const

const stoppingSets = [
  'readsAllowanceLater',
  'signatureSubmitted',
  'mayBeInInbox',
  'neverExecuted',
  'acceptsLateSend',
] as const

/**
 * Every state of an order except its two ends, whose names also depend on the status code. `states.ts`
 * defines what happens in each.
 */
export const orderStates = {
  confirmed: running('confirmed', 'awaitingWallet', ...nothingSignedSets, ...lateAnswerSets),
  approve_requested: running(
    'approve_requested',
    'awaitingWallet',
    ...nothingSignedSets,
    'promptOpen',
    'blocksWallet',
    'blocksRestart',
    'acceptsLateSend',
  ),
  approve_sent: running(
    'approve_sent',
    'awaitingWallet',
    ...nothingSignedSets,
    'blocksWallet',
    'acceptsLateSend',
  ),
  approved: running('approved', 'awaitingWallet', 'unsigned', 'noSignatureRequested', ...lateAnswerSets),
  sign_requested: running(
    'sign_requested',
    'awaitingWallet',
    'unsigned',
    'promptOpen',
    'blocksWallet',
    'blocksRestart',
    'acceptsLateSignature',
  ),
  signed: running('signed', 'awaitingWallet', 'blocksRestart'),
  submitting: running('submitting', 'submitted', 'blocksRestart', 'signatureSubmitted'),
  submitted: running('submitted', 'submitted', 'signatureSubmitted'),
  send_requested: running(
    'send_requested',
    'awaitingWallet',
    'promptOpen',
    'blocksWallet',
    'blocksRestart',
    'acceptsLateSend',
  ),
  sent: running('sent', 'submitted', 'acceptsLateSend'),
  deposit_awaited: running('deposit_awaited', 'awaitingWallet'),
  pending: running('pending', 'pending', 'signatureSubmitted', 'mayBeInInbox'),
  needs_user: running('needs_user', 'awaitingWallet', ...nothingSignedSets, ...lateAnswerSets),
  stopping: running('stopping', 'unknown', ...stoppingSets),
  unknown_outcome: running(
    'unknown_outcome',
    'unknown',
    'signatureSubmitted',
    'mayBeInInbox',
    'acceptsLateSend',
  ),
  abandoned_unsigned: over('state_abandoned_unsigned', 'declined', 'abandoned_unsigned', 'neverExecuted'),
  expired_unused: over('state_expired_unused', 'expired', 'expired_unused', ...unusedSets),
  cancelled_unused: over('state_cancelled_unused', 'cancelled', 'cancelled_unused', ...unusedSets),
} satisfies { readonly [state in Exclude<OrderState, EndState>]: OrderStateWords }

type RunningState = {
  [state in keyof typeof orderStates]: (typeof orderStates)[state]['isRunning'] extends true ? state : never
}[keyof typeof orderStates]

/**
 * The two ends, by how the swap ended. *Reported* is the service's claim, *verified* is proved on chain
 * (API6).
 */
export const orderEnds: { readonly [state in EndState]: { readonly [end in OrderEnd]: OrderStateWords } } = {
  reported_terminal: {
    done: over('state_reported_done', 'done', 'done_reported', ...reportedSets),
    failed: over('state_reported_failed', 'failed', 'failed_reported', ...reportedSets),
    refunded: over('state_reported_refunded', 'refunded', 'refunded_reported', ...reportedSets),
  },
  verified_terminal: {
    done: over('state_verified_done', 'done', 'done_verified', 'fromEvidence'),
    failed: over('state_verified_failed', 'failed', 'failed_verified', 'fromEvidence'),
    refunded: over('state_verified_refunded', 'refunded', 'refunded_verified', 'fromEvidence'),
  },
}

export function isInSet(state: OrderState, set: StateSet): boolean {
  return orderStateWords({ state, statusCode: null }).in.includes(set)
}

/** Returns how a swap ended: 3 and 4 done, 7 refunded, anything else failed. */
export function orderEnd(statusCode: StatusCode | null): OrderEnd {
  if (isSuccess(statusCode)) return 'done'
  return statusCode === statusCodes.refunded ? 'refunded' : 'failed'
}

export function orderStateWords(order: StateFacts): OrderStateWords {
  const { state } = order
  if (state === 'reported_terminal' || state === 'verified_terminal') {
    return orderEnds[state][orderEnd(order.statusCode)]
  }
  return orderStates[state]
}

export interface PhaseFacts extends StateFacts {
  readonly offer: object | null
}

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

/** Returns the phase of the stored state. An end counts only after the background has set the state. */
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
      // A state that is over and has no phase here does not compile.
      return isInSet(order.state satisfies RunningState, 'promptOpen') ? 'wallet' : 'running'
  }
}

/** The three legs of a swap: until its money leaves, until it arrives, and the end. */
export type LegName = 'sent' | 'crossing' | 'arrived'

/**
 * Returns the leg that a swap is on. Its title, its active leg, the sentence about its lateness and its state in
 * lists follow from this. A solver collects the money of a signed order, or takes it from the inbox; otherwise the
 * person sends it to the service. `kind` is null if only the service knows the swap.
 */
export function legOf({
  kind,
  state,
  statusCode,
}: StateFacts & { readonly kind: OrderKind | null }): LegName {
  if (isSuccess(statusCode)) return 'arrived'
  const isGiven = state === 'pending' && (kind === 'manual' || kind === 'deposit')
  return statusCode === statusCodes.extracted || isGiven ? 'crossing' : 'sent'
}

export function isOverOrPutAway(order: StateFacts & { readonly putAwayMs?: number }): boolean {
  return isOverOrStopping(order) || order.putAwayMs !== undefined
}

export function isOverOrStopping(order: StateFacts): boolean {
  return orderStateWords(order).isOver || order.state === 'stopping'
}

/** Returns whether the chains showed how it ended: the amount paid, or that it was cancelled before anything was taken. */
export function isEndVerified(order: Pick<StateFacts, 'state'>): boolean {
  return order.state === 'verified_terminal' || order.state === 'cancelled_unused'
}

/** Returns whether the chains showed the outcome: the end, or that the deadline passed and nothing was ever taken. */
export function isProvenOnChain(order: StateFacts): boolean {
  return isEndVerified(order) || order.state === 'expired_unused'
}

/**
 * With a single host, a swap may stay in `submitting`. It blocks updates only until its permit has expired: nothing is posted
 * after that.
 */
export function canRestart(
  open: readonly (Pick<StateFacts, 'state'> & { readonly terms: OrderTerms })[],
  nowMs: number,
): boolean {
  return open.every(
    ({ state, terms }) =>
      !isInSet(state, 'blocksRestart') ||
      (state === 'submitting' && hasPermitExpiredByBothClocks(terms, nowMs)),
  )
}
