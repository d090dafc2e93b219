import { minuteMs, secondMs } from '../base/time.ts'
import { depositEndsMs } from '../quote/held-quote.ts'
import { isTrackedByReceipt } from '../quote/order-kind.ts'
import type { ApprovalPurpose, Order, OrderFacts, TimelineEntry } from './order.ts'
import { isPermitUseVerified } from './order-facts.ts'
import {
  isEndVerified,
  type LegName,
  legOf,
  orderPhase,
  orderStateWords,
  type PhaseFacts,
} from './order-state.ts'

/** An order, stored or as views have it. */
type TimelineFacts = OrderFacts & PhaseFacts

export type StepName = TimelineEntry['step']

/** One line of the timeline. `atMs` is null for a step that was not observed or is still to come. */
export interface TimelineStep {
  readonly name: StepName
  /** `reported`: reported by the service but not verified on chain. `ended`: over without a loss. */
  readonly state: 'done' | 'reported' | 'now' | 'next' | 'ended' | 'failed'
  readonly atMs: number | null
}

const trackedSteps: readonly StepName[] = ['accepted', 'assigned', 'extracted', 'fulfilled', 'settled']
const endings: readonly StepName[] = ['expired', 'cancelled', 'refunded', 'stopped']

export function timelineOf(order: TimelineFacts): readonly TimelineStep[] {
  const atMs = new Map(order.timeline.map((entry) => [entry.step, entry.atMs]))
  const planned = plannedSteps(order, atMs)
  const lastDone = planned.findLastIndex((name) => atMs.has(name))
  const { isOver } = orderStateWords(order)
  // While the person decides, no step is in progress.
  const isMoving = !isOver && !['needsUser', 'offer'].includes(orderPhase(order))
  const steps: TimelineStep[] = []
  for (const [index, name] of planned.entries()) {
    const isDone = index <= lastDone
    if (isOver && !isDone && orderPhase(order) !== 'done') continue
    const done = isOnlyReported(order, name) ? 'reported' : 'done'
    const state = isDone ? done : index === lastDone + 1 && isMoving ? 'now' : 'next'
    steps.push({ name, state, atMs: atMs.get(name) ?? null })
  }
  for (const name of endings) {
    const at = atMs.get(name)
    if (at !== undefined) steps.push({ name, state: endingState(order, name), atMs: at })
  }
  return steps
}

/** Endings are not counted, and steps that are only reported are not completed. */
export function countSteps(steps: readonly TimelineStep[]): {
  readonly done: number
  readonly total: number
} {
  const way = steps.filter(({ name }) => !endings.includes(name))
  return { done: way.filter(({ state }) => state === 'done').length, total: way.length }
}

function endingState(order: TimelineFacts, name: StepName): TimelineStep['state'] {
  if (name !== 'refunded') return orderPhase(order) === 'failed' ? 'failed' : 'ended'
  return isOnlyReported(order, name) ? 'reported' : 'done'
}

/**
 * Returns whether only the service reports a step. The final steps are verified with the end itself, the use
 * of a signature by its nonce, a deposit by the balance of its address.
 */
function isOnlyReported(order: TimelineFacts, name: StepName): boolean {
  const isPaymentVerified = isEndVerified(order) && ['done', 'refunded'].includes(orderPhase(order))
  const { isReported, isOneSource } = order.depositObserved ?? {}
  if (name === 'deposited') return !isPaymentVerified && (isReported ?? isOneSource) === true
  if (name === 'extracted')
    return !isPaymentVerified && order.kind === 'signed' && !isPermitUseVerified(order)
  return ['fulfilled', 'settled', 'refunded'].includes(name) && !isPaymentVerified
}

