import { minuteMs, secondMs } from '../base/time.ts'
import { depositEndsMs } from '../quote/held-quote.ts'
import type { Order, TimelineEntry } from './order.ts'
import { isReceiptOnly } from './order-facts.ts'
import type { ApprovalPurpose } from './order-parts.ts'
import { isVerified, orderPhase, orderStateWords, type PhaseFacts } from './order-state.ts'

/** What a timeline is drawn from. */
type TimelineFacts = PhaseFacts &
  Pick<
    Order,
    | 'kind'
    | 'reviewed'
    | 'timeline'
    | 'transactions'
    | 'walletRequest'
    | 'approvals'
    | 'depositSeen'
    | 'isPermitOver'
    | 'unusedSeenMs'
  >

export type StepName = TimelineEntry['step']

/** One line of the timeline. `atMs` is null where the step was passed without being seen, or is still to come. */
export interface TimelineStep {
  readonly name: StepName
  /** `told`: the service says so, and the chain has not shown it. `ended`: over, with nothing lost by it. */
  readonly state: 'done' | 'told' | 'now' | 'next' | 'ended' | 'failed'
  readonly atMs: number | null
}

const tail: readonly StepName[] = ['accepted', 'assigned', 'extracted', 'fulfilled', 'settled']
const endings: readonly StepName[] = ['expired', 'cancelled', 'refunded', 'stopped']

/** Returns what has happened to an order and what is still to come, in the order a user expects it. */
export function timelineOf(order: TimelineFacts): readonly TimelineStep[] {
  const atMs = new Map(order.timeline.map((entry) => [entry.step, entry.atMs]))
  const planned = plan(order, atMs)
  const lastDone = planned.findLastIndex((name) => atMs.has(name))
  const { isOver } = orderStateWords(order)
  // Nothing is under way while the user decides.
  const moves = !isOver && !['needsUser', 'offer'].includes(orderPhase(order))
  const steps: TimelineStep[] = []
  for (const [index, name] of planned.entries()) {
    const isDone = index <= lastDone
    if (isOver && !isDone && orderPhase(order) !== 'done') continue
    const done = isTold(order, name) ? 'told' : 'done'
    const state = isDone ? done : index === lastDone + 1 && moves ? 'now' : 'next'
    steps.push({ name, state, atMs: atMs.get(name) ?? null })
  }
  for (const name of endings) {
    const at = atMs.get(name)
    if (at !== undefined) steps.push({ name, state: endingState(order, name), atMs: at })
  }
  return steps
}

/** Returns how many steps of the way are done: an end is no step of it, and what is only told is not done. */
export function stepsDone(steps: readonly TimelineStep[]): { readonly done: number; readonly total: number } {
  const way = steps.filter(({ name }) => !endings.includes(name))
  return { done: way.filter(({ state }) => state === 'done').length, total: way.length }
}

function endingState(order: TimelineFacts, name: StepName): TimelineStep['state'] {
  if (name !== 'refunded') return orderPhase(order) === 'failed' ? 'failed' : 'ended'
  return isTold(order, name) ? 'told' : 'done'
}

/**
 * Tells whether only the service says that a step is behind: the steps that end a swap are proven with it, a signature's use
 * by its nonce, a deposit by what lies on its address.
 */
function isTold(order: TimelineFacts, name: StepName): boolean {
  const isProven = isVerified(order) && ['done', 'refunded'].includes(orderPhase(order))
  const { isReported, isOneSource } = order.depositSeen ?? {}
  if (name === 'deposited') return !isProven && (isReported ?? isOneSource) === true
  if (name === 'extracted') return !isProven && order.kind === 'signed' && !isSeenUsed(order)
  return ['fulfilled', 'settled', 'refunded'].includes(name) && !isProven
}

/** Returns whether the chain has shown that a signature was used: it is over, and not by its time alone. */
export function isSeenUsed({
  isPermitOver,
  unusedSeenMs,
}: Pick<Order, 'isPermitOver' | 'unusedSeenMs'>): boolean {
  return isPermitOver === true && unusedSeenMs === null
}

