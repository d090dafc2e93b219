import { type Address, nativeAddress, sameAddress, sameHex } from '../base/hex.ts'
import { dayMs, hourMs } from '../base/time.ts'
import type { Evidence } from '../chain/evidence.ts'
import { chainConfig, type Deployment, type DeploymentChain, exitInboxes } from '../deployment/deployment.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { Token } from '../service/token.ts'
import type { CallsOrder, InboxOrder, Order } from './order.ts'
import type { OrderTransaction, WalletRequestRecord } from './order-parts.ts'
import { isExit } from './order-parts.ts'
import { isIn, isVerified } from './order-state.ts'

type Way = Pick<Order, 'kind' | 'reviewed'>

/** Returns whether an order is sent to the inbox. */
export function isOfInbox<One extends Pick<Order, 'kind'>>(one: One): one is One & Pick<InboxOrder, 'kind'> {
  return one.kind === 'native' || one.kind === 'inbox'
}

/** Returns whether an order is sent as a call of a contract: of the inbox, or the one of its route. */
export function isOfCalls<One extends Pick<Order, 'kind'>>(one: One): one is One & Pick<CallsOrder, 'kind'> {
  return isOfInbox(one) || one.kind === 'manual'
}

/** Returns whether a token is approved first: to Permit2, to the target of the transaction, or to who takes it for that. */
export function needsApproval({ kind, reviewed }: Way): boolean {
  if (kind === 'signed') return true
  return (kind === 'inbox' || kind === 'manual') && !sameHex(reviewed.request.inputToken, nativeAddress)
}

/**
 * Returns the contract that may take the input: Permit2, the pinned target of the transaction, or the pinned contract that
 * takes it for a manual one; null where nothing is approved. An allowance of a retired inbox can be revoked, so that it
 * counts here. The checks let no approval name one.
 */
export function spenderOf(order: Way & Pick<Order, 'terms'>, config: DeploymentChain): Address | null {
  if (!needsApproval(order)) return null
  if (order.kind === 'signed') return config.permit2
  const { txData, spender } = order.terms
  if (spender !== undefined) return config.manualSpenders?.find((one) => sameHex(one, spender)) ?? null
  const targets = order.kind === 'inbox' ? exitInboxes(config) : config.manualTargets
  return targets.find((target) => sameHex(target, txData?.to)) ?? null
}

/** Returns whether an approval of the swap was sent, so that it is not said that nothing was. */
export function hasSentApproval({ transactions }: Pick<Order, 'transactions'>): boolean {
  return transactions.some(
    ({ purpose, state }) => (purpose === 'approve' || purpose === 'resetApproval') && state !== 'dropped',
  )
}

/** Returns whether the swap was made with a contract that the deployment file lists as retired. */
export function isOfRetired({ kind, terms, reviewed }: Order, deployment: Deployment): boolean {
  const config = chainConfig(deployment, reviewed.request.originChainId)
  if (kind === 'signed') {
    const { spender } = terms.signTypedData.values
    return (
      config?.retiredGateways?.some((one) => typeof spender === 'string' && sameHex(one, spender)) === true
    )
  }
  return config?.retiredInboxes?.some((one) => sameHex(one, terms.txData?.to)) === true
}

/** Returns whether it is a manual swap that stays on its chain: the service does not track it, its receipt tells (wire shapes 6). */
export function isReceiptOnly({ kind, reviewed }: Way): boolean {
  return kind === 'manual' && reviewed.request.originChainId === reviewed.request.destinationChainId
}

/** Returns what the service knows an order by; null while a manual one has no transaction. */
export function statusKeyOf(
  order: Pick<Order, 'terms' | 'sourceTransactionHash'>,
): { readonly requestHash: string } | { readonly txHash: string } | null {
  if (order.terms.requestHash !== null) return { requestHash: order.terms.requestHash }
  return order.sourceTransactionHash === null ? null : { txHash: order.sourceTransactionHash }
}

