import { type Hex, sameHex } from '../../base/hex.ts'
import type { ProblemCode } from '../../base/problem.ts'
import { minuteMs } from '../../base/time.ts'
import { isEnough } from '../../chain/evidence.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import {
  awaitUser,
  change,
  mark,
  move,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  withTransaction,
  withUnsure,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import { type FlowPorts, isSentByAnother } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { asksSend, isOneOfSeveral, isReceiptOnly, mayStillSend, statusKeyOf } from '../order-facts.ts'
import { isMinedLong, isOwnPayment, missedAgain, type OrderTransaction } from '../order-parts.ts'
import { actsThroughCode, minedForSure, minedInstead } from '../reads.ts'
import { awaitsCalls, watchCalls } from './batch.ts'
import { classifyTransaction, isOurs } from './own-transaction.ts'
import { dealAnswerId, isChainsTurn, poll } from './polls.ts'
import { findTransaction, othersLeft } from './sending.ts'
import { chainDueMs, ended } from './tracking.ts'

type TransactionSeen = EventOf<'transactionSeen'>

/** Reads the sent transaction by its hash and compares it with what was reviewed; without one it is looked for. */
export const watchTransaction: Task = { name: 'watchTransaction', isRead: true, run: readTransaction }

async function readTransaction(order: Order, ports: FlowPorts, isWatched: boolean): Promise<FlowEvent> {
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send')
  const isMinedFirst = order.state === 'pending' || isReceiptOnly(order)
  const watched = isMinedFirst ? sends.findLast(isOwnPayment) : undefined
  const sent =
    watched ?? sends.findLast(({ state }) => state === 'sent') ?? sends.findLast(mayStillSend) ?? sends.at(-1)
  if (sent === undefined) return findTransaction.run(order, ports, isWatched)
  const view = await ports.chain.transaction(sent.chainId, sent.hash)
  if (view.kind === 'unknown') return replacementOf(order, sent, ports)
  const seen = await classifyTransaction(order, sent.hash, view, ports)
  // The nonce of somebody else's transaction says nothing of the account's.
  const isOwn = sameHex(view.from, order.reviewed.request.userAddress)
  const nonce = isOwn ? { accountNonce: view.nonce } : {}
  const event = { kind: 'transactionSeen', hash: sent.hash, ...seen, ...nonce } as const
  if (seen.state === 'sent' && !seen.differs) return event
  const { chainId, hash } = sent
  const ended = await minedForSure({ chainId, hash, from: view.from, nonce: view.nonce }, ports)
  // One endpoint may be wrong, and what waits may be replaced: only what stays in its block is another transaction.
  if (seen.differs) return ended === null ? unsure({ ...event, differs: false }) : event
  if (seen.state === 'mined') return ended === 'mined' ? { ...event, isDeep: true } : event
  return ended === 'failed' ? event : unsure(event)
}

/** What is not shown for sure is waited for: asked anew, it could be paid twice. */
function unsure(event: Omit<TransactionSeen, 'state'>): TransactionSeen {
  return { ...event, state: 'sent', isUnsure: true }
}

/**
 * What took the place of a transaction that no node knows: the same call at another price, or another one, which
 * ends it where its nonce is the one that a node has shown. Else only that it stays missing is evidence, read again and
 * again; a lagging node is waited for.
 */
async function replacementOf(order: Order, sent: OrderTransaction, ports: FlowPorts): Promise<FlowEvent> {
  const { accountNonce, chainId, hash } = sent
  const seen = { kind: 'transactionSeen', hash, differs: false } as const
  const { userAddress } = walletQuoteRequest(order.reviewed.request)
  if (accountNonce === null) return { ...seen, state: 'sent' }
  // What an account's code does may be carried by anybody's transaction: its own nonce proves nothing.
  const isCalled = await actsThroughCode(order, ports)
  const by = await minedInstead(order, sent, ports)
  const view = by === null ? null : await ports.chain.transaction(chainId, by)
  if (by !== null && view !== null && view.kind !== 'unknown') {
    if ((await isOurs(order, by, view, ports)) && !(await isSentByAnother(order, by, ports)))
      return { kind: 'transactionRepriced', hash, by }
    if (sent.isNonceSeen && !isCalled) {
      const other = { chainId, hash: by, from: userAddress, nonce: accountNonce }
      return (await minedForSure(other, ports)) === null ? unsure(seen) : { ...seen, state: 'replaced' }
    }
  }
  if (isCalled) return { ...seen, state: 'sent' }
  const evidence = await ports.chain.missingEvidence(chainId, userAddress, accountNonce, hash)
  if (evidence.isKnown || !evidence.isNonceUsed) return { ...seen, state: 'sent' }
  return { kind: 'transactionMissing', hash, ...(isEnough(evidence) ? {} : { isOneSource: true }) }
}

