import type { Hex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { FundsLocation, ProblemCode } from '../base/problem-codes.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { minuteMs } from '../base/time.ts'
import type { ChainDoubt } from '../chain/evidence.ts'
import type { ServiceCall } from '../service/service-call.ts'
import { isRevokePending } from './allowances.ts'
import type { LoggedCalls } from './event.ts'
import type { Order, OrderTransaction, TimelineEntry } from './order.ts'
import { hasRequestFor } from './order-facts.ts'
import { closeOpenRequest } from './stored-requests.ts'
import { move, type Transition, type TransitionContext } from './transition.ts'

/** Returns the timeline with a step added. An existing step keeps its first time. */
export function withTimelineStep(
  order: Order,
  step: TimelineEntry['step'],
  atMs: number,
): readonly TimelineEntry[] {
  if (order.timeline.some((entry) => entry.step === step)) return order.timeline
  return [...order.timeline, { step, atMs }]
}

/** Returns the transaction that answers the open request. */
export function createSent(
  order: Order,
  purpose: OrderTransaction['purpose'],
  hash: Hex,
  what: Pick<OrderTransaction, 'amountUnits' | 'callsId' | 'request'>,
  { nowMs }: TransitionContext,
): OrderTransaction {
  return {
    purpose,
    hash,
    chainId: order.reviewed.request.originChainId,
    state: 'sent',
    accountNonce: order.walletRequest?.accountNonce ?? null,
    sentMs: nowMs,
    minedMs: null,
    ...what,
  }
}

export function withTransaction(
  order: Order,
  hash: string,
  fields: Partial<OrderTransaction>,
): readonly OrderTransaction[] {
  return order.transactions.map((one) => (one.hash === hash ? { ...one, ...fields } : one))
}

/** Notes a report that contradicts what Ferry knows, one time only. The last 20 stay. */
export function withAnomaly(order: Order, note: string): readonly string[] {
  if (order.anomalies.includes(note)) return order.anomalies
  return [...order.anomalies, note].slice(-20)
}

const maxServiceCalls = 50

/** The oldest polls are dropped first, so that the calls behind the order's terms stay. */
export function withServiceCalls(order: Order, tries: LoggedCalls): readonly ServiceCall[] {
  const all = tries === null ? order.serviceCalls : order.serviceCalls.concat(tries)
  const polls = all.filter(({ endpoint }) => endpoint === 'status')
  const over = new Set(polls.slice(0, Math.max(0, all.length - maxServiceCalls)))
  return all.filter((one) => !over.has(one)).slice(-maxServiceCalls)
}

/** That of the built transaction, otherwise that of the quote. */
export function termsAnswerId(calls: readonly ServiceCall[]): string | null {
  const answer = calls.findLast(
    ({ endpoint, outcome }) => (endpoint === 'quote' || endpoint === 'build-tx') && outcome === 'ok',
  )
  return answer?.serverRequestId ?? null
}

/** Replaces why the chain does not prove the end. Without a doubt, it is proved or was not read. */
export function withDoubt<One extends Order>(order: One, doubt?: ChainDoubt): One
export function withDoubt(order: Order, doubt?: ChainDoubt): Order {
  const { doubt: _before, ...plain } = order
  return doubt === undefined ? plain : { ...plain, doubt }
}

/** How long an order waits in `needs_user` before it is closed as never started. */
export const decisionTimeoutMs = 10 * minuteMs

export function createProblemData(
  code: ProblemCode,
  money: FundsLocation = 'nothingSent',
  facts: ProblemData['facts'] = {},
): ProblemData {
  return new Problem(code, { money, facts }).data
}

export function withUncertainty(order: Order, isUncertain = false): Order {
  if (order.state !== 'sent' || isUncertain === (order.problem?.code === 'transactionUnsure')) return order
  return { ...order, problem: isUncertain ? createProblemData('transactionUnsure', 'unknown') : null }
}

/**
 * Stops the order until the person decides. Nothing that could move funds is open. After ten minutes without
 * a decision it is closed, because its quote expired long before. They begin with the end of a revocation in flight, which is
 * read first.
 */
export function awaitUser(order: Order, problem: ProblemData, context: TransitionContext): Transition {
  const { quoteOutlastedMs: _over, ...known } = order
  const waitMs = isRevokePending(order) ? 0 : decisionTimeoutMs
  return move(known, 'needs_user', context.nowMs + waitMs, { problem, walletRequest: null })
}

/** Stops a sent order that can do nothing any more. Its screen promised a notification. */
export function awaitUserAfterSend(
  order: Order,
  problem: ProblemData,
  context: TransitionContext,
): Transition {
  const notification = { kind: 'failed', state: 'pending' } as const
  return awaitUser({ ...order, notification, viewed: false }, problem, context)
}

/** A problem that left the place of the money unknown is over: nothing was sent. The reason for the stop stays. */
export function endStopped(
  order: Order,
  context: TransitionContext,
  problem = order.problem?.money === 'unknown' ? null : order.problem,
): Transition {
  return move(order, 'abandoned_unsigned', context.nowMs, {
    problem,
    ...(hasRequestFor(order, 'revoke') ? {} : closeOpenRequest(order)),
    offer: null,
    signature: null,
    submitBody: null,
    fundsSettled: true,
    timeline: withTimelineStep(order, 'stopped', context.nowMs),
  })
}