/** Returns whether the user's money has left its place, as far as is known. */
export function moneyHasLeft(
  order: Pick<Order, 'kind' | 'statusCode' | 'depositSeen' | 'transactions'>,
): boolean {
  const code = order.statusCode ?? 0
  if (code >= 2 && code <= 4) return true
  if (order.kind === 'signed') return false
  if (order.kind !== 'deposit') return true
  const isSent = order.transactions.some(
    ({ purpose, state, differs }) =>
      purpose === 'send' && state !== 'failed' && state !== 'replaced' && differs !== true,
  )
  return isSent || order.depositSeen !== undefined
}

/** Returns the wallet that a request is put to: of an exit the one that was connected then, else the order's own. */
export function walletOf(
  { wallet, walletRequest }: Pick<Order, 'wallet' | 'walletRequest'>,
  request: Order['walletRequest'] = walletRequest,
): Order['wallet'] {
  return request?.wallet ?? wallet
}

/** Returns whether the wallet is asked to send the swap itself, alone or with its approval. */
export function asksSend(request: Order['walletRequest']): boolean {
  return request?.purpose === 'send' || request?.purpose === 'sendCalls'
}

/** Returns whether the wallet is being asked to invalidate the order's nonce. */
export function asksCancel({ walletRequest }: Pick<Order, 'walletRequest'>): boolean {
  return walletRequest?.purpose === 'cancel'
}

/** Returns whether the wallet is being asked to take a failed request's funds out of the inbox. */
export function asksWithdraw(order: Pick<Order, 'walletRequest'>): boolean {
  return order.walletRequest?.purpose === 'withdraw'
}

/** Returns every wallet request of an order that has no trusted answer yet. */
export function askedOf({
  walletRequest,
  supersededRequests = [],
  unclosed = [],
}: Pick<Order, 'walletRequest' | 'supersededRequests' | 'unclosed'>): readonly WalletRequestRecord[] {
  const open = walletRequest === null ? [] : [walletRequest]
  return [...open, ...supersededRequests, ...unclosed.map(({ record }) => record)]
}

/** Returns whether anybody may use what was requested. A signature that came through no page reaches Ferry alone. */
export function mayBeUsed({ wallet }: Pick<Order, 'wallet'>, { purpose }: WalletRequestRecord): boolean {
  return purpose !== 'sign' || wallet?.connector === 'page'
}

/** Returns whether an answer to a request counts for an order, also to one that gave way to another (R8). */
export function hasAsked(order: Parameters<typeof askedOf>[0], requestId: string): boolean {
  return askedOf(order).some((one) => one.requestId === requestId)
}

/**
 * Returns whether the swap may be sent by another question or transaction than this one: that this one came to nothing says
 * nothing of it, and nothing may be asked for anew.
 */
export function isOneOfSeveral(
  { walletRequest, transactions }: Pick<Order, 'walletRequest' | 'transactions'>,
  hash: string | null,
): boolean {
  return asksSend(walletRequest) || transactions.some((one) => mayStillSend(one) && one.hash !== hash)
}

/**
 * Returns whether a transaction of the swap may still be mined: one that no node knows any more may have another nonce than it
 * was asked with, unless a node has shown it.
 */
export function mayStillSend({ purpose, state, isNonceSeen }: OrderTransaction): boolean {
  return purpose === 'send' && (state === 'sent' || (state === 'dropped' && isNonceSeen !== true))
}

/**
 * Returns whether the approval may be requested again: it sets the same exact amount, and what is needed is read before. A
 * transaction of the swap itself is never requested again while its request has no answer.
 */
export function mayAskAgain({ state, restored }: Pick<Order, 'state' | 'restored'>): boolean {
  return restored !== true && (state === 'approve_requested' || state === 'approve_sent')
}

/** A transaction that no block has by then may never come: its wallet lost it, or the owners of its account do not agree. */
const unminedMs = hourMs