function plan(order: TimelineFacts, atMs: ReadonlyMap<StepName, number>): readonly StepName[] {
  if (order.kind === 'native') return ['sent', 'mined', ...tail]
  if (order.kind === 'deposit') return depositPlan(order, atMs)
  const asked = order.walletRequest?.purpose
  const has = (purpose: ApprovalPurpose) =>
    asked === purpose ||
    order.approvals.includes(purpose) ||
    order.transactions.some((transaction) => transaction.purpose === purpose)
  const resets = has('resetApproval') || atMs.has('resetApproved')
  const approves = has('approve') || resets || atMs.has('approved') || order.state.startsWith('approve_')
  const before: StepName[] = []
  if (resets) before.push('resetApproved')
  if (approves) before.push('approved')
  if (order.kind === 'signed') return [...before, 'signed', ...tail]
  return [...before, 'sent', 'mined', ...(isReceiptOnly(order) ? (['fulfilled'] as const) : tail)]
}

/** A deposit in these states is this wallet's to send. */
const waitsForUs: ReadonlySet<Order['state']> = new Set(['confirmed', 'send_requested', 'sent'])

/** Sent by this wallet, or seen when it arrives from elsewhere. */
function depositPlan(order: TimelineFacts, atMs: ReadonlyMap<StepName, number>): readonly StepName[] {
  const byUs = waitsForUs.has(order.state) || atMs.has('sent')
  return byUs ? ['sent', 'mined', ...tail] : ['deposited', ...tail]
}

/** A third of the way: `now` is under way, `told` is passed by the service's word alone. */
export type Leg =
  | { readonly name: 'sent'; readonly state: 'next' | 'now' | 'done' | 'told' }
  | { readonly name: 'crossing'; readonly state: 'next' | 'now' | 'done' | 'told' }
  | { readonly name: 'arrived'; readonly state: 'next' | 'done' | 'told' }

/** How far a swap is: by what has happened, never by what time has passed. */
export interface Crossing {
  readonly legs: readonly Leg[]
  /** Of the way from shore to shore, 0 to 100. */
  readonly percent: number
  /** What is under way; null where nothing is. */
  readonly now: StepName | null
}

/** What comes before anything leaves. */
const ashore: ReadonlySet<StepName> = new Set(['resetApproved', 'approved'])

/** Returns how far a swap is, by the steps of its timeline. */
export function crossingOf(
  order: Pick<Order, 'kind' | 'reviewed'>,
  steps: readonly TimelineStep[],
): Crossing {
  const way = steps.filter(({ name }) => !ashore.has(name) && name !== 'settled')
  const passed = way.filter(({ state }) => state === 'done' || state === 'told').length
  const stateOf = (name: StepName) => way.find((one) => one.name === name)?.state ?? 'next'
  const left = stateOf(leavingStep(order, way))
  const hasLeft = left === 'done' || left === 'told'
  const arrived = stateOf('fulfilled')
  const isThere = arrived === 'done' || arrived === 'told'
  return {
    legs: [
      { name: 'sent', state: hasLeft ? left : way.some(({ state }) => state === 'now') ? 'now' : 'next' },
      { name: 'crossing', state: isThere ? arrived : hasLeft ? 'now' : 'next' },
      { name: 'arrived', state: isThere ? arrived : 'next' },
    ],
    percent: way.length === 0 ? 0 : Math.floor((passed * 100) / way.length),
    now: steps.find(({ state }) => state === 'now')?.name ?? null,
  }
}

/** The step with which the money leaves: collected by whoever fills a signed order, else sent by the user. */
function leavingStep(order: Pick<Order, 'kind' | 'reviewed'>, way: readonly TimelineStep[]): StepName {
  if (order.kind === 'signed') return 'extracted'
  if (way.some(({ name }) => name === 'deposited')) return 'deposited'
  return isReceiptOnly(order) ? 'sent' : 'mined'
}

/**
 * How long a swap still takes, whole seconds: what is `left` of the usual time, how long it takes `usually` (by the
 * service's `estimate` where the user knows nothing of the route), or how long a `late` one has taken so far.
 */
export interface TimeLeft {
  readonly kind: 'left' | 'usually' | 'estimate' | 'late'
  readonly seconds: number
}