/** Returns the sent transaction of a hash; one with another purpose says nothing of the swap. */
export function sendOf({ transactions }: Order, hash: string): OrderTransaction | undefined {
  return transactions.find((one) => one.purpose === 'send' && one.hash === hash)
}

/** Takes in the sent transaction as the chain shows it; one that is not the order's changes nothing. */
export function transactionSeen(
  order: Order,
  event: TransactionSeen,
  context: TransitionContext,
): Transition {
  if (sendOf(order, event.hash) === undefined) return stay(order)
  const note = 'sent transaction differs'
  const anomalies =
    event.differs && !order.anomalies.includes(note) ? [...order.anomalies, note] : order.anomalies
  const transactions = withSeen(order, event, context)
  const isMined = event.state === 'mined' && !event.differs
  const sourceTransactionHash = isMined ? event.hash : order.sourceTransactionHash
  const known = {
    ...order,
    sourceTransactionHash,
    transactions,
    anomalies,
    pollCount: turnOf(order, context),
  }
  const laterMs = chainDueMs(known, context.nowMs)
  const dueMs = order.state === 'unknown_outcome' ? laterMs : context.nowMs
  if (event.differs) {
    // It answers nothing: the wallet may still send what it was asked for.
    const { request } = sendOf(order, event.hash) ?? {}
    const walletRequest = order.walletRequest ?? request ?? null
    const problem = plainProblem('transactionDiffers', 'unknown')
    return move(known, 'unknown_outcome', dueMs, { problem, walletRequest })
  }
  if (isMined) {
    const timeline = mark(known, 'mined', context.nowMs)
    // Its receipt is all there is to know: what it paid is read next (wire shapes 6).
    if (isReceiptOnly(known)) {
      const isShown = transactions.some((one) => one.hash === event.hash && isMinedLong(one, context.nowMs))
      if (event.isDeep !== true && !isShown) return move(known, 'sent', laterMs)
      return ended({ ...known, timeline, destinationTransactionHash: event.hash }, 4, context)
    }
    return move(known, 'pending', context.nowMs, {
      statusCode: known.statusCode ?? 0,
      timeline,
      pollCount: 0,
      // A question to send the same is none of the swap's any more, and stands in the way of nothing.
      ...(asksSend(known.walletRequest) ? { walletRequest: null } : {}),
    })
  }
  // A failed transaction is used up: a new one is a new deal and cannot become a second swap.
  if (event.state === 'failed') return usedUp(known, event.hash, 'transactionFailed', context)
  // Another transaction has its nonce: this one can never be mined, so asking again cannot become a second swap.
  if (event.state === 'replaced') return usedUp(known, event.hash, 'transactionReplaced', context)
  const isBack = event.accountNonce !== undefined && order.problem?.code === 'transactionDropped'
  if (isBack) return move(known, 'sent', dueMs)
  return change(withUnsure(known, event.isUnsure), { dueMs: laterMs })
}

/**
 * A transaction that can do nothing any more. Where the same may be sent by another one, or by another question, that one may
 * even be why it failed: it is followed, since another quote could be paid beside it (R3, R5).
 */
function usedUp(order: Order, hash: string, code: ProblemCode, context: TransitionContext): Transition {
  if (!isOneOfSeveral(order, hash) && !awaitsCalls(order)) {
    // No status tells of a swap within one chain: what the service says of it is in the answer that made the transaction.
    const serverRequestId = code === 'transactionFailed' ? dealAnswerId(order.serviceCalls) : null
    return awaitUser(order, { ...plainProblem(code, 'unmoved'), serverRequestId }, context)
  }
  const isWaited = order.transactions.some(({ purpose, state }) => purpose === 'send' && state === 'sent')
  return isWaited ? change(order, { dueMs: chainDueMs(order, context.nowMs) }) : othersLeft(order, context)
}

/** Returns the transactions with one as a node shows it. */
export function withSeen(
  { transactions }: Order,
  event: TransactionSeen,
  { nowMs }: TransitionContext,
): readonly OrderTransaction[] {
  return transactions.map((one): OrderTransaction => {
    if (one.hash !== event.hash) return one
    const { state, accountNonce, isDeep } = event
    const minedMs = state === 'mined' ? (one.minedMs ?? nowMs) : null
    const { differs: _before, request, ...plain } = unmissed(one)
    const isSettled = state === 'mined' && !event.differs
    const seen = {
      ...plain,
      state,
      minedMs,
      ...(event.differs ? { differs: true as const } : {}),
      ...(request === undefined || isSettled ? {} : { request }),
      ...(isDeep === true ? { isDeep } : {}),
    }
    return accountNonce === undefined ? seen : { ...seen, accountNonce, isNonceSeen: true }
  })
}

