import { isSameAddress, isSameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { dayMs, hourMs, minuteMs } from '../base/time.ts'
import type { Evidence } from '../chain/evidence.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import { hasPermitExpiredByBothClocks, hasPermitExpiredWithMargin } from '../quote/held-quote.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import { isSuccess } from '../service/status-codes.ts'
import type { Token } from '../service/token.ts'
import type {
  CountedReads,
  Order,
  OrderFacts,
  OrderTransaction,
  SignedOrder,
  WalletPurpose,
  WalletRequestRecord,
} from './order.ts'
import { isEndVerified, isInSet, type StateFacts } from './order-state.ts'

export function hasSentApproval({ transactions }: OrderFacts): boolean {
  return transactions.some((one) => isApproval(one) && one.state !== 'dropped')
}

export function usesRetiredContract({ kind, terms, reviewed }: Order, deployment: Deployment): boolean {
  const config = chainConfig(deployment, reviewed.request.originChainId)
  const isSigned = kind === 'signed'
  const retired = isSigned ? config?.retiredGateways : config?.retiredInboxes
  const used = isSigned ? terms.signTypedData.values.spender : terms.txData?.to
  return typeof used === 'string' && retired?.some((one) => isSameHex(one, used)) === true
}

/** Returns the service's key for an order. Null for a manual order without a transaction. */
export function statusKeyOf(
  order: Pick<Order, 'terms' | 'sourceTransactionHash'>,
): { readonly requestHash: string } | { readonly txHash: string } | null {
  if (order.terms.requestHash !== null) return { requestHash: order.terms.requestHash }
  return order.sourceTransactionHash === null ? null : { txHash: order.sourceTransactionHash }
}

export function hasPaidIn(order: OrderFacts): boolean {
  const code = order.statusCode ?? 0
  if (code >= 2 && code <= 4) return true
  if (order.kind === 'signed') return false
  const isSent = order.transactions.some(isOwnPayment) || listOpenSends(order).length > 0
  // One endpoint alone may show a balance that is not there.
  return isSent || (order.depositObserved !== undefined && order.depositObserved.isOneSource !== true)
}

/** Returns the newest block of a chain at the review, which every payment of the order comes after. Null if it was not read. */
export function reviewBlockOf({ heads }: OrderFacts, chainId: number): bigint | null {
  const head = heads.find((one) => one.chainId === chainId)
  return head === undefined ? null : BigInt(head.blockNumber)
}

export function walletOf(
  { wallet, walletRequest }: OrderFacts,
  request: Order['walletRequest'] = walletRequest,
): Order['wallet'] {
  return request?.wallet ?? wallet
}

/**
 * Returns whether the chain showed that the permit's nonce was used. `isPermitOver` alone may mean that the deadline passed;
 * `unusedSeenMs` is when the nonce was read as unused after that.
 */
export function isPermitUseVerified({
  isPermitOver,
  unusedSeenMs,
}: Pick<Order, 'isPermitOver' | 'unusedSeenMs'>): boolean {
  return isPermitOver === true && unusedSeenMs === null
}

/** Returns whether the service has the order's permit, or may get it. Before that, the permit may be a live request. */
export function isPermitGiven(order: Order): boolean {
  return (
    order.kind === 'signed' && !isInSet(order.state, 'unsigned') && !isInSet(order.state, 'neverExecuted')
  )
}

/**
 * Returns whether the permit that the order follows may still take the money, whatever status the service reports: two hosts
 * did not show it used or cancelled, and its deadline has not passed.
 */
export function isPermitUsable(order: Order, nowMs: number): order is SignedOrder {
  const isShownOver = order.fundsSettled || isEndVerified(order) || isPermitUseVerified(order)
  const isOver = isShownOver || hasPermitExpiredWithMargin(order.terms, nowMs)
  return isPermitGiven(order) && !isOver
}

/** The person may start such a swap again, so its permit reserves nothing. The next review names it instead. */
export function isReportedFailed({ state, statusCode }: StateFacts): boolean {
  return state === 'reported_terminal' && !isSuccess(statusCode)
}

export function isSendRequest(request: Order['walletRequest']): boolean {
  return request?.purpose === 'send' || request?.purpose === 'sendCalls'
}

export function isApproval({ purpose }: Pick<WalletRequestRecord, 'purpose'>): boolean {
  return purpose === 'approve' || purpose === 'resetApproval'
}

export function hasRequestFor({ walletRequest }: OrderFacts, purpose: WalletPurpose): boolean {
  return walletRequest?.purpose === purpose
}

/** Returns every wallet request of an order that has no trusted answer yet. */
export function listWalletRequests({
  walletRequest,
  supersededRequests = [],
  liveRequests = [],
}: Order): readonly WalletRequestRecord[] {
  const open = walletRequest === null ? [] : [walletRequest]
  return [...open, ...supersededRequests, ...liveRequests.map(({ record }) => record)]
}

/** Only Ferry has a signature that came through no page. */
export function canBeUsedElsewhere({ wallet }: OrderFacts, { purpose }: WalletRequestRecord): boolean {
  return purpose !== 'sign' || wallet?.connector === 'page'
}

/** Returns whether an answer to this request counts for the order. That includes superseded requests (R8). */
export function hasWalletRequest(order: Order, requestId: string): boolean {
  return listWalletRequests(order).some((one) => one.requestId === requestId)
}

/** Returns whether the order follows this transaction. It does not follow one that an endpoint showed as different. */
export function hasTransaction({ transactions }: OrderFacts, hash: string): boolean {
  return transactions.some((one) => isSameHex(one.hash, hash) && one.differs !== true)
}

/** Returns the transactions of the swap that the wallet named, and that no endpoint showed as different ones. */
export function listNamedSends({ transactions }: OrderFacts): readonly OrderTransaction[] {
  return transactions.filter(({ purpose, differs }) => purpose === 'send' && differs !== true)
}

/** If so, the failure of this one decides nothing, and no new request may be sent. */
export function hasOtherSend({ walletRequest, transactions }: Order, hash: string | null): boolean {
  return isSendRequest(walletRequest) || transactions.some((one) => canStillBeMined(one) && one.hash !== hash)
}

/**
 * Returns whether a transaction of the swap may still pay for it. One that no node knows any more may have a
 * different nonce than the requested one, or its call is in the transaction that used that nonce.
 */
export function canStillBeMined({ purpose, state }: OrderTransaction): boolean {
  return purpose === 'send' && (state === 'sent' || state === 'dropped')
}

/**
 * A retry sets the same exact amount, and the needed allowance is read first. A transaction of the swap itself
 * is never requested again while its request has no answer.
 */
export function canRetryApproval({ state }: OrderFacts): boolean {
  return state === 'approve_requested' || state === 'approve_sent'
}

/**
 * A transaction without a block after this time may never be mined: its wallet lost it, or the owners of its
 * account do not agree.
 */
const unminedSendMs = hourMs

const silentOrderMs = 7 * dayMs

/**
 * Returns for how long nothing was reported of a swap that Ferry follows, if that is a week or more. Null if it has
 * news, or waits for something else.
 */
export function silentForMs(order: OrderFacts, nowMs: number): number | null {
  const isFollowed = order.state === 'pending' || order.state === 'deposit_awaited'
  const forMs = silentMs(order, nowMs)
  return isFollowed && forMs >= silentOrderMs ? forMs : null
}

function silentMs({ timeline, createdMs }: OrderFacts, nowMs: number): number {
  return nowMs - (timeline.at(-1)?.atMs ?? createdMs)
}

/**
 * Returns whether the person may put away a swap that may never continue. Ferry still follows it. One of:
 * - its wallet never answered, and nothing was seen;
 * - the transaction that the wallet named or accepted has been in no block for an hour;
 * - nothing was reported for a week;
 * - one endpoint alone shows its signature used, cancelled or expired, which the service did not accept.
 */
export function canPutAway(order: OrderFacts, nowMs: number): boolean {
  const { state, putAwayMs, restored, doubt } = order
  const isOneSource = (state === 'submitting' || state === 'submitted') && doubt === 'oneSource'
  const isFollowed = state === 'pending' || state === 'deposit_awaited' || state === 'unknown_outcome'
  const isSilent = isFollowed && silentMs(order, nowMs) >= silentOrderMs
  // The backup of an order may be older than its last transaction, so a restored one is not stopped.
  const isStuck = canPutAwaySend(order, nowMs)
  if (isStuck && restored !== true) return true
  return putAwayMs === undefined && (isOneSource || isSilent || (state === 'sent' && isStuck))
}

/** Returns whether the person may stop a swap whose send was never answered or is in no block. */
export function canPutAwaySend(order: OrderFacts, nowMs: number): boolean {
  const { state, walletRequest, timeline, callsId } = order
  const open = listOpenSends(order)
  const isLong = (atMs: number): boolean => nowMs - atMs >= unminedSendMs
  const isMined = order.transactions.some(isOwnPayment)
  if (isMined || !open.every(({ sentMs }) => isLong(sentMs))) return false
  if (state === 'unknown_outcome') return open.length > 0 || isSendRequest(walletRequest)
  const takenMs = timeline.find(({ step }) => step === 'sent')?.atMs ?? nowMs
  return state === 'sent' && (open.length > 0 || (Boolean(callsId) && isLong(takenMs)))
}

export function listOpenSends(order: OrderFacts): readonly OrderTransaction[] {
  return listNamedSends(order).filter(canStillBeMined)
}

/**
 * Returns whether the person may stop the swap now, or only the wait for its wallet if something may be sent.
 * Screens show a button exactly then.
 */
export function canStopOrder(order: OrderFacts, nowMs: number): boolean {
  return isInSet(order.state, 'unsigned') || isInSet(order.state, 'promptOpen') || canPutAway(order, nowMs)
}

/**
 * Returns when Ferry sent the latest request that the wallet may still show and Ferry no longer waits for.
 * Null if there is none. The screen of a swap in `stopping` has its own text for it.
 */
export function lastUnansweredMs({
  state,
  walletRequest,
  supersededRequests = [],
  liveRequests = [],
}: Order): number | null {
  const silent = liveRequests.filter(
    ({ record, isAnswered }) =>
      state !== 'stopping' && isAnswered !== true && record.requestId !== walletRequest?.requestId,
  )
  const unanswered = supersededRequests.filter(
    ({ isRejectedByPage, isAllowanceSeen }) => isRejectedByPage !== true && isAllowanceSeen !== true,
  )
  const requested = [...unanswered, ...silent.map(({ record }) => record)].map(
    ({ requestedMs }) => requestedMs,
  )
  return requested.length === 0 ? null : Math.max(...requested)
}

export function isUnansweredRecent(requestedMs: number | null, nowMs: number): boolean {
  return requestedMs !== null && nowMs - requestedMs < dayMs
}

export type DepositPhase = 'awaited' | 'seen' | 'wrongToken' | 'wrongAmount' | 'late' | 'notSeen'

/**
 * How long Ferry watches a deposit address after its expiry. Transfers take time, and late deposits still
 * belong to the person.
 */
export const lateDepositWatchMs = hourMs

/** Returns the phase of a deposit. `endsMs` is in this machine's clock. */
export function depositPhase(
  amount: string,
  endsMs: number,
  seen: Order['depositObserved'] | null,
  nowMs: number,
): DepositPhase {
  if (seen === undefined || seen === null) return nowMs > endsMs ? 'notSeen' : 'awaited'
  if (seen.token !== undefined) return 'wrongToken'
  if (seen.units !== amount) return 'wrongAmount'
  return seen.atMs > endsMs ? 'late' : 'seen'
}

/** The facts of an order that say how much was paid. */
export type PaidFacts = Pick<
  OrderFacts,
  'reviewed' | 'depositObserved' | 'fulfilledAmount' | 'transactions' | 'evidence'
>

/**
 * Returns the paid units of the input: those of a deposit that two hosts show, else the requested ones. A smaller balance may be
 * dust of the service (`paidInUnits` in `flows/refund-proof.ts`). It is dust if the swap delivered, if this wallet sent the
 * deposit, or if more came back.
 */
export function paidUnits(order: PaidFacts): string {
  const { depositObserved: seen, reviewed, evidence } = order
  const { inputAmount } = reviewed.request
  if (seen === undefined || !isDepositShown(order) || seen.token !== undefined) return inputAmount
  const isMore = BigInt(seen.units) > BigInt(inputAmount)
  const cameBack = evidence?.kind === 'refund' ? BigInt(evidence.units) : 0n
  const isDust =
    order.fulfilledAmount !== null || order.transactions.some(isOwnPayment) || cameBack > BigInt(seen.units)
  return isMore || !isDust ? seen.units : inputAmount
}

/** The origin, unless the service names the destination (interface 3, rule 3). */
export function refundChainOf({ refundChainId, reviewed }: OrderFacts): number {
  return refundChainId ?? reviewed.request.originChainId
}

export function isRefundChainUnknown({ refundChainId, reviewed: { request } }: OrderFacts): boolean {
  return refundChainId === null && request.originChainId !== request.destinationChainId
}

/** Returns whether the refund goes to the receiver on the destination chain, not back to the sender. */
export function isRefundOnDestination(order: OrderFacts): boolean {
  return refundChainOf(order) !== order.reviewed.request.originChainId
}

export function paymentTokenOf(
  { chainId, token, paidIn }: Pick<Evidence, 'chainId' | 'token' | 'paidIn'>,
  { inputToken, outputToken }: Pick<ReviewedTerms, 'inputToken' | 'outputToken'>,
): Pick<Token, 'symbol' | 'decimals'> | null {
  const reviewed = [inputToken, outputToken].find(
    (one) => one.chainId === chainId && isSameAddress(one.address, token),
  )
  return reviewed ?? paidIn ?? null
}

/** In the output's smallest unit; negative if less arrived. Null if not verified, or nothing was promised. */
export function surplusOf(order: OrderFacts): bigint | null {
  const { promisedAmount } = order.reviewed
  if (!isEndVerified(order) || order.fulfilledAmount === null || promisedAmount === '0') return null
  return BigInt(order.fulfilledAmount) - BigInt(promisedAmount)
}

/**
 * Throws `orderRestored` for an order that was restored from a copy. Something other than Ferry may have
 * written the copy, so Ferry follows the order and asks no wallet for anything about it.
 */
export function requireNotRestored({ restored }: Order): void {
  if (restored === true) throw new Problem('orderRestored', { money: 'unmoved' })
}

/**
 * Returns whether a request is an exit: it recovers funds, a signature or an allowance in any state of the
 * order.
 */
export function isExit({ purpose }: WalletRequestRecord): boolean {
  return purpose === 'withdraw' || purpose === 'cancel' || purpose === 'revoke'
}

/** A transaction that differs from the review does not count. */
export function isOwnPayment({ purpose, state, differs }: OrderTransaction): boolean {
  return purpose === 'send' && state === 'mined' && differs !== true
}

/**
 * Counts one more read, at most one in this time, so that neither a sleeping machine nor a changed clock counts as reads.
 * Null if the last one was counted less long ago.
 */
export function countRead(
  before: CountedReads | undefined,
  nowMs: number,
  everyMs = minuteMs,
): CountedReads | null {
  const { count, atMs } = before ?? { count: 0, atMs: nowMs - everyMs }
  // The time is ahead of the clock, which was set back since. The wait restarts.
  if (nowMs >= atMs && nowMs - atMs < everyMs) return null
  return { count: nowMs < atMs ? count : count + 1, atMs: nowMs }
}

const missingReads = 3

/**
 * Counts one more read in which no endpoint knows the transaction. After the third it is dropped. Null if none is
 * counted now.
 */
export function countMissingRead(
  { missing: before, state }: OrderTransaction,
  nowMs: number,
): Required<Pick<OrderTransaction, 'missing' | 'state'>> | null {
  const missing = countRead(before, nowMs)
  return missing && { missing, state: missing.count < missingReads ? state : 'dropped' }
}

/** Returns every request to send that may still be sent. The open one comes first. */
export function listUnansweredSends({
  walletRequest,
  liveRequests = [],
}: Order): readonly WalletRequestRecord[] {
  const live = liveRequests.map(({ record }) => record).filter(isSendRequest)
  if (walletRequest === null || !isSendRequest(walletRequest)) return live
  return [walletRequest, ...live.filter(({ requestId }) => requestId !== walletRequest.requestId)]
}

/** Returns whether two hosts showed a deposit at its address. */
export function isDepositShown({ depositObserved: seen }: Pick<Order, 'depositObserved'>): boolean {
  return seen !== undefined && seen.isReported !== true && seen.isOneSource !== true
}

/**
 * Returns whether the money may still leave through the wallet: one of its requests has no answer, or its transaction may
 * still be mined, and no chain shows a payment. Until then Ferry follows it, and the place of the money is unknown, whatever
 * the service reports.
 */
export function isSendOpen(order: Order): boolean {
  const { kind, transactions } = order
  if (kind === 'signed' || isDepositShown(order) || transactions.some(isOwnPayment)) return false
  return listOpenSends(order).length > 0 || listUnansweredSends(order).length > 0
}

/** Returns whether the service names a source transaction that is not one of the order's own. */
export function isSourceUnread({ sourceTransactionHash, transactions }: Order): boolean {
  return (
    sourceTransactionHash !== null && !transactions.some(({ hash }) => isSameHex(hash, sourceTransactionHash))
  )
}

/** How long the answer to an exit keeps the background from restarting. Its states do not wait for it. */
const exitWaitMs = hourMs

/**
 * Returns whether the background may restart. With a single host, a swap may stay in `submitting`: it blocks only until its
 * permit has expired, because nothing is posted after that. A page may show the request of an exit, and its answer would not
 * reach the new background.
 */
export function canRestart(
  open: readonly Pick<Order, 'state' | 'terms' | 'walletRequest'>[],
  nowMs: number,
): boolean {
  return open.every(({ state, terms, walletRequest: request }) => {
    if (request !== null && isExit(request) && nowMs - request.requestedMs < exitWaitMs) return false
    if (!isInSet(state, 'blocksRestart')) return true
    return state === 'submitting' && hasPermitExpiredByBothClocks(terms, nowMs)
  })
}