/**
 * Returns how long a swap still takes; null where nobody can say, or nothing is waited for any more. `usualSeconds` is the
 * person's own experience of its route, null where there is none.
 */
export function timeLeftOf(
  order: PhaseFacts & Pick<Order, 'kind' | 'reviewed' | 'timeline' | 'notice'>,
  usualSeconds: number | null,
  nowMs: number,
): TimeLeft | null {
  const { timeline, reviewed, notice } = order
  if (timeline.some(({ step }) => step === 'fulfilled')) return null
  const begun = timeline.find(({ step }) => step === 'accepted' || step === 'sent' || step === 'deposited')
  const taken = begun === undefined ? 0 : Math.max(0, Math.floor((nowMs - begun.atMs) / secondMs))
  // The looks at the service find it out on the service's clock; what no look is made at has this machine's.
  const isOverdue = notice?.kind === 'late' || (isReceiptOnly(order) && isLate(order, nowMs))
  // What is usual for the user is not what the service had estimated.
  const isLonger = usualSeconds === null ? isOverdue : isLongerThan(usualSeconds, taken)
  if (isLonger) return { kind: 'late', seconds: taken }
  const expected = usualSeconds ?? reviewed.estimatedSeconds
  if (expected === null) return null
  if (begun !== undefined && taken < expected) return { kind: 'left', seconds: Math.ceil(expected - taken) }
  return { kind: usualSeconds === null ? 'estimate' : 'usually', seconds: Math.ceil(expected) }
}

/** Returns when Ferry heard that a swap failed; undefined where it did not. */
export function failedMs({ timeline }: Pick<Order, 'timeline'>): number | undefined {
  return timeline.find(({ step }) => step === 'expired' || step === 'cancelled')?.atMs
}

/** Returns how long a refund took at most, from the failure on; null where Ferry did not see both. */
export function refundSeconds(order: Pick<Order, 'timeline'>): number | null {
  const sinceMs = failedMs(order)
  const atMs = order.timeline.find(({ step }) => step === 'refunded')?.atMs
  return sinceMs === undefined || atMs === undefined || atMs < sinceMs
    ? null
    : Math.round((atMs - sinceMs) / secondMs)
}

/** Returns whether something takes clearly longer than it usually does: twice as long and a minute. */
export function isLongerThan(usualSeconds: number, takenSeconds: number): boolean {
  return takenSeconds > 2 * usualSeconds + minuteMs / secondMs
}

/** A deposit that nobody saw is called to mind this long before its address is over. */
export const depositDueMs = 2 * minuteMs

/** Returns whether a deposit that nobody has seen is soon too late; `endsMs` in this machine's clock. */
export function isDepositDue(
  { state, depositSeen, createdMs }: Pick<Order, 'state' | 'depositSeen' | 'createdMs'>,
  endsMs: number,
  nowMs: number,
): boolean {
  const fromMs = endsMs - depositDueMs
  const isAwaited = state === 'deposit_awaited' && depositSeen === undefined
  // Whoever has just been given the address needs no reminder.
  return isAwaited && createdMs < fromMs && nowMs >= fromMs && nowMs < endsMs
}

/** Returns when the address of a deposit that is awaited is over, in this machine's clock; never, of anything else. */
export function depositEndOf({ state, terms }: Order): number {
  const isAwaited = state === 'deposit_awaited' && terms.deposit !== undefined
  return isAwaited ? depositEndsMs(terms.deposit, terms.clockOffsetMs) : Number.POSITIVE_INFINITY
}

/** Returns whether a running order has taken clearly longer than its estimate: twice as long and a minute. */
export function isLate(
  order: PhaseFacts & {
    readonly timeline: readonly { readonly step: string; readonly atMs: number }[]
    readonly reviewed: { readonly estimatedSeconds: number | null }
  },
  nowMs: number,
): boolean {
  if (orderPhase(order) !== 'running') return false
  const begun = order.timeline.find(({ step }) => step === 'accepted' || step === 'sent')
  if (begun === undefined) return false
  const estimateMs = (order.reviewed.estimatedSeconds ?? 60) * secondMs
  return nowMs - begun.atMs > 2 * estimateMs + minuteMs
}
