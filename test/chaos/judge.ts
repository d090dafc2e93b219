import { deepEqual, equal, ok } from 'node:assert/strict'
import type { FundsLocation } from '../../lib/base/problem-codes.ts'
import type { AllowanceEntry } from '../../lib/order/allowances.ts'
import { canCancel, canWithdraw } from '../../lib/order/exits/exit-rules.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import type { Order } from '../../lib/order/order.ts'
import { canStopOrder } from '../../lib/order/order-facts.ts'
import { isInSet, isOverOrPutAway } from '../../lib/order/order-state.ts'
import { isOpenOrder } from '../../lib/order/orders.ts'
import { isTrackedByReceipt } from '../../lib/quote/order-kind.ts'
import { unlimitedUnits } from '../../lib/review/approval-plan.ts'
import { deployment } from '../harness/chains.ts'
import type { Call } from '../harness/fake-chain.ts'
import { heldInput } from '../harness/held-input.ts'
import type { World } from '../harness/world.ts'
import { type AllowanceReads, type ExitResult, harmless, leftUnits } from './exits.ts'
import type { ScheduleRun } from './run-schedule.ts'

const withdrawal = /^0x(ad776116|9da29c8e)/
const revocation = /^0x095ea7b3[0-9a-f]{64}0{64}$/

const returnedLocations: ReadonlySet<FundsLocation> = new Set([
  'nothingSent',
  'unmoved',
  'neverExecuted',
  'signedUnused',
  'refunded',
])

const isWithdrawn = (world: World) => world.minedCalls.some(({ data }) => withdrawal.test(data))

/** Checks the exits that the person used, and the money that was left. Throws at a violation. */
function judgeExits(
  world: World,
  order: Order,
  { counts, lowestAllowanceUnits, heldUnits }: ExitResult,
  { shown, listed }: AllowanceReads,
): void {
  const requested = world.wallet.prompts.map(({ params }) => String(Object(params[0]).data ?? ''))
  const requestCount = (call: RegExp) => requested.filter((data) => call.test(data)).length
  ok(requestCount(withdrawal) <= counts.withdraw, 'asked to withdraw what nobody wanted')
  const resets = order.transactions.filter(({ purpose }) => purpose === 'resetApproval').length
  const mayReset = resets > 0 || order.reviewed.inputToken.symbol === 'USDT'
  ok(mayReset || requestCount(revocation) <= counts.revoke, 'asked to revoke what nobody wanted')

  const { inputAmount, userAddress } = order.reviewed.request
  const lost = heldUnits - heldInput(world.chain.ledger, order.reviewed.request, userAddress ?? '')
  ok(lost === 0n || lost === BigInt(inputAmount), `${lost} units are gone`)
  const { problem, revoking } = order
  if (problem !== null && returnedLocations.has(problem.money))
    equal(lost, 0n, `${problem.money}, which it is not`)
  if (problem?.money === 'atOrigin') equal(lost, BigInt(inputAmount), 'at the contract, which it is not')
  if (isWithdrawn(world)) {
    equal(lost, 0n, 'withdrawn to somebody else')
    equal(`${order.state} ${order.statusCode}`, 'verified_terminal 7', 'withdrawn, and not told')
  }

  ok(revoking?.state !== 'sent', 'a revocation that is never over')
  const left = leftUnits(world, order)
  // The screen of the order and the list of approvals read the chain when they open.
  if (shown !== null) equal(shownUnits(shown), left, 'another allowance than the one that is left')
  if (left <= lowestAllowanceUnits) return
  if (isInSet(order.state, 'neverExecuted') || revoking?.state === 'over')
    ok(shown !== null, 'an allowance that the order does not show')
  ok(
    listed.some((entry) => entry.left !== null && shownUnits(entry) === left),
    'an allowance that is not in the list',
  )
}

function shownUnits({ left }: Pick<AllowanceEntry, 'left'>): bigint | null {
  return left === null ? null : BigInt(left.units ?? unlimitedUnits)
}

/** The states of a transaction that can move nothing any more: it failed, or another one used its nonce. */
const deadStates: readonly string[] = ['failed', 'replaced', 'dropped']

