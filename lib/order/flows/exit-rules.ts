import type { ProblemData } from '../../base/problem.ts'
import { minuteMs } from '../../base/time.ts'
import { permitEndsMs } from '../../quote/held-quote.ts'
import { isFailure } from '../../service/status-codes.ts'
import { listSuperseded } from '../change.ts'
import { placeFacts } from '../ending.ts'
import type { Order } from '../order.ts'
import { asksCancel, isOfInbox, mayBeUsed } from '../order-facts.ts'
import { isExit, isOwnPayment } from '../order-parts.ts'
import { isIn } from '../order-state.ts'

/** What tells whether a swap can be cancelled; stored orders and the views' form of them both have it. */
type CancelFacts = Pick<
  Order,
  | 'kind'
  | 'state'
  | 'walletRequest'
  | 'transactions'
  | 'fundsSettled'
  | 'cancelling'
  | 'isPermitOver'
  | 'restored'
  | 'wallet'
> &
  Partial<Pick<Order, 'unclosed'>> & {
    /** Views have it in place of the requests. */
    readonly unclosedUntilMs?: number | null
  }

/**
 * Returns until when a signature without a trusted answer may be used, in this machine's clock: the last deadline of those that
 * others than Ferry may have; null for none.
 */
export function readUnclosedUntilMs(order: Pick<Order, 'wallet' | 'unclosed'>): number | null {
  const kept = (order.unclosed ?? []).filter(({ record }) => mayBeUsed(order, record))
  const ends = kept.flatMap(({ terms }) => permitEndsMs(terms) ?? [])
  return ends.length === 0 ? null : Math.max(...ends)
}

/**
 * Tells whether a cancellation may be requested: the signature was given away, or a page may have kept it, and no chain has shown
 * it used or past its deadline. No status code decides this. The service may still use a signature of a swap that it calls
 * delivered, refunded or expired.
 */
export function mayCancel(order: CancelFacts): boolean {
  const { kind, state, walletRequest, isPermitOver, cancelling } = order
  const isKept = state === 'needs_user' && (order.unclosedUntilMs ?? readUnclosedUntilMs(order)) !== null
  const isGiven = isIn(state, 'givenAway') || state === 'reported_terminal' || isKept
  const isAlive = isPermitOver !== true && !order.fundsSettled
  const isFree = walletRequest === null && cancellationOf(order) === null && cancelling?.isTooLate !== true
  const isOurs = order.restored !== true
  return isOurs && kind === 'signed' && isGiven && isAlive && isFree
}

/** Returns whether the wallet is being asked for an exit. */
export function asksExit({ walletRequest }: Pick<Order, 'walletRequest'>): boolean {
  return walletRequest !== null && isExit(walletRequest)
}

/** Returns the order with the question that nobody waits for any more among those that its wallet may still show. */
export function leftOpen(order: Order, problem?: Pick<ProblemData, 'code'>): Order {
  // A wallet that answered shows its question no more.
  const isAnswered = problem !== undefined && problem.code !== 'walletGone'
  return isAnswered ? order : { ...order, supersededRequests: listSuperseded(order) }
}

/** Returns whether the nonce tells what becomes of the order; after an end it is read as that end's proof. */
export function watchesCancel({ cancelling, state }: Pick<Order, 'cancelling' | 'state'>): boolean {
  return cancelling !== undefined && isIn(state, 'givenAway')
}

/** Returns how far a cancellation is: at the wallet, or on its way to the chain; null where none is. */
export function cancelPhase(order: CancelFacts): 'asked' | 'sent' | null {
  if (!isIn(order.state, 'givenAway') || order.cancelling?.isTooLate === true) return null
  if (asksCancel(order)) return 'asked'
  return cancellationOf(order) === null ? null : 'sent'
}

/** Returns the cancelling transaction that may still be mined, or was. */
export function cancellationOf({
  transactions,
  cancelling,
}: Pick<Order, 'transactions' | 'cancelling'>): Order['transactions'][number] | null {
  // That of an earlier deal says nothing of this one.
  if (cancelling === undefined) return null
  const last = transactions.findLast(({ purpose }) => purpose === 'cancel')
  return last === undefined || (last.state !== 'sent' && last.state !== 'mined') ? null : last
}

