import type { Order, TimelineEntry } from './order.ts'
import { isReceiptOnly } from './order-facts.ts'
import { isVerified, orderPhase, orderStateWords, type PhaseFacts } from './order-state.ts'

/** What a timeline is drawn from. */
type TimelineFacts = PhaseFacts &
  Pick<Order, 'kind' | 'reviewed' | 'timeline' | 'transactions' | 'walletRequest'>

export type StepName = TimelineEntry['step']

/** One line of the timeline. `atMs` is null where the step was passed without being seen, or is still to come. */
export interface TimelineStep {
  readonly name: StepName
  /** `told`: the service says so, and the chain has not shown it. */
  readonly state: 'done' | 'told' | 'now' | 'next' | 'failed'
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

function endingState(order: TimelineFacts, name: StepName): TimelineStep['state'] {
  if (name !== 'refunded') return 'failed'
  return isTold(order, name) ? 'told' : 'done'
}

/** The steps that end a swap are proven with it. */
function isTold(order: TimelineFacts, name: StepName): boolean {
  return ['fulfilled', 'settled', 'refunded'].includes(name) && !isVerified(order)
}

function plan(order: TimelineFacts, atMs: ReadonlyMap<StepName, number>): readonly StepName[] {
  if (order.kind === 'native') return ['sent', 'mined', ...tail]
  if (order.kind === 'deposit') return depositPlan(order, atMs)
  const asked = order.walletRequest?.purpose
  const has = (purpose: 'approve' | 'resetApproval') =>
    asked === purpose || order.transactions.some((transaction) => transaction.purpose === purpose)
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