/** Checks the rules that must hold after each schedule. Throws at a violation. */
export function judge({
  world,
  order,
  taken,
  allowances,
  unnamed = 0,
  overMs = Number.POSITIVE_INFINITY,
}: ScheduleRun): void {
  const posts = [...world.service.submits.values()]
  const requests = [...world.service.requests.values()]
  // A transaction that used another's nonce moves nothing.
  const isPayment = ({ data, value }: Call) => !harmless.test(data) && (data !== '0x' || value > 0n)
  const sends = world.chain.sent.filter(isPayment)
  const payments = world.minedCalls.filter(isPayment)
  /** A later confirmation of the person does not change the statements made at the end. */
  const early = payments.filter(({ atMs }) => atMs <= overMs)
  // A dead transaction moves nothing any more, so that another one may be sent.
  const dead =
    order?.transactions.filter(({ purpose, state }) => purpose === 'send' && deadStates.includes(state)) ?? []
  ok(posts.length + sends.length <= 1 + dead.length + unnamed, 'authorisations given away')
  ok(posts.length + payments.length <= 1, 'paid twice')
  for (const post of posts) {
    ok(post.accepted <= 1, 'accepted more than once')
    equal(post.bodies.size, 1, 'different bytes posted')
  }
  ok(requests.length <= 1, 'requests')
  ok(highestPerMinute(world.service.calls.map((call) => call.atMs)) <= 100, 'requests in a minute')
  deepEqual(
    world.problems.map((problem) => problem.message),
    [],
    'failures that nobody heard of',
  )
  if (order === null) {
    equal(posts.length + sends.length, 0, 'lost')
    return
  }
  if (isOpenOrder(order)) ok(order.dueMs !== null, `nothing is due in ${order.state}`)
  ok(isOverOrPutAway(order) || canEndAutomatically(world, order), `runs for ever in ${order.state}`)
  const isSaidUnmoved = order.problem?.money === 'nothingSent' || order.problem?.money === 'unmoved'
  if (isSaidUnmoved) equal(early.length, 0, 'said to be unmoved')
  const truth = requests[0]?.code ?? null
  // Code 5 ends an order before the money moved, code 6 afterwards.
  const hasMoved = truth !== null && truth >= 2 && truth !== 5
  const shown = new Set(world.notices.map((notice) => notice.kind))
  switch (order.state) {
    case 'abandoned_unsigned':
      equal(posts.length + early.length, 0, 'put away though it was given away')
      // A transaction that reverted or lost its nonce can move nothing any more, whether Ferry knows it or
      // not.
      equal(world.chain.waiting().filter(isPayment).length, 0, 'put away though it may be mined')
      break
    case 'cancelled_unused':
    case 'expired_unused':
      equal(hasMoved, false, 'over unused though money moved')
      break
    default:
      if (isTrackedByReceipt(order)) equal(sends.length, 1, 'an end without its transaction')
      else if (truth !== null && truth < 2 && order.state === 'pending') equal(order.statusCode ?? 0, truth)
      else if (requests.length === 0) equal(order.statusCode, null, 'an end was invented')
      else {
        ok(['reported_terminal', 'verified_terminal'].includes(order.state), `lost in ${order.state}`)
        equal(order.statusCode, isWithdrawn(world) ? 7 : truth, 'another end than the true one')
      }
  }
  const isPaidLate = early.length < payments.length
  if (isPaidLate)
    ok(
      world.commits.some(({ state }) => state === 'stopping'),
      'paid after an end that nobody warned of',
    )
  if (taken !== undefined && allowances !== undefined && !isPaidLate)
    judgeExits(world, order, taken, allowances)
  const reported = world.commits.flatMap((one) => one.notification?.kind ?? [])
  // A withdrawal by the user may be mined before Ferry notifies of the failure.
  const isShownFirst = !isWithdrawn(world) || shown.has('failed')
  // The person may send it again after its transaction failed, also before Ferry notifies of that.
  const hasFailed = world.commits.some(
    ({ state, notification }) => state === 'needs_user' && notification?.kind === 'failed',
  )
  // A late swap may be notified before its end, and a failure before its refund.
  const expected = new Set([
    ...world.notices.map(({ kind }) => kind).filter((kind) => kind === 'depositDue'),
    ...(world.notices.find(({ kind }) => kind !== 'depositDue')?.kind === 'late' ? ['late'] : []),
    ...(order.statusCode === 7 && reported.includes('failed') && isShownFirst ? ['failed'] : []),
    ...(hasFailed && shown.has('failed') ? ['failed'] : []),
    ...(order.notification === null ? [] : [order.notification.kind]),
  ])
  deepEqual(shown, expected, 'notices')
}

/** Whether the screen has a button that ends an order. */
function canEndAutomatically(world: World, order: Order): boolean {
  const fromMs = withdrawFromMs(order, deployment)
  return (
    canStopOrder(order, world.clock.machine.nowMs()) ||
    canCancel(order) ||
    canWithdraw(order, world.clock.machine.nowMs(), fromMs)
  )
}

function highestPerMinute(atMs: readonly number[]): number {
  let first = 0
  let most = 0
  atMs.forEach((ms, index) => {
    while ((atMs[first] ?? ms) <= ms - 60_000) first += 1
    most = Math.max(most, index - first + 1)
  })
  return most
}