/** The chain and the service take turns where the outcome is unknown, or a transaction is long on its way. */
function turnOf({ state, transactions, pollCount }: Order, { nowMs }: TransitionContext): number {
  const isSlow = nowMs - (transactions.at(-1)?.sentMs ?? nowMs) >= minuteMs
  return state === 'unknown_outcome' || isSlow ? pollCount + 1 : pollCount
}

/**
 * Takes in that no endpoint knows the transaction though its nonce is used up: the third time, each a minute after the
 * one before, it is dropped. Where a node has shown that nonce, and two hosts say so, it can never be mined, so asking
 * again cannot become a second swap; else the wallet may have taken another one, and what became of it stays unknown
 * (R3, R5).
 */
export function transactionMissing(
  order: Order,
  { hash, isOneSource = false }: EventOf<'transactionMissing'>,
  context: TransitionContext,
): Transition {
  const sent = sendOf(order, hash)
  if (sent === undefined) return stay(order)
  const { nowMs } = context
  const known = { ...order, pollCount: turnOf(order, context) }
  const dueMs = chainDueMs(known, nowMs)
  const missed = missedAgain(sent, nowMs)
  const isDead = sent.isNonceSeen === true && !isOneSource
  const isUpheld = order.problem?.code === 'transactionDropped' && isDead && !isOneOfSeveral(order, hash)
  if (sent.state === 'dropped' && isUpheld) return usedUp(known, hash, 'transactionDropped', context)
  if (missed === null || sent.state === 'dropped') return change(known, { dueMs })
  const next = { ...known, transactions: withTransaction(order, hash, missed) }
  if (missed.state !== 'dropped') return change(next, { dueMs })
  if (isDead || isOneOfSeveral(next, hash)) return usedUp(next, hash, 'transactionDropped', context)
  return move(next, 'unknown_outcome', dueMs, { problem: plainProblem('transactionDropped', 'unknown') })
}

/** Lets a transaction that was sped up go on under the hash that has its nonce now; both are kept and shown. */
export function transactionRepriced(
  order: Order,
  event: EventOf<'transactionRepriced'>,
  context: TransitionContext,
): Transition {
  const old = sendOf(order, event.hash)
  if (old === undefined) return stay(order)
  const next = { sourceTransactionHash: event.by }
  const known = sendOf(order, event.by)
  if (known !== undefined && old.state !== 'sent') {
    // It is known to have lost to that one: it is looked for on, by turns with the service.
    if (old.state !== 'dropped') return stay(order)
    const turn = { ...order, pollCount: turnOf(order, context) }
    return change(turn, { dueMs: chainDueMs(turn, context.nowMs) })
  }
  if (known !== undefined) {
    // Two of the swap's own: the nonce of one that no node has shown may be another than the one that is taken now.
    const state = old.isNonceSeen === true ? 'replaced' : 'dropped'
    const transactions = order.transactions.map(
      (one): OrderTransaction =>
        one === old
          ? { ...unmissed(old), state }
          : one === known
            ? { ...unmissed(known), state: 'sent' }
            : one,
    )
    return move(order, 'sent', context.nowMs, { ...next, transactions })
  }
  return move(order, 'sent', context.nowMs, { ...next, transactions: withRepriced(order, old, event.by) })
}

/** Returns the transactions with the one that has the nonce of another now: both are kept and shown. */
export function withRepriced(order: Order, old: OrderTransaction, by: Hex): readonly OrderTransaction[] {
  const kept = withTransaction(order, old.hash, { state: 'replaced' })
  return [...kept, { ...unmissed(old), hash: by, state: 'sent', minedMs: null, isNonceSeen: true }]
}

/** Returns a transaction that a node shows, or whose place another one has: that it was missing counts no more. */
function unmissed({ missing: _missing, ...known }: OrderTransaction): Omit<OrderTransaction, 'missing'> {
  return known
}

/** Returns what is due while a transaction, or the calls it comes from, is on its way. */
export function taskWhileSent(order: Order): Task {
  if (awaitsCalls(order)) return isChainsTurn(order) || statusKeyOf(order) === null ? watchCalls : poll
  return isChainsTurn(order) || isReceiptOnly(order) ? watchTransaction : poll
}