function plannedSteps(order: TimelineFacts, atMs: ReadonlyMap<StepName, number>): readonly StepName[] {
  if (order.kind === 'native') return ['sent', 'mined', ...trackedSteps]
  if (order.kind === 'deposit') return depositPlan(order, atMs)
  const requested = order.walletRequest?.purpose
  const has = (purpose: ApprovalPurpose) =>
    requested === purpose ||
    order.approvals.includes(purpose) ||
    order.transactions.some((transaction) => transaction.purpose === purpose)
  const resets = has('resetApproval') || atMs.has('resetApproved')
  const approves = has('approve') || resets || atMs.has('approved') || order.state.startsWith('approve_')
  const before: StepName[] = []
  if (resets) before.push('resetApproved')
  if (approves) before.push('approved')
  if (order.kind === 'signed') return [...before, 'signed', ...trackedSteps]
  return [
    ...before,
    'sent',
    'mined',
    ...(isTrackedByReceipt(order) ? (['fulfilled'] as const) : trackedSteps),
  ]
}

const statesBeforeOwnDeposit: ReadonlySet<Order['state']> = new Set(['confirmed', 'send_requested', 'sent'])

function depositPlan(order: TimelineFacts, atMs: ReadonlyMap<StepName, number>): readonly StepName[] {
  const isOwnTransfer = statesBeforeOwnDeposit.has(order.state) || atMs.has('sent')
  return isOwnTransfer ? ['sent', 'mined', ...trackedSteps] : ['deposited', ...trackedSteps]
}

/** `now` is in progress; `reported` is completed by the service's report alone. */
export interface Leg {
  readonly name: LegName
  readonly state: 'next' | 'now' | 'done' | 'reported'
}

/** The stages of a swap, by its completed steps and never by elapsed time. */
export interface SwapProgress {
  readonly leg: LegName
  readonly legs: readonly Leg[]
  readonly now: StepName | null
}

const stepsBeforePayment: ReadonlySet<StepName> = new Set(['resetApproved', 'approved'])

function stepsOfWay(steps: readonly TimelineStep[]): readonly TimelineStep[] {
  return steps.filter(({ name }) => !stepsBeforePayment.has(name) && name !== 'settled')
}

export function progressOf(order: TimelineFacts): SwapProgress {
  const steps = timelineOf(order)
  const passedState = (name: StepName) =>
    steps.find((one) => one.name === name)?.state === 'done' ? 'done' : 'reported'
  const leg = legOf(order)
  const arrived = leg === 'arrived' ? passedState('fulfilled') : 'next'
  const isMoving = stepsOfWay(steps).some(({ state }) => state === 'now')
  return {
    leg,
    legs: [
      {
        name: 'sent',
        state: leg !== 'sent' ? passedState(paymentStep(order, steps)) : isMoving ? 'now' : 'next',
      },
      { name: 'crossing', state: leg === 'crossing' ? 'now' : arrived },
      { name: 'arrived', state: arrived },
    ],
    now: steps.find(({ state }) => state === 'now')?.name ?? null,
  }
}

/** The part of the boat's way that belongs to each leg, in percent. */
const legBands: { readonly [leg in LegName]: readonly [from: number, to: number] } = {
  sent: [0, 30],
  crossing: [30, 85],
  arrived: [85, 100],
}

/** Without any estimate. */
const assumedSeconds = 60

/**
 * Returns how far the boat is, 0 to 100. Only a completed step leads to the next band. Within a band the boat moves
 * with the time since the leg began, and waits at the end of the band.
 */
export function computePercent(order: TimelineFacts, nowMs: number, usualSeconds: number | null): number {
  const steps = timelineOf(order)
  const leg = legOf(order)
  const [from, to] = legBands[leg]
  if (leg === 'arrived') return to
  const begunMs =
    leg === 'sent'
      ? stepsOfWay(steps).find(({ atMs }) => atMs !== null)?.atMs
      : steps.find(({ name }) => name === paymentStep(order, steps))?.atMs
  const expectedMs = (usualSeconds ?? order.reviewed.estimatedSeconds ?? assumedSeconds) * secondMs
  const share = begunMs == null ? 0 : Math.min(1, Math.max(0, (nowMs - begunMs) / Math.max(1, expectedMs)))
  return from + Math.floor(share * (to - from))
}

/** The step that ends the first leg: the money has left. */
function paymentStep({ kind }: TimelineFacts, steps: readonly TimelineStep[]): StepName {
  // An inbox holds the money until a solver collects it.
  if (kind === 'signed' || kind === 'native') return 'extracted'
  return steps.some(({ name }) => name === 'deposited') ? 'deposited' : 'mined'
}

