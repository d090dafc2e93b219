import type { ProblemSource } from '../base/problem-codes.ts'
import type { OrderKind } from '../quote/terms.ts'
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

export type OrderEnd = 'done' | 'failed' | 'refunded'

export type OrderPhase =
  | 'wallet'
  | 'needsUser'
  | 'offer'
  | 'unknown'
  | 'running'
  | 'stopping'
  | OrderEnd
  | 'stopped'
  | 'unused'
  | 'cancelled'

interface StateRow {
  /** Null for the two ends: the status code says how the swap ended. */
  readonly pageState: PageState | null
  readonly phase: OrderPhase | null
  readonly isOver: boolean
  readonly in: readonly StateSet[]
}

function running(pageState: PageState, ...sets: readonly StateSet[]): StateRow {
  return { pageState, phase: sets.includes('promptOpen') ? 'wallet' : 'running', isOver: false, in: sets }
}

function over(pageState: PageState | null, phase: OrderPhase | null, ...sets: readonly StateSet[]): StateRow {
  return { pageState, phase, isOver: true, in: sets }
}

const lateAnswerSets = ['acceptsLateSignature', 'acceptsLateSend'] as const
const nothingSignedSets = ['unsigned', 'noSignatureRequested', 'readsAllowanceLater'] as const
const requestSets = ['promptOpen', 'blocksWallet', 'blocksRestart'] as const

/** Every state of an order. `states.ts` defines what happens in each. */
export const orderStates: { readonly [state in OrderState]: StateRow } = {
  confirmed: running('awaitingWallet', ...nothingSignedSets, ...lateAnswerSets),
  approve_requested: running('awaitingWallet', ...nothingSignedSets, ...requestSets, 'acceptsLateSend'),
  approve_sent: running('awaitingWallet', ...nothingSignedSets, 'blocksWallet', 'acceptsLateSend'),
  approved: running('awaitingWallet', 'unsigned', 'noSignatureRequested', ...lateAnswerSets),
  sign_requested: running('awaitingWallet', 'unsigned', ...requestSets, 'acceptsLateSignature'),
  signed: running('awaitingWallet', 'blocksRestart'),
  submitting: running('submitted', 'blocksRestart', 'signatureSubmitted'),
  submitted: running('submitted', 'signatureSubmitted'),
  send_requested: running('awaitingWallet', ...requestSets, 'acceptsLateSend'),
  sent: running('submitted', 'acceptsLateSend'),
  deposit_awaited: running('awaitingWallet'),
  pending: running('pending', 'signatureSubmitted', 'mayBeInInbox'),
  needs_user: {
    ...running('awaitingWallet', ...nothingSignedSets, ...lateAnswerSets),
    phase: 'needsUser',
  },
  stopping: {
    ...running(
      'unknown',
      'readsAllowanceLater',
      'signatureSubmitted',
      'mayBeInInbox',
      'neverExecuted',
      'acceptsLateSend',
    ),
    phase: 'stopping',
  },
  unknown_outcome: {
    ...running('unknown', 'signatureSubmitted', 'mayBeInInbox', 'acceptsLateSend'),
    phase: 'unknown',
  },
  abandoned_unsigned: over('declined', 'stopped', 'neverExecuted', 'acceptsLateSend'),
  expired_unused: over('expired', 'unused', 'fromEvidence', 'neverExecuted'),
  cancelled_unused: over('cancelled', 'cancelled', 'fromEvidence', 'neverExecuted'),
  // *Reported* is the service's claim, *verified* is proved on chain (API6).
  reported_terminal: over(null, null, 'mayBeInInbox', 'fromEvidence'),
  verified_terminal: over(null, null, 'fromEvidence'),
}

export function isInSet(state: OrderState, set: StateSet): boolean {
  return orderStates[state].in.includes(set)
}

/** Returns how a swap ended: 3 and 4 done, 7 refunded, anything else failed. */
export function orderEnd(statusCode: StatusCode | null): OrderEnd {
  if (isSuccess(statusCode)) return 'done'
  return statusCode === statusCodes.refunded ? 'refunded' : 'failed'
}

export interface OrderStateWords {
  /** Key in `_locales` of its text on screen. A key without a text does not compile where it is looked up. */
  readonly wordKey:
    | `state_${Exclude<OrderState, 'reported_terminal' | 'verified_terminal'>}`
    | `state_${'reported' | 'verified'}_${OrderEnd}`
  readonly pageState: PageState
  readonly csv: string
  /** Otherwise it is counted on the badge and followed. */
  readonly isOver: boolean
}

export function orderStateWords({ state, statusCode }: StateFacts): OrderStateWords {
  const { pageState, isOver } = orderStates[state]
  const end = orderEnd(statusCode)
  const shared = { pageState: pageState ?? end, isOver }
  if (state !== 'reported_terminal' && state !== 'verified_terminal')
    return { ...shared, wordKey: `state_${state}`, csv: state }
  const by = state === 'reported_terminal' ? 'reported' : 'verified'
  return { ...shared, wordKey: `state_${by}_${end}`, csv: `${end}_${by}` }
}

export interface PhaseFacts extends StateFacts {
  readonly offer: object | null
}

/** Returns the phase of the stored state. An end counts only after the background has set the state. */
export function orderPhase({ state, statusCode, offer }: PhaseFacts): OrderPhase {
  return offer === null ? (orderStates[state].phase ?? orderEnd(statusCode)) : 'offer'
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
