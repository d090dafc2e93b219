import type { ProblemData } from '../../base/problem-shape.ts'
import { minuteMs } from '../../base/time.ts'
import { permitExpiryMs } from '../../quote/held-quote.ts'
import { usesInbox } from '../../quote/order-kind.ts'
import { isFailure } from '../../service/status-codes.ts'
import { placeFacts } from '../end-problems.ts'
import type { Order, OrderFacts, OrderTransaction } from '../order.ts'
import {
  canBeUsedElsewhere,
  hasRequestFor,
  isExit,
  isOwnPayment,
  listNamedSends,
  listWalletRequests,
} from '../order-facts.ts'
import { isInSet } from '../order-state.ts'

/** Each is the purpose of its wallet request, too. */
export type ExitKind = 'cancel' | 'withdraw' | 'revoke'

type CancelFacts = OrderFacts & {
  readonly liveRequests?: Order['liveRequests']
  /** Views have this instead of the requests. */
  readonly liveUntilMs?: number | null
}

/**
 * Returns until when a signature without a trusted answer may be used, in this machine's clock: the last
 * deadline of those that a page may have stored. Null if there is none.
 */
export function readLiveUntilMs(order: CancelFacts): number | null {
  const kept = (order.liveRequests ?? []).filter(({ record }) => canBeUsedElsewhere(order, record))
  const ends = kept.flatMap(({ terms }) => permitExpiryMs(terms) ?? [])
  return ends.length === 0 ? null : Math.max(...ends)
}

/**
 * Returns whether a cancellation may be requested. The signature was submitted, or a page may have stored it,
 * and no chain has shown it used or past its deadline. The status code does not matter: the service may still
 * use the signature of a swap that it reports as delivered, refunded or expired.
 */
export function canCancel(order: CancelFacts): boolean {
  const { kind, state, walletRequest, isPermitOver, cancelling } = order
  const isKept = state === 'needs_user' && (order.liveUntilMs ?? readLiveUntilMs(order)) !== null
  const isGiven = isInSet(state, 'signatureSubmitted') || state === 'reported_terminal' || isKept
  const isAlive = isPermitOver !== true && !order.fundsSettled
  const isFree = walletRequest === null && findCancellation(order) === null && cancelling?.isTooLate !== true
  return kind === 'signed' && isGiven && isAlive && isFree
}

export function hasExitRequest({ walletRequest }: OrderFacts): boolean {
  return walletRequest !== null && isExit(walletRequest)
}

/** After an end, the nonce is read as that end's proof instead. */
export function isCancelWatched({ cancelling, state }: OrderFacts): boolean {
  return cancelling !== undefined && isInSet(state, 'signatureSubmitted')
}

export function cancelPhase(order: CancelFacts): 'requested' | 'sent' | null {
  if (!isInSet(order.state, 'signatureSubmitted') || order.cancelling?.isTooLate === true) return null
  if (hasRequestFor(order, 'cancel')) return 'requested'
  return findCancellation(order) === null ? null : 'sent'
}

export function findCancellation({ transactions, cancelling }: OrderFacts): OrderTransaction | null {
  // A cancellation of earlier terms does not count.
  if (cancelling === undefined) return null
  const last = transactions.findLast(({ purpose }) => purpose === 'cancel')
  return last === undefined || (last.state !== 'sent' && last.state !== 'mined') ? null : last
}

/** Returns whether a withdrawal is pending on chain. The swap's own proof shows what a mined one paid. */
export function isWithdrawPending(order: OrderFacts): boolean {
  const isOpen = !order.fundsSettled && isInSet(order.state, 'mayBeInInbox') && order.walletRequest === null
  return isOpen && lastWithdrawal(order)?.state === 'sent'
}

/** How long a mined withdrawal has to be proved as paid. The inbox pays only once. */
const withdrawalProofMs = 10 * minuteMs

/** Returns the withdrawal that is pending or was just mined. Null if another one may be requested. */
export function findPendingWithdrawal(order: OrderFacts, nowMs: number): OrderTransaction | null {
  const last = lastWithdrawal(order)
  const isNew = last?.state === 'mined' && nowMs - (last.minedMs ?? 0) < withdrawalProofMs
  return last?.state === 'sent' || isNew ? (last ?? null) : null
}

export function lastWithdrawal({ transactions }: OrderFacts): OrderTransaction | undefined {
  return transactions.findLast(({ purpose }) => purpose === 'withdraw')
}

/** Returns whether the wallet may still have a request for a withdrawal, or named its transaction. */
export function hasRequestedWithdrawal(order: Order): boolean {
  const isRequested = listWalletRequests(order).some(({ purpose }) => purpose === 'withdraw')
  return isRequested || lastWithdrawal(order) !== undefined
}

/**
 * Returns whether the inbox may have an order's funds, now or after a cancellation. Only its own event shows that it paid
 * out.
 */
export function mayBeInInbox(order: OrderFacts): boolean {
  return usesInbox(order) && isInSet(order.state, 'mayBeInInbox') && order.isInboxEmpty !== true
}

/**
 * Returns whether Ferry offers a withdrawal. The inbox pays the funds out at any time before extraction, and
 * after a cancellation that returned them (R11). If they are reported as taken, delivered or refunded, the
 * withdrawal waits until `fromMs`, the request's deadline, because such reports are usually true. `fromMs` is
 * null for an order without an inbox.
 */
export function canWithdraw(order: OrderFacts, nowMs: number, fromMs: number | null): boolean {
  const { state, statusCode: code } = order
  if (fromMs === null || !mayBeInInbox(order)) return false
  if (isReportedInInbox(order)) return true
  // Without a transaction that the wallet named, nothing shows that a stopped swap sent anything.
  if (state === 'stopping' && listNamedSends(order).length === 0) return false
  // Only reports are known here, of an end or of an extraction. Only the inbox itself shows whether the funds
  // are there.
  return nowMs > fromMs && (state === 'reported_terminal' || code === null || code <= 2 || isFailure(code))
}

export function isReportedInInbox({ state, statusCode: code, problem }: OrderFacts): boolean {
  // The outcome of an unanswered wallet request or a lost transaction is unknown.
  if (state === 'unknown_outcome' || state === 'stopping' || problem?.money === 'unknown') return false
  return code === null || code <= 1 || isFailure(code)
}

/**
 * Returns where the funds of a withdrawal are, with the facts for that sentence. This is the order's own
 * place. Without one, it is the inbox if the transaction is mined, or if the service has the request and does
 * not report an extraction. Otherwise unknown, as for a reported delivery or refund.
 */
export function withdrawalPlaceOf(order: Order): Pick<ProblemData, 'money' | 'facts'> {
  const reported = order.problem?.money ?? 'atOrigin'
  // The inbox may have shown since that nothing is left there.
  const money = reported === 'atOrigin' && !isInInbox(order) ? 'unknown' : reported
  if (money === 'atOrigin') return { money, facts: placeFacts(order) }
  const facts = Object.entries(order.problem?.facts ?? {})
  return {
    money,
    facts: Object.fromEntries(facts.filter(([name]) => name === 'chain' || name === 'untilMs')),
  }
}

function isInInbox(order: Order): boolean {
  const { statusCode, transactions } = order
  if (!mayBeInInbox(order)) return false
  if (statusCode !== null) return statusCode <= 1 || isFailure(statusCode)
  return transactions.some(isOwnPayment)
}
