import { permitIsDead, quoteIsFresh } from '../quote/quote-life.ts'
import { watchesRevoke } from './allowances.ts'
import { watchesCancel } from './flows/cancel.ts'
import type { Order } from './order.ts'
import { isReceiptOnly, statusKeyOf } from './order-way.ts'

/** What the background has to do for an order when it is due; each may be done again after a crash. */
export type Duty =
  | 'notify'
  | 'requote'
  | 'prepare'
  | 'prepareSign'
  | 'prepareSend'
  | 'watchApproval'
  | 'checkSignature'
  | 'submit'
  | 'look'
  | 'watchTransaction'
  | 'findTransaction'
  | 'watchCalls'
  | 'watchDeposit'
  | 'readNonce'
  | 'watchCancel'
  | 'watchRevoke'
  | 'verify'
  | 'lapse'

/** Duties that only read, and may wait a moment when there are many. */
export const following: readonly Duty[] = [
  'look',
  'watchTransaction',
  'findTransaction',
  'watchCalls',
  'watchDeposit',
  'readNonce',
  'watchCancel',
  'watchRevoke',
  'verify',
]

/**
 * The duty of an order's state. It is derived, never stored: after a worker's death the same record gives the same
 * duty. Asking the wallet is not among them, since it may not be done twice (R1, R3). `mayNotify` is false for a while
 * after a notice could not be shown, so that the other duties go on.
 */
export function dutyOf(order: Order, nowMs: number, mayNotify = true): Duty | null {
  if (mayNotify && noticeIsDue(order)) return 'notify'
  // The swap is over: what is left to look at can wait for the revocation, which is waited for only so long.
  if (watchesRevoke(order)) return 'watchRevoke'
  const turn = order.lookCount % 2 === 0
  // What is being cancelled is posted no more; the service may have it all the same.
  if (watchesCancel(order)) return turn ? 'watchCancel' : 'look'
  switch (order.state) {
    case 'confirmed':
      // A signed order is quoted anew after its approval; a deposit address is good or is not.
      return isQuotedFirst(order) && !quoteIsFresh(order.deal, nowMs) ? 'requote' : 'prepare'
    case 'approve_requested':
    case 'approve_sent':
      return 'watchApproval'
    case 'approved':
      if (!quoteIsFresh(order.deal, nowMs)) return 'requote'
      return order.kind === 'signed' ? 'prepareSign' : 'prepareSend'
    case 'signed':
      return 'checkSignature'
    case 'submitting':
      if (permitIsDead(order, nowMs)) return turn ? 'readNonce' : 'look'
      // What the last POST did is not known: ask before sending the same bytes again.
      return order.submitCount > 0 && turn ? 'look' : 'submit'
    case 'unknown_outcome':
      if (awaitsCalls(order) && turn) return 'watchCalls'
      if (isReceiptOnly(order) || statusKeyOf(order) === null) return byChain(order)
      if (order.transactions.at(-1)?.purpose === 'send' && turn) return 'watchTransaction'
      if (mayBeFound(order) && turn) return 'findTransaction'
      return mayBeUnused(order) && permitIsDead(order, nowMs) && turn ? 'readNonce' : 'look'
    case 'submitted':
    case 'pending':
      return mayBeUnused(order) && permitIsDead(order, nowMs) && turn ? 'readNonce' : 'look'
    case 'send_requested':
      return statusKeyOf(order) === null || (isLookedFor(order) && turn) ? 'findTransaction' : 'look'
    case 'deposit_awaited':
      return turn ? 'watchDeposit' : 'look'
    case 'sent':
      if (awaitsCalls(order)) return turn || statusKeyOf(order) === null ? 'watchCalls' : 'look'
      return turn || isReceiptOnly(order) ? 'watchTransaction' : 'look'
    case 'reported_terminal':
      return turn || isReceiptOnly(order) ? 'verify' : 'look'
    case 'verified_terminal':
      return 'look'
    case 'sign_requested':
    case 'needs_user':
      return 'lapse'
    case 'abandoned_unsigned':
    case 'expired_unused':
    case 'cancelled_unused':
      return null
  }
}

function isQuotedFirst({ kind }: Order): boolean {
  return kind === 'native' || kind === 'inbox' || kind === 'manual'
}

/** The wallet has calls of ours, and nobody knows what carries them. */
function awaitsCalls(order: Order): boolean {
  return Boolean(order.callsId) && !order.transactions.some(({ purpose }) => purpose === 'send')
}

/** What the service does not track is read off the chain: the transaction, or first its hash. */
function byChain(order: Order): Duty {
  return order.transactions.some(({ purpose }) => purpose === 'send') ? 'watchTransaction' : 'findTransaction'
}

/** Asked for with a nonce and never heard of: the chain may know it before the service does. */
function mayBeFound({ transactions, walletRequest }: Order): boolean {
  const isSent = transactions.some(({ purpose }) => purpose === 'send')
  return !isSent && walletRequest?.purpose === 'send' && walletRequest.accountNonce !== null
}

/** The same, or the service names a transaction for the chain to judge. */
function isLookedFor(order: Order): boolean {
  return mayBeFound(order) || order.sourceTransactionHash !== null
}

function mayBeUnused(order: Order): boolean {
  return order.kind === 'signed' && (order.statusCode ?? 0) < 2
}

/** When the order's next duty is due: at once for a notice, null when an event has to come first. */
export function dueOf(order: Order, mayNotify = true): number | null {
  return mayNotify && noticeIsDue(order) ? 0 : order.dueMs
}

/** When the first duty of all these is due; null when none is. */
export function firstDueOf(orders: readonly Order[]): number | null {
  const due = orders.map((order) => dueOf(order)).filter((ms) => ms !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** A notice waits for the first look at the chain, so that it can say what is verified. */
function noticeIsDue(order: Order): boolean {
  if (order.notice?.state !== 'pending') return false
  return order.state !== 'reported_terminal' || order.lookCount > 0 || order.unusedSeenMs !== null
}