/**
 * How long a swap still takes, in whole seconds.
 * - `left`: remaining part of the usual or estimated time, once the money is on its way.
 * - `usually`: this person's usual time for the whole swap, before the money is on its way.
 * - `estimate`: the service's estimate, when the person has no swaps on this route.
 * - `elapsed`: elapsed time of a swap that takes longer than that.
 * - `late`: elapsed time of a late swap.
 */
export interface TimeLeft {
  readonly kind: 'left' | 'usually' | 'estimate' | 'elapsed' | 'late'
  readonly seconds: number
}

/** Null if unknown, or if it waits for nothing. `usualSeconds` is this person's usual time for the route. */
export function timeEstimateOf(
  order: TimelineFacts,
  usualSeconds: number | null,
  nowMs: number,
): TimeLeft | null {
  const { timeline, reviewed, notification } = order
  if (timeline.some(({ step }) => step === 'fulfilled')) return null
  const begun = timeline.find(({ step }) => step === 'accepted' || step === 'sent' || step === 'deposited')
  const taken = begun === undefined ? 0 : Math.max(0, Math.floor((nowMs - begun.atMs) / secondMs))
  // Polls of the service detect a late swap with the service's clock. An order without polls uses this
  // machine's clock.
  const isOverdue = notification?.kind === 'late' || (isTrackedByReceipt(order) && isLate(order, nowMs))
  // The person's usual time may differ from the service's estimate.
  const isLonger = usualSeconds === null ? isOverdue : isClearlyLonger(usualSeconds, taken)
  if (isLonger) return { kind: 'late', seconds: taken }
  const expected = usualSeconds ?? reviewed.estimatedSeconds
  if (expected === null) return null
  if (begun !== undefined && taken >= expected) return { kind: 'elapsed', seconds: taken }
  if (begun !== undefined && legOf(order) !== 'sent')
    return { kind: 'left', seconds: Math.ceil(expected - taken) }
  return { kind: usualSeconds === null ? 'estimate' : 'usually', seconds: Math.ceil(expected) }
}

export function failedMs({ timeline }: OrderFacts): number | undefined {
  return timeline.find(({ step }) => step === 'expired' || step === 'cancelled')?.atMs
}

/** The longest possible duration, counted from the failure. Null if Ferry did not observe both. */
export function refundSeconds(order: OrderFacts): number | null {
  const sinceMs = failedMs(order)
  const atMs = order.timeline.find(({ step }) => step === 'refunded')?.atMs
  return sinceMs === undefined || atMs === undefined || atMs < sinceMs
    ? null
    : Math.round((atMs - sinceMs) / secondMs)
}

export function isClearlyLonger(usualSeconds: number, takenSeconds: number): boolean {
  return takenSeconds > 2 * usualSeconds + minuteMs / secondMs
}

/** How long before its expiry an unseen deposit triggers a reminder. */
export const depositReminderMs = 2 * minuteMs

/** Returns whether an unseen deposit will soon be too late. `endsMs` is in this machine's clock. */
export function isDepositReminderDue(
  { state, depositObserved, createdMs }: OrderFacts,
  endsMs: number,
  nowMs: number,
): boolean {
  const fromMs = endsMs - depositReminderMs
  const isAwaited = state === 'deposit_awaited' && depositObserved === undefined
  // No reminder if the address was given only moments ago.
  return isAwaited && createdMs < fromMs && nowMs >= fromMs && nowMs < endsMs
}

/** In this machine's clock. Infinity for any other order. */
export function depositExpiryOf({ state, terms }: Order): number {
  const isAwaited = state === 'deposit_awaited' && terms.deposit !== undefined
  return isAwaited ? depositEndsMs(terms.deposit, terms.clockOffsetMs) : Number.POSITIVE_INFINITY
}

export function isLate(order: TimelineFacts, nowMs: number): boolean {
  if (orderPhase(order) !== 'running') return false
  const begun = order.timeline.find(({ step }) => step === 'accepted' || step === 'sent')
  if (begun === undefined) return false
  const estimateMs = (order.reviewed.estimatedSeconds ?? 60) * secondMs
  return nowMs - begun.atMs > 2 * estimateMs + minuteMs
}
