import { type Hex, isSameHex } from '../../base/hex.ts'
import type { ProblemCode } from '../../base/problem-codes.ts'
import { minuteMs } from '../../base/time.ts'
import { isTrackedByReceipt } from '../../quote/order-kind.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { statusCodes } from '../../service/status-codes.ts'
import {
  awaitUserAfterSend,
  createProblemData,
  termsAnswerId,
  withAnomaly,
  withTimelineStep,
  withTransaction,
  withUncertainty,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, OrderTransaction } from '../order.ts'
import {
  canStillBeMined,
  countMissingRead,
  hasOtherSend,
  isOwnPayment,
  isSendRequest,
  isSourceUnread,
  statusKeyOf,
} from '../order-facts.ts'
import { withLiveRequest } from '../stored-requests.ts'
import {
  findReplacement,
  paidGasOf,
  readShownTransaction,
  usesContractAccount,
} from '../transaction-reads.ts'
import { change, type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { awaitsCalls, watchCalls } from './batch.ts'
import { endByCode, withoutReport } from './ends.ts'
import { classifyTransaction, readNonceUser } from './own-transaction.ts'
import { chainDueMs, isChainReadDue, poll } from './schedule.ts'
import { findTransaction, followOtherSends } from './sending.ts'

export type TransactionEvent = EventOf<'transactionObserved' | 'transactionMissing' | 'transactionRepriced'>

export const watchTransaction: Task = { name: 'watchTransaction', isRead: true, run: readTransaction }

async function readTransaction(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send')
  const isMinedFirst = order.state === 'pending' || isTrackedByReceipt(order)
  const watched = isMinedFirst ? sends.findLast(isOwnPayment) : undefined
  const sent =
    watched ??
    sends.findLast(({ state }) => state === 'sent') ??
    sends.findLast(canStillBeMined) ??
    sends.at(-1)
  if (sent === undefined) return findTransaction.run(order, ports)
  const shown = await readShownTransaction(sent, ports)
  // Before enough hosts show its end, one host is enough to follow it.
  const view = shown.isFinal ? shown.view : shown.first
  if (view.kind === 'unknown') return readReplacement(order, sent, ports)
  const witnesses = shown.isFinal ? 'enough' : 'any'
  const seen = await classifyTransaction(order, sent.hash, view, ports, witnesses)
  // The nonce of another sender's transaction says nothing about the account's.
  const isOwn =
    shown.view.kind !== 'unknown' && isSameHex(shown.view.from, order.reviewed.request.userAddress)
  const nonce = isOwn ? { accountNonce: shown.view.nonce } : {}
  const gas = paidGasOf(order, view)
  const event = { kind: 'transactionObserved', hash: sent.hash, ...seen, ...nonce, ...gas } as const
  if (seen.state === 'sent' && !seen.differs) return event
  const isMined = seen.state === 'mined' && !seen.differs
  if (shown.isFinal) return isMined ? { ...event, isDeep: true } : event
  // One host may be wrong, and a pending transaction may be replaced. Only a deep block proves an end.
  if (!isMined) return { ...event, ...waitUntilSure }
  // A receipt that is the swap's only status counts from the first block, unless another host shows it waiting.
  return isTrackedByReceipt(order) && shown.view.kind === 'waiting' ? { ...event, state: 'sent' } : event
}

/** Another request could pay twice. */
const waitUntilSure = { differs: false, state: 'sent', isUncertain: true } as const

/**
 * Looks for the transaction that replaced one that no node knows. The same call at another price continues
 * the order. A different transaction ends it only if its nonce is the one that hosts have shown. Without that,
 * only a permanent absence is evidence, so it is read repeatedly; a lagging node gets time.
 */
async function readReplacement(order: Order, sent: OrderTransaction, ports: FlowPorts): Promise<FlowEvent> {
  const { accountNonce, chainId, hash } = sent
  const seen = { kind: 'transactionObserved', hash, differs: false } as const
  const { userAddress } = walletQuoteRequest(order.reviewed.request)
  if (accountNonce === null) return { ...seen, state: 'sent' }
  const by = await findReplacement(order, sent, ports)
  const user = { chainId, from: userAddress, nonce: accountNonce }
  const owner = by === null ? null : await readNonceUser(order, { ...user, hash: by }, ports)
  if (by !== null && owner === 'order') return { kind: 'transactionRepriced', hash, by }
  const isUsed = by !== null && sent.isNonceSeen === true
  if (isUsed && owner === null) return { ...seen, ...waitUntilSure }
  // Any transaction may carry the calls of an account with code, so its own nonce proves nothing.
  if (await usesContractAccount(order, ports)) return { ...seen, state: 'sent' }
  if (isUsed) return { ...seen, state: 'replaced' }
  const isLost = await ports.chain.isTransactionLost(chainId, userAddress, accountNonce, hash)
  return isLost ? { kind: 'transactionMissing', hash } : { ...seen, state: 'sent' }
}

/**
 * How long a transaction must be seen mined if two hosts do not show it deep enough, because its block may be
 * reorganised.
 */
const minedLongMs = 3 * minuteMs

export function sendOf({ transactions }: Order, hash: string): OrderTransaction | undefined {
  return transactions.find((one) => one.purpose === 'send' && one.hash === hash)
}

export const onTransactionObserved: Handler<'transactionObserved'> = (order, event, context) => {
  const sent = sendOf(order, event.hash)
  if (sent === undefined) return stay(order)
  const note = 'sent transaction differs'
  const anomalies = event.differs ? withAnomaly(order, note) : order.anomalies
  const transactions = withObserved(order, event, context)
  const isMined = event.state === 'mined' && !event.differs
  const sourceTransactionHash = isMined ? event.hash : order.sourceTransactionHash
  const known = {
    ...order,
    sourceTransactionHash,
    transactions,
    anomalies,
    readCount: nextReadCount(order, context),
  }
  const laterMs = chainDueMs(known, context.nowMs)
  if (event.differs) {
    const walletRequest = order.walletRequest ?? sent.request ?? null
    const problem = createProblemData('transactionDiffers', 'unknown')
    // Not immediately: the search may find the same transaction again, by evidence that only some endpoints have.
    return move(withReopenedRequest(known, sent), 'unknown_outcome', laterMs, { problem, walletRequest })
  }
  if (isMined) {
    const timeline = withTimelineStep(known, 'mined', context.nowMs)
    // Its receipt is the only status. Its payment is read next (wire shapes 6).
    if (isTrackedByReceipt(known)) {
      const minedMs = transactions.find(({ hash }) => hash === event.hash)?.minedMs ?? context.nowMs
      if (event.isDeep !== true && context.nowMs - minedMs < minedLongMs) return move(known, 'sent', laterMs)
      return endByCode(
        { ...known, timeline, destinationTransactionHash: event.hash },
        statusCodes.settled,
        context,
      )
    }
    return move(known, 'pending', context.nowMs, {
      statusCode: known.statusCode ?? statusCodes.pending,
      timeline,
      readCount: 0,
      // A request to send the same is obsolete, and blocks nothing.
      ...(isSendRequest(known.walletRequest) ? { walletRequest: null } : {}),
    })
  }
  // A failed transaction is used up, so a new one cannot become a second swap.
  if (event.state === 'failed') return endUsedUp(known, event.hash, 'transactionFailed', context)
  // Another transaction used its nonce, so it can never be mined. A new request cannot become a second swap.
  if (event.state === 'replaced') return endUsedUp(known, event.hash, 'transactionDropped', context)
  const isBack = event.accountNonce !== undefined && order.problem?.code === 'transactionDropped'
  if (isBack) return move(known, 'sent', laterMs)
  return change(withUncertainty(known, event.isUncertain), { dueMs: laterMs })
}

/**
 * Ends a transaction that can do nothing any more. If another transaction or request may still send the swap, or the service or
 * the chain shows another payment, it may even be the reason for the failure. Ferry follows that one, because another quote could
 * be paid in addition (R3, R5).
 */
function endUsedUp(order: Order, hash: string, code: ProblemCode, context: TransitionContext): Transition {
  const isPaidOtherwise = isSourceUnread(order) || order.depositObserved !== undefined
  if (!hasOtherSend(order, hash) && !awaitsCalls(order) && !isPaidOtherwise) {
    // A swap on one chain has no status at the service. The service's part is in the answer that built the
    // transaction.
    const serverRequestId = code === 'transactionFailed' ? termsAnswerId(order.serviceCalls) : null
    const problem = { ...createProblemData(code, 'unmoved'), serverRequestId }
    return awaitUserAfterSend(withoutReport(order), problem, context)
  }
  const isWaitingStep = order.transactions.some(
    ({ purpose, state }) => purpose === 'send' && state === 'sent',
  )
  return isWaitingStep
    ? change(order, { dueMs: chainDueMs(order, context.nowMs) })
    : followOtherSends(order, context)
}

/** A transaction that differs answers no request: the wallet may still send the requested one. */
export function withReopenedRequest(order: Order, { differs, request }: OrderTransaction): Order {
  return differs === true || request === undefined ? order : withLiveRequest(order, request)
}

export function withObserved(
  { transactions }: Order,
  event: EventOf<'transactionObserved'>,
  { nowMs }: TransitionContext,
): readonly OrderTransaction[] {
  return transactions.map((one): OrderTransaction => {
    if (one.hash !== event.hash) return one
    const { state, accountNonce, isDeep } = event
    const minedMs = state === 'mined' ? (one.minedMs ?? nowMs) : null
    const { differs: _before, request, gasUnits: known, ...plain } = withoutMissing(one)
    const isVerified = isDeep === true && !event.differs
    const gasUnits = state === 'sent' ? undefined : (event.gasUnits ?? known)
    const seen = {
      ...plain,
      state,
      minedMs,
      ...(event.differs ? { differs: true as const } : {}),
      ...(request === undefined || isVerified ? {} : { request }),
      ...(isDeep === true ? { isDeep } : {}),
      ...(gasUnits === undefined ? {} : { gasUnits }),
    }
    return accountNonce === undefined ? seen : { ...seen, accountNonce, isNonceSeen: true }
  })
}

/** Chain and service alternate if the outcome is unknown or the transaction has been pending for a minute. */
function nextReadCount({ state, transactions, readCount }: Order, { nowMs }: TransitionContext): number {
  const isSlow = nowMs - (transactions.at(-1)?.sentMs ?? nowMs) >= minuteMs
  return state === 'unknown_outcome' || isSlow ? readCount + 1 : readCount
}

/**
 * Records that no endpoint knows the transaction although its nonce is used. After the third read, each at
 * least a minute apart, it is dropped. The outcome stays unknown: the wallet may have used another nonce, or
 * the same call may be in the transaction that used this one (R3, R5).
 */
export const transactionMissing: Handler<'transactionMissing'> = (order, { hash }, context) => {
  const sent = sendOf(order, hash)
  if (sent === undefined) return stay(order)
  const { nowMs } = context
  const known = { ...order, readCount: nextReadCount(order, context) }
  const dueMs = chainDueMs(known, nowMs)
  const missed = countMissingRead(sent, nowMs)
  // A record that was restored may be in `sent` with it.
  const isKnown = sent.state === 'dropped' && order.state !== 'sent'
  if (missed === null || isKnown) return change(known, { dueMs })
  const next = { ...known, transactions: withTransaction(order, hash, missed) }
  if (missed.state !== 'dropped') return change(next, { dueMs })
  if (hasOtherSend(next, hash)) return endUsedUp(next, hash, 'transactionDropped', context)
  return move(next, 'unknown_outcome', dueMs, { problem: createProblemData('transactionDropped', 'unknown') })
}

/** Continues a sped-up transaction under the hash that has its nonce now. */
export const transactionRepriced: Handler<'transactionRepriced'> = (order, { hash, by }, context) => {
  const old = sendOf(order, hash)
  if (old === undefined) return stay(order)
  const transactions = withRepriced(order, old, by)
  if (transactions !== null)
    return move(order, 'sent', context.nowMs, { sourceTransactionHash: by, transactions })
  if (old.state !== 'dropped') return stay(order)
  // The search continues in turns with the service.
  const turn = { ...order, readCount: nextReadCount(order, context) }
  return change(turn, { dueMs: chainDueMs(turn, context.nowMs) })
}

/**
 * Returns the transactions of an order whose call has another hash now. Both are kept and displayed. After a reorganisation, a
 * known one that lost its nonce may have it again. Null if this one already lost to that one.
 */
export function withRepriced(
  order: Order,
  old: OrderTransaction,
  by: Hex,
): readonly OrderTransaction[] | null {
  const known = sendOf(order, by)
  if (known === undefined) {
    const kept = withTransaction(order, old.hash, { state: 'replaced' })
    return [...kept, { ...withoutMissing(old), hash: by, state: 'sent', minedMs: null, isNonceSeen: true }]
  }
  const isBack = known.state === 'replaced' || known.state === 'dropped'
  const hadNonce = old.state === 'sent' || old.state === 'mined'
  if (!hadNonce && !isBack) return null
  // If no node has shown the nonce of one, it may differ from the used one.
  const lost = { state: old.isNonceSeen === true ? 'replaced' : 'dropped', minedMs: null } as const
  const left = { ...withoutMissing(old), ...(hadNonce && lost) }
  const back = { ...withoutMissing(known), state: 'sent' } as const
  return order.transactions.map((one) => (one === old ? left : one === known ? back : one))
}

function withoutMissing({
  missing: _missing,
  ...known
}: OrderTransaction): Omit<OrderTransaction, 'missing'> {
  return known
}

export function taskWhileSent(order: Order): Task {
  if (awaitsCalls(order)) return isChainReadDue(order) || statusKeyOf(order) === null ? watchCalls : poll
  return isChainReadDue(order) || isTrackedByReceipt(order) ? watchTransaction : poll
}