/** So long nothing is reported of a swap before it can be put away. */
const noNewsMs = 7 * dayMs

type PutAwayFacts = Pick<
  Order,
  | 'state'
  | 'walletRequest'
  | 'transactions'
  | 'timeline'
  | 'callsId'
  | 'createdMs'
  | 'putAwayMs'
  | 'depositSeen'
>

/**
 * Returns whether the user may put away a swap that may never move again: its wallet never answered and nothing was seen, no block has what
 * the wallet named or took for an hour, or nothing was reported for a week. It is followed all the same.
 */
export function mayPutAway(order: PutAwayFacts, nowMs: number): boolean {
  const { state, timeline, createdMs, putAwayMs, depositSeen } = order
  if (state === 'pending' || (state === 'deposit_awaited' && depositSeen !== undefined))
    return putAwayMs === undefined && nowMs - (timeline.at(-1)?.atMs ?? createdMs) >= noNewsMs
  return mayPutAwaySend(order, nowMs)
}

function mayPutAwaySend(order: PutAwayFacts, nowMs: number): boolean {
  const { state, walletRequest, transactions, timeline, callsId } = order
  const sends = transactions.filter(({ purpose, differs }) => purpose === 'send' && differs !== true)
  const open = openSends(order)
  const isLong = (atMs: number): boolean => nowMs - atMs >= unminedMs
  if (sends.some((one) => one.state === 'mined') || !open.every(({ sentMs }) => isLong(sentMs))) return false
  if (state === 'unknown_outcome') return open.length > 0 || asksSend(walletRequest)
  const takenMs = timeline.find(({ step }) => step === 'sent')?.atMs ?? nowMs
  return state === 'sent' && (open.length > 0 || (Boolean(callsId) && isLong(takenMs)))
}

/** Returns the transactions of the swap that may still be mined, with the wallet request that they answered. */
export function openSends({ transactions }: Pick<Order, 'transactions'>): readonly OrderTransaction[] {
  return transactions.filter(
    ({ purpose, state, differs, request }) =>
      purpose === 'send' &&
      differs !== true &&
      request !== undefined &&
      (state === 'sent' || state === 'dropped'),
  )
}

/**
 * Returns whether the user may stop the swap now, or the waiting for its wallet where something may be sent. Screens show a button exactly
 * then.
 */
export function mayStop(order: PutAwayFacts & Pick<Order, 'problem'>, nowMs: number): boolean {
  const { state, problem } = order
  switch (state) {
    case 'confirmed':
    case 'approved':
      return problem !== null
    case 'sent':
    case 'pending':
    case 'deposit_awaited':
    case 'unknown_outcome':
      return mayPutAway(order, nowMs)
    default:
      return state === 'needs_user' || state === 'approve_sent' || isIn(state, 'promptOpen')
  }
}

/** Returns whether the wallet may still show a question that nobody waits for any more, also where the way to it was cut. */
export function isStillAsked({ state, walletRequest }: Pick<Order, 'state' | 'walletRequest'>): boolean {
  const isStopped = state === 'abandoned_unsigned' || state === 'unknown_outcome'
  return isStopped && walletRequest !== null && !isExit(walletRequest)
}

/**
 * Returns when the wallet was last asked for something that it may still show, and that Ferry does not wait for; null for nothing.
 * Of a swap that is being stopped the screen says so itself.
 */
export function earlierAskedMs({
  state,
  walletRequest,
  supersededRequests = [],
  unclosed = [],
}: Pick<Order, 'state' | 'walletRequest' | 'supersededRequests' | 'unclosed'>): number | null {
  // An approval that was superseded is open again once the swap is over.
  const isOpen = isIn(state, 'untaken') && walletRequest !== null && !isExit(walletRequest)
  const silent = unclosed.filter(
    ({ record, isAnswered }) =>
      state !== 'stopping' && isAnswered !== true && record.requestId !== walletRequest?.requestId,
  )
  const asked = [
    ...supersededRequests,
    ...silent.map(({ record }) => record),
    ...(isOpen ? [walletRequest] : []),
  ].map(({ askedMs }) => askedMs)
  return asked.length === 0 ? null : Math.max(...asked)
}

