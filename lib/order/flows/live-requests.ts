import { Problem } from '../../base/problem.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../base/time.ts'
import { secondsReachedByTwo } from '../../chain/evidence.ts'
import { acceptAnyHost, countBackingHosts } from '../../chain/quorum.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { createProblemData, endStopped } from '../change.ts'
import type { FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import {
  isCancelledElsewhere,
  isPermitDeadlinePassed,
  isVerifiedUsed,
  readPermitNonce,
} from '../nonce-reads.ts'
import type {
  CallsOrder,
  LiveRequest,
  Order,
  OrderTransaction,
  SignedOrder,
  WalletRequestRecord,
} from '../order.ts'
import {
  canPutAwaySend,
  canStillBeMined,
  isPermitUseVerified,
  isSendRequest,
  statusKeyOf,
} from '../order-facts.ts'
import { listOtherSignatures, withCancellableTerms, withoutLiveRequest } from '../stored-requests.ts'
import {
  findNonceUse,
  hasQuorum,
  readShownTransaction,
  stateOfView,
  usesContractAccount,
} from '../transaction-reads.ts'
import {
  change,
  type Handler,
  move,
  stay,
  type Transition,
  type TransitionContext,
  withTerms,
} from '../transition.ts'
import { awaitsCalls, onCallsObserved, watchCalls } from './batch.ts'
import { endUnused } from './ends.ts'
import { readNonceUser } from './own-transaction.ts'
import {
  chainDueMs,
  isCallsReadDue,
  isChainReadDue,
  isLiveRequestReadDue,
  pacedDueMs,
  poll,
} from './schedule.ts'
import { isVerifiedOurs } from './sending.ts'

/** A read is valid only for the prompt that follows it. */
const liveRequestsReadValidMs = 30 * secondMs

/** Returns whether live requests must be read again before a prompt: one of them may have been used. */
export function mustReadLiveRequests(
  { liveRequests = [], liveRequestsReadMs }: Order,
  nowMs: number,
): boolean {
  // A read in the future was made before the clock was set back.
  const ageMs = nowMs - (liveRequestsReadMs ?? 0)
  return liveRequests.length > 0 && (ageMs < 0 || ageMs >= liveRequestsReadValidMs)
}

/** How often to read whether an unanswered request can still be sent. */
const readEveryMs = 10 * minuteMs

/**
 * Returns whether an order may end automatically: its wallet answered with an error, and no transaction of it
 * is seen. A wallet that named another transaction has sent something. A wallet that never answered may still
 * show the request.
 */
function canEndAutomatically(order: Order, nowMs: number): boolean {
  const hasSendTransaction = order.transactions.some(({ purpose }) => purpose === 'send')
  return (
    canPutAwaySend(order, nowMs) && order.walletRequest?.walletErrorMs !== undefined && !hasSendTransaction
  )
}

export function isLiveCheckDue(order: Order, nowMs: number): boolean {
  const sinceMs = order.liveRequestsReadMs ?? order.walletRequest?.requestedMs ?? nowMs
  // In turns: if too few endpoints answer, the transaction and the service are still read.
  return isLiveRequestReadDue(order) && canEndAutomatically(order, nowMs) && nowMs - sinceMs >= readEveryMs
}

/**
 * Returns the task of a stopped swap. The service may know what a contract account sent, which does not
 * change the nonce. A wallet with a batch of calls may report their result.
 */
export function taskWhileStopping(order: Order): Task {
  if (awaitsCalls(order) && isCallsReadDue(order)) return watchCalls
  const isPolled = order.kind !== 'signed' && statusKeyOf(order) !== null
  return isPolled && !isChainReadDue(order) ? poll : readLiveRequests
}

/** Before a prompt: a used request is followed, and no other wallet request is sent. */
export const onLiveRequestsRead: Handler<'liveRequestsRead'> = (order, { usedId, deadIds }, context) => {
  const { nowMs } = context
  const used = order.liveRequests?.find(({ record }) => record.requestId === usedId)
  if (used !== undefined) return trackUsedRequest(order, used, context)
  return change(deadIds.reduce(withoutLiveRequest, order), { liveRequestsReadMs: nowMs, dueMs: nowMs })
}

/**
 * A stopped swap follows a used request too. It ends once none of them can be used any more. An idle account does not show
 * that of a transaction without the wallet's answer: the wallet may still show its request, or publish the transaction.
 */
export const onStoppedRequestsRead: Handler<'liveRequestsRead'> = (order, event, context) => {
  const { nowMs } = context
  const { liveRequests = [] } = order
  const { replacedIds = [] } = event
  const unanswered = liveRequests.filter(
    (one) => isUnansweredSend(one) && !replacedIds.includes(one.record.requestId),
  )
  if (unanswered.length > 0 && liveRequests.every(({ record }) => event.deadIds.includes(record.requestId)))
    return endUnread(order, context)
  const deadIds = event.deadIds.filter((id) => !unanswered.some(({ record }) => record.requestId === id))
  const replaced = { ...order, transactions: withReplaced(order, replacedIds) }
  const { order: known } = onLiveRequestsRead(replaced, { ...event, deadIds }, context)
  if (known.state !== 'stopping') return stay(known)
  if (known.liveRequests === undefined || known.liveRequests.length === 0) return endUnsent(known, context)
  return change(withCancellableTerms(known), {
    readCount: order.readCount + 1,
    dueMs: nextStoppingReadDueMs(order, nowMs),
  })
}

function isUnansweredSend({ record, isAnswered }: LiveRequest): boolean {
  return isSendRequest(record) && isAnswered !== true && record.walletErrorMs === undefined
}

function withReplaced({ transactions }: Order, requestIds: readonly string[]): Order['transactions'] {
  return transactions.map((one) =>
    requestIds.includes(one.request?.requestId ?? '') && canStillBeMined(one)
      ? { ...one, state: 'replaced' }
      : one,
  )
}

/** It stays unknown whether its request was used. */
function endUnread(order: Order, context: TransitionContext): Transition {
  return endStopped(order, context, createProblemData('stoppedUnread', 'unknown'))
}

/** A swap that was posted or cancelled says so, also if an earlier signature kept it open until now. */
function endUnsent(order: Order, context: TransitionContext): Transition {
  if (order.kind !== 'signed') return endStopped(order, context)
  const isCancelled = order.transactions.some(
    ({ purpose, state }) => purpose === 'cancel' && state === 'mined',
  )
  if (isCancelled) return endUnused(order, 'cancelled', context)
  return order.submitCount > 0 ? endUnused(order, 'expired', context) : endStopped(order, context)
}

/** A send with an unknown outcome ends if none of its requests can be sent any more. A used one is found as a transaction. */
export const onUnknownRequestsRead: Handler<'liveRequestsRead'> = (order, { deadIds }, context) => {
  const { nowMs } = context
  const known = deadIds.reduce(withoutLiveRequest, order)
  if (canEndAutomatically(order, nowMs) && known.liveRequests?.length === 0) {
    const problem = order.problem === null ? null : { ...order.problem, money: 'nothingSent' as const }
    return endStopped({ ...known, problem, walletRequest: null }, context)
  }
  const dueMs = chainDueMs(order, nowMs)
  return change(known, { liveRequestsReadMs: nowMs, readCount: order.readCount + 1, dueMs })
}

/** How long Ferry reads a stopped swap whose chain does not answer. */
const unreadEndMs = 30 * dayMs
/** As many reads as a machine that never sleeps makes in most of that time: the clock may jump (PR13). */
const unreadEndReads = 1_300

/** A longer gap between two reads means that the machine slept. The first read after it does not decide. */
const maxAwakeGapMs = 2 * hourMs

export const onStoppingReadFailed: Handler<'readFailed'> = (order, _event, context) => {
  const { nowMs } = context
  const isAwake = nowMs - order.updatedMs < maxAwakeGapMs
  const isOver = nowMs - (order.liveRequestsReadMs ?? nowMs) >= unreadEndMs
  if (isAwake && isOver && order.readCount >= unreadEndReads) return endUnread(order, context)
  return change(order, { readCount: order.readCount + 1, dueMs: nextStoppingReadDueMs(order, nowMs) })
}

/** The swap ends with the last request. */
export const onCallsObservedWhileStopping: Handler<'callsObserved', CallsOrder> = (order, event, context) => {
  const next = onCallsObserved(order, event, context)
  const dueMs = nextStoppingReadDueMs(order, context.nowMs)
  if (next.order.state === 'stopping') return change(next.order, { dueMs })
  if (next.order.state !== 'needs_user') return next
  const { liveRequests = [] } = next.order
  const known = { ...order, liveRequests, callsId: null }
  return liveRequests.length === 0 ? endStopped(known, context) : change(known, { dueMs })
}

/** Most of these requests were really rejected, so they are read slowly. */
function nextStoppingReadDueMs(order: Order, nowMs: number): number {
  return pacedDueMs(order, nowMs, Math.max(10 * minuteMs, nowMs - order.createdMs))
}

/** Follows the terms that were used, which may be earlier ones than the order has now. */
function trackUsedRequest(
  order: Order,
  { record, terms }: LiveRequest,
  context: TransitionContext,
): Transition {
  const { nowMs } = context
  // The order follows its signature or its transaction already.
  const isAnswered =
    record.purpose === 'sign' ||
    order.transactions.some(({ request }) => request?.requestId === record.requestId)
  const known = withTerms(order, terms)
  return move(isAnswered ? withoutLiveRequest(known, record.requestId) : known, 'unknown_outcome', nowMs, {
    problem: createProblemData('walletSilent', 'unknown'),
    walletRequest: isAnswered ? null : record,
    offer: null,
    readCount: 0,
    viewed: false,
  })
}

/**
 * The chain's evidence for a live request. `dead`: it can never be used any more. `replaced`: the same, because another
 * transaction used the nonce of the one that the wallet named.
 */
type RequestUse = 'used' | 'live' | 'dead' | 'replaced'

export const readLiveRequests: Task = { name: 'readLiveRequests', isRead: true, run: readEach }

/** Throws `rpcUnreachable` if too few endpoints answer, or if the account has a pending transaction. */
async function readEach(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const isOver = order.state === 'reported_terminal' || order.state === 'verified_terminal'
  if (isOver && order.kind === 'signed') return readAfterEnd(order, ports)
  const deadIds: string[] = []
  const replacedIds: string[] = []
  for (const { record, terms } of order.liveRequests ?? []) {
    const { requestId } = record
    const own = withTerms(order, terms)
    const use = await (own.kind === 'signed'
      ? readSignatureUse(order, own, ports)
      : readSendUse(own, record, ports))
    if (use === 'used') return { kind: 'liveRequestsRead', usedId: requestId, deadIds }
    if (use === 'dead' || use === 'replaced') deadIds.push(requestId)
    if (use === 'replaced') replacedIds.push(requestId)
  }
  const replaced = replacedIds.length === 0 ? {} : { replacedIds }
  return { kind: 'liveRequestsRead', usedId: null, deadIds, ...replaced }
}

/**
 * After the end of a signed swap, another signature counts as used only if two hosts show that, and only once the chain shows the
 * payment by the order's own. It stays live until its deadline even then, because a block may be reorganised.
 */
async function readAfterEnd(order: SignedOrder, ports: FlowPorts): Promise<FlowEvent> {
  const isPaid = order.state === 'verified_terminal' || isPermitUseVerified(order)
  const deadIds: string[] = []
  let usedId: string | null = null
  for (const { record, terms } of listOtherSignatures(order)) {
    const own = withTerms(order, terms)
    if (own.kind !== 'signed') continue
    const use = await readSignatureUse(order, own, ports)
    const isUsed = use === 'used' && isPaid
    const isVerified = isUsed && (await isVerifiedUsed(own, ports))
    if (isVerified) usedId = record.requestId
    const isPast = isUsed && (await isPermitDeadlinePassed(own, ports, isVerified))
    if (use === 'dead' || isPast) deadIds.push(record.requestId)
  }
  return { kind: 'liveRequestsRead', usedId, deadIds }
}

/**
 * The cancellation of the order's own nonce uses it too: `watchCancel` says which of the two did. One endpoint that shows the
 * nonce as used stops the next signature. "Unused" takes two, and so does a passed deadline.
 */
async function readSignatureUse(order: Order, own: SignedOrder, ports: FlowPorts): Promise<RequestUse> {
  const { cancelling, ...plain } = own
  const isOwnNonce = order.kind === 'signed' && order.terms.permitNonce === own.terms.permitNonce
  if (isOwnNonce && cancelling?.isTooLate === false) return 'live'
  const known = isOwnNonce ? own : plain
  const { originChainId } = order.reviewed.request
  const read = await readPermitNonce(known, ports)
  const seen = acceptAnyHost(read)
  if (seen?.used === true) return (await isCancelledElsewhere(known, ports)) ? 'dead' : 'used'
  if (seen === null || !hasQuorum(originChainId, { sources: countBackingHosts(read) }, ports))
    throw new Problem('rpcUnreachable')
  return seen.blockSeconds > own.terms.permitDeadlineSeconds ? 'dead' : 'live'
}

/**
 * Maximum number of nonces, from the first one on, to compare with the order's own call. If the account sent
 * more, the request does not count as unused.
 */
const maxNonces = 10

/** How long an account must send nothing before its request counts as over. */
const idleMs = { watched: 2 * dayMs, others: dayMs } as const

/**
 * A transaction request is over after days without any sign of it. Different transactions with its nonce and
 * every later one end it immediately only if the wallet has answered. A request that the wallet still shows
 * gets its nonce when it is approved. No deadline ends it: a later transaction still takes the funds.
 */
async function readSendUse(order: Order, record: WalletRequestRecord, ports: FlowPorts): Promise<RequestUse> {
  const use = await readNonceUse(order, record, ports)
  // Others may carry the calls of an account with code, which does not change its nonce. Only a report of them ends the
  // watch, or the limit of a stopped swap that cannot be read.
  const isOver = use === 'dead' || use === 'replaced'
  if (!isOver || !(await usesContractAccount(order, ports))) return use
  if (order.state === 'stopping') throw new Problem('rpcUnreachable')
  return 'live'
}

async function readNonceUse(
  order: Order,
  { requestId, accountNonce, requestedMs }: WalletRequestRecord,
  ports: FlowPorts,
): Promise<RequestUse> {
  const requested = order.walletRequest
  const isAnswered = requested?.requestId === requestId && requested.walletErrorMs !== undefined
  const isWatched = order.state === 'unknown_outcome'
  if (accountNonce === null) return isWatched ? 'live' : 'dead'
  const { chain } = ports
  const { originChainId: chainId, userAddress: from } = walletQuoteRequest(order.reviewed.request)
  const isStillFor = async (ms: number): Promise<boolean> =>
    secondsReachedByTwo(await chain.latestBlockSeconds(chainId)) * secondMs - requestedMs >= ms
  const use = await chain.accountUse(chainId, from, accountNonce)
  if (use.isIdle && !use.isUsed) {
    if (!hasQuorum(chainId, use, ports)) throw new Problem('rpcUnreachable')
    return (await isStillFor(idleMs[isWatched ? 'watched' : 'others'])) ? 'dead' : 'live'
  }
  const next = await chain.accountNonce(chainId, from, 'latest')
  if (next <= accountNonce) throw new Problem('rpcUnreachable')
  if (next - accountNonce > maxNonces) {
    // For a stopped swap, too many transactions to check count as not read, so it does not end.
    if (order.state === 'stopping') throw new Problem('rpcUnreachable')
    return 'used'
  }
  let isOver = true
  for (let nonce = accountNonce; nonce < next; nonce += 1) {
    const hash = await findNonceUse(order, nonce, ports)
    if (hash === null) throw new Problem('rpcUnreachable')
    const isOurs = await isVerifiedOurs(order, hash, ports)
    if (isOurs === null) throw new Problem('rpcUnreachable')
    const known = order.transactions.find((one) => one.hash === hash)
    // A failed transaction of the order says nothing of this request.
    const isFailed = known?.state === 'failed'
    if (isOurs && !isFailed) {
      if (known === undefined || (await isEndShown(known, ports))) return 'used'
      throw new Problem('rpcUnreachable')
    }
    isOver &&= isFailed || (await readNonceUser(order, { chainId, hash, from, nonce }, ports)) === 'other'
  }
  // A transaction behind them may be the order's.
  const later = await chain.accountUse(chainId, from, next)
  if (!later.isIdle || !hasQuorum(chainId, later, ports)) throw new Problem('rpcUnreachable')
  const named = order.transactions.filter(({ request }) => request?.requestId === requestId)
  // One that no node has shown may have a later nonce. One that differs answers no request.
  const isReplaced = ({ isNonceSeen, accountNonce: own, state, differs }: OrderTransaction): boolean =>
    differs !== true &&
    (state === 'replaced' || (isNonceSeen === true && own !== null && own >= accountNonce && own < next))
  if (isOver && named.length > 0 && named.every(isReplaced)) return 'replaced'
  return isOver && (isAnswered || (await isStillFor(idleMs.others))) ? 'dead' : 'live'
}

/**
 * Returns whether any host shows the success of a known transaction, or two its failure. To follow it without that
 * would undo a stop again and again.
 */
async function isEndShown(known: OrderTransaction, ports: FlowPorts): Promise<boolean> {
  const { first, isFinal } = await readShownTransaction(known, ports)
  return stateOfView(first) === 'mined' || isFinal
}
