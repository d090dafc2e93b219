import { isHash, lowerHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import type { ProblemData } from '../../base/problem-shape.ts'
import { minuteMs } from '../../base/time.ts'
import type { SimulationSummary } from '../../chain/effects.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { Account, WalletRef } from '../../wallet/port.ts'
import { createProblemData, createSent, withTransaction } from '../change.ts'
import type { EventOf } from '../event.ts'
import { chainDueMs } from '../flows/schedule.ts'
import type { Order, OrderTransaction } from '../order.ts'
import { countMissingRead } from '../order-facts.ts'
import { closeOpenRequest, withWalletRequest } from '../stored-requests.ts'
import {
  change,
  type Handler,
  type Listeners,
  type Transition,
  type TransitionContext,
} from '../transition.ts'
import { type ExitKind, withdrawalPlaceOf } from './exit-rules.ts'

/**
 * A description of one exit's wallet request. Each function gets the order without that request. The state of
 * the order stays the same; the chain shows what the exit did.
 */
export interface Exit {
  readonly purpose: ExitKind
  readonly amountUnits: '0' | null
  /** The wallet named the transaction, which is already recorded. */
  afterSent(order: Order, context: TransitionContext): Order
  /** The answer names no new transaction. */
  afterUnclear(order: Order): Order
  afterRejected(order: Order, event: EventOf<'walletRejected'>): Order
  /** The wallet failed or is silent, so it may still show the request. */
  afterLost(order: Order, problem: ProblemData): Order
}

/** Stores the wallet request. `begun` already has the problem and the due time that hold meanwhile. */
export function requestExit(
  begun: Order,
  { purpose, amountUnits }: Exit,
  { accountNonce, wallet }: EventOf<ExitKind>,
  context: TransitionContext,
): Transition {
  const request = { purpose, wallet, accountNonce, amountUnits, dueMs: begun.dueMs }
  const requested = withWalletRequest(begun, begun.state, request, context)
  return { ...requested, order: { ...requested.order, problem: begun.problem } }
}

export function exitListeners(exit: Exit): Listeners {
  const withoutRequest = (order: Order): Order => ({ ...order, walletRequest: null })
  const onLost = (order: Order, problem: ProblemData, isAnswered: boolean): Transition => {
    // A wallet that answered no longer shows its request.
    const closed = isAnswered ? withoutRequest(order) : { ...order, ...closeOpenRequest(order) }
    return change(exit.afterLost(closed, problem), {})
  }
  const onAnswered: Handler<'walletAnswered'> = (order, { result }, context) => {
    const hash = isHash(result) ? lowerHex(result) : null
    if (hash === null || order.transactions.some((one) => one.hash === hash))
      return change(exit.afterUnclear(withoutRequest(order)), {})
    const one = createSent(order, exit.purpose, hash, { amountUnits: exit.amountUnits }, context)
    const transactions = [...order.transactions, one]
    const sent = exit.afterSent({ ...withoutRequest(order), transactions }, context)
    return change(sent, { dueMs: chainDueMs(sent, context.nowMs) })
  }
  return {
    walletAnswered: [onAnswered, 'stays'],
    walletRejected: [(order, event) => change(exit.afterRejected(withoutRequest(order), event), {}), 'stays'],
    walletLost: [(order, { problem }) => onLost(order, problem, problem.code !== 'walletGone'), 'stays'],
    stop: [(order) => onLost(order, createProblemData('walletSilent'), false), 'stays'],
  }
}

/** How long an endpoint may lag behind a block that another one has shown. */
const lagMs = minuteMs

/**
 * The nonce of an exit is that of its review. A node that does not know the transaction yet may show an earlier one
 * with that nonce.
 */
export function mayLag(sinceMs: number, nowMs: number): boolean {
  return nowMs - sinceMs < lagMs
}

/**
 * Records the observed transaction of an approval or exit. The same call under another hash is ours too: `other` is then its
 * record, and it replaces `ours`.
 */
export function withCallSeen<One extends Order>(
  order: One,
  { hash, ...seen }: Pick<OrderTransaction, 'hash' | 'state' | 'gasUnits'>,
  { ours, other, nowMs }: { ours: OrderTransaction | null; other: OrderTransaction; nowMs: number },
): One {
  const known = order.transactions.find((one) => one.hash === hash)
  const minedMs = seen.state === 'mined' ? (known?.minedMs ?? nowMs) : null
  if (known !== undefined)
    return { ...order, transactions: withTransaction(order, hash, { ...seen, minedMs }) }
  const kept = ours === null ? order.transactions : withTransaction(order, ours.hash, { state: 'replaced' })
  return { ...order, transactions: [...kept, { ...other, ...seen, hash, minedMs }] }
}

export function withMissedExit<One extends Order>(order: One, hash: string, nowMs: number): One {
  const sent = order.transactions.find((one) => one.hash === hash)
  const missed = sent === undefined ? null : countMissingRead(sent, nowMs)
  return missed === null ? order : { ...order, transactions: withTransaction(order, hash, missed) }
}

/** What a review displays of an exit, before its cost and simulation. */
export interface ExitTerms {
  readonly order: Order
  readonly contract: string
  readonly amountOf: (simulation: SimulationSummary) => string | null
  readonly sinceBlock: string
}

/** Returns where the money is before the exit's wallet request. */
export function exitPlaceOf(kind: ExitKind, order: Order): Pick<ProblemData, 'money' | 'facts'> {
  if (kind === 'cancel') return { money: 'neverExecuted', facts: {} }
  if (kind === 'revoke') return { money: 'unmoved', facts: {} }
  const { money, facts } = withdrawalPlaceOf(order)
  return { money: money ?? 'unknown', facts }
}

/**
 * Returns the wallet for the request of an exit: the one that is connected now. The swap's own wallet may be
 * gone or no longer trusted. Throws `walletNotConnected`, or `walletWrongAccount` if the wallet does not hold
 * the swap's account.
 */
export function exitWallet(kind: ExitKind, order: Order, account: Account | null): WalletRef {
  const where = exitPlaceOf(kind, order)
  if (!account?.wallet) throw new Problem('walletNotConnected', where)
  if (account.address !== walletQuoteRequest(order.reviewed.request).userAddress)
    throw new Problem('walletWrongAccount', where)
  return account.wallet
}