/** Returns whether a withdrawal is on its way to the chain; what a mined one paid is for the swap's own proof to say. */
export function watchesWithdraw(
  order: Pick<Order, 'transactions' | 'fundsSettled' | 'state' | 'walletRequest'>,
): boolean {
  const isOpen = !order.fundsSettled && isIn(order.state, 'mayLieInInbox') && order.walletRequest === null
  return isOpen && lastWithdrawal(order)?.state === 'sent'
}

/** As long as a mined withdrawal is given to be shown as paid; the inbox pays once, however often it is called. */
const shownWithinMs = 10 * minuteMs

/** Returns the withdrawal that is on its way, or was mined a moment ago; null where another one may be asked for. */
export function withdrawalUnderWay(
  order: Pick<Order, 'transactions'>,
  nowMs: number,
): Order['transactions'][number] | null {
  const last = lastWithdrawal(order)
  const isNew = last?.state === 'mined' && nowMs - (last.minedMs ?? 0) < shownWithinMs
  return last?.state === 'sent' || isNew ? (last ?? null) : null
}

/** Returns the withdrawal that was sent last. */
export function lastWithdrawal({
  transactions,
}: Pick<Order, 'transactions'>): Order['transactions'][number] | undefined {
  return transactions.findLast(({ purpose }) => purpose === 'withdraw')
}

/**
 * Tells whether an order's funds may lie in the inbox, which pays them out at any time before extraction, and after a
 * cancellation that brought them back (R11). Once they are said to be taken, delivered or paid back, the withdrawal waits for
 * `fromMs`, the request's deadline: that word is mostly true. `fromMs` is null where they are in no inbox.
 */
export function mayWithdraw(
  order: Pick<Order, 'state' | 'statusCode' | 'kind' | 'problem' | 'isInboxEmpty'>,
  nowMs: number,
  fromMs: number | null,
): boolean {
  const { state, statusCode: code } = order
  if (fromMs === null || !isOfInbox(order) || !isIn(state, 'mayLieInInbox') || order.isInboxEmpty)
    return false
  if (isSaidHeld(order)) return true
  // What is only reported, be it an end or that the money went on, says nothing of the inbox; the inbox itself does.
  return nowMs > fromMs && (state === 'reported_terminal' || code === null || code <= 2 || isFailure(code))
}

/**
 * Returns whether the funds lie in the inbox as far as is said: the service has the request, or calls it expired or cancelled
 * after it had it.
 */
export function isSaidHeld({
  state,
  statusCode: code,
  problem,
}: Pick<Order, 'state' | 'statusCode' | 'problem'>): boolean {
  // Nothing is known of what a wallet never answered, nor of a transaction that was lost.
  if (state === 'unknown_outcome' || problem?.money === 'unknown') return false
  return code === null || code <= 1 || isFailure(code)
}

/**
 * Returns where the money of a withdrawal is, with the facts of that sentence: what the order itself says; else at the
 * contract, where its transaction is mined or the service has it and does not say that it went on; else nobody knows, as at
 * a delivery or a refund that is only reported.
 */
export function placeOfWithdrawal(order: Order): Pick<ProblemData, 'money' | 'facts'> {
  const told = order.problem?.money ?? 'atOrigin'
  // The inbox itself may have told since that nothing lies there any more.
  const money = told === 'atOrigin' && !isHeldByInbox(order) ? 'unknown' : told
  if (money === 'atOrigin') return { money, facts: placeFacts(order) }
  const facts = Object.entries(order.problem?.facts ?? {})
  return {
    money,
    facts: Object.fromEntries(facts.filter(([name]) => name === 'chain' || name === 'untilMs')),
  }
}

function isHeldByInbox(order: Order): boolean {
  const { state, statusCode, transactions } = order
  if (!isOfInbox(order) || !isIn(state, 'mayLieInInbox') || order.isInboxEmpty) return false
  if (statusCode !== null) return statusCode <= 1 || isFailure(statusCode)
  return transactions.some(isOwnPayment)
}