/** Returns whether the wallet may still show an earlier request: for a day. */
export function isEarlierAsked(askedMs: number | null, nowMs: number): boolean {
  return askedMs !== null && nowMs - askedMs < dayMs
}

/** How a deposit stands. */
export type DepositPhase = 'awaited' | 'seen' | 'wrongToken' | 'wrongAmount' | 'late' | 'notSeen'

/** An address is looked at this long after its end: money takes its time, and what comes then is still the user's. */
export const lateWatchMs = hourMs

/**
 * Tells a deposit that is still awaited, seen as it should be, of another token or amount, too late, or not seen in time apart.
 * `endsMs` in this machine's clock.
 */
export function depositPhase(
  amount: string,
  endsMs: number,
  seen: Order['depositSeen'] | null,
  nowMs: number,
): DepositPhase {
  if (seen === undefined || seen === null) return nowMs > endsMs ? 'notSeen' : 'awaited'
  if (seen.token !== undefined) return 'wrongToken'
  if (seen.units !== amount) return 'wrongAmount'
  return seen.atMs > endsMs ? 'late' : 'seen'
}

type RefundFacts = Pick<Order, 'refundChainId'> & {
  readonly reviewed: {
    readonly request: Pick<Order['reviewed']['request'], 'originChainId' | 'destinationChainId'>
  }
}

/**
 * Returns the chain that what could not be delivered goes back to: the origin, unless the service names the destination
 * (interface 3, rule 3).
 */
export function refundChainOf({ refundChainId, reviewed }: RefundFacts): number {
  return refundChainId ?? reviewed.request.originChainId
}

/** Returns whether the service names no chain for the refund, so that it may be on either. */
export function isRefundPlaceUnknown({ refundChainId, reviewed: { request } }: RefundFacts): boolean {
  return refundChainId === null && request.originChainId !== request.destinationChainId
}

/** Returns whether it goes to the recipient on the destination, and not back to where it came from. */
export function isRefundThere(order: RefundFacts): boolean {
  return refundChainOf(order) !== order.reviewed.request.originChainId
}

/** Returns what the token of a payment is called and counted in; null where nobody said. */
export function paidToken(
  { chainId, token, paidIn }: Pick<Evidence, 'chainId' | 'token' | 'paidIn'>,
  { inputToken, outputToken }: Pick<ReviewedTerms, 'inputToken' | 'outputToken'>,
): Pick<Token, 'symbol' | 'decimals'> | null {
  const reviewed = [inputToken, outputToken].find(
    (one) => one.chainId === chainId && sameAddress(one.address, token),
  )
  return reviewed ?? paidIn ?? null
}

/**
 * Returns the least that an order's deal brings, and what it is said to bring: those of the quote that it went on with,
 * if any.
 */
export function broughtBy({
  reviewed,
  wentOn,
}: Pick<Order, 'reviewed' | 'wentOn'>): Pick<ReviewedTerms, 'minAmountOut' | 'promisedAmount'> {
  return wentOn ?? reviewed
}

/**
 * Returns what arrived beyond what was promised, below zero where it is less, in the output's smallest unit; null where
 * the chain has not shown what arrived, or nothing was promised.
 */
export function surplusOf(
  order: Pick<Order, 'state' | 'reviewed' | 'wentOn' | 'fulfilledAmount'>,
): bigint | null {
  const { promisedAmount } = broughtBy(order)
  if (!isVerified(order) || order.fulfilledAmount === null || promisedAmount === '0') return null
  return BigInt(order.fulfilledAmount) - BigInt(promisedAmount)
}
