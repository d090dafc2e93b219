import { expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { canRevoke, findPendingApproval } from '../../lib/order/allowances.ts'
import { awaitUser, createProblemData } from '../../lib/order/change.ts'
import type { Order } from '../../lib/order/order.ts'
import { canRetryApproval, isUnansweredRecent, lastUnansweredMs } from '../../lib/order/order-facts.ts'
import { reduce, taskOf } from '../../lib/order/reduce.ts'
import { judge } from '../chaos/judge.ts'
import { runSchedule } from '../chaos/run-schedule.ts'
import type { Schedule } from '../chaos/schedule.ts'
import { signedRequest, startSwap } from '../harness/actions.ts'
import {
  cancelOrder,
  createLeftAllowance,
  reviewRevocation,
  revokeAllowance,
  waitForRevocation,
} from '../harness/exits.ts'
import { isFullyEnded } from '../harness/world-actions.ts'

/** Makes a stopped swap that left an allowance, and its reviewed revocation. */
async function startReviewedRevocation() {
  const { world, id } = await createLeftAllowance()
  return { world, id, event: await reviewRevocation(world, id) }
}

/** A revocation whose transaction stays without a block. */
async function startStuckRevocation() {
  const { world, id, event } = await startReviewedRevocation()
  world.chain.fates.push('stick')
  await world.run.dispatch(id, event)
  const sent = await world.waitForOrder(id, ({ revoking }) => revoking?.state === 'sent')
  return { world, id, sent }
}

/** A swap whose first approval request got no answer and stays open, and was retried. */
async function startRetriedApproval(options: Parameters<typeof startSwap>[1]) {
  const { world, id } = await startSwap(signedRequest, options)
  await world.waitForOrder(id, () => world.wallet.prompts.length === 1)
  const first = world.wallet.prompts[0]?.requestId ?? ''
  await world.wallet.decide(first, 'gone')
  await world.waitForOrder(id, canRetryApproval)
  await world.run.dispatch(id, { kind: 'retry', requestId: first })
  return { world, id, first }
}

test('ends the wait for a revocation that no node shows, with revokeNotSent', async () => {
  const { world, id } = await startStuckRevocation()
  world.chain.isDown = true
  await world.advanceTime(5 * minuteMs)
  expect((await world.readOrder(id)).revoking).toMatchObject({ state: 'sent' })
  await world.advanceTime(30 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({
    state: 'stopping',
    revoking: { state: 'over', problem: { code: 'revokeNotSent' }, leftUnits: null },
  })
})

test.each([false, true])(
  'ends the wait for a revocation when the clock is set back, with the nodes down: %s',
  async (isDown) => {
    const { world, id } = await startStuckRevocation()
    world.chain.isDown = isDown
    world.clock.skewMs = -60 * minuteMs
    await world.advanceTime(30 * minuteMs)
    expect((await world.readOrder(id)).revoking).toMatchObject({
      state: 'over',
      problem: { code: 'revokeNotSent' },
    })
  },
)

test('leaves the person ten minutes to decide when the swap continues during its revocation, which is read first', async () => {
  const { sent } = await startStuckRevocation()
  const nowMs = (sent.revoking?.atMs ?? 0) + minuteMs
  const context = { nowMs, freshId: 'fresh' }
  const problem = createProblemData('rpcUnreachable')
  const { order } = awaitUser(sent, problem, context)
  expect(order).toMatchObject({ state: 'needs_user', dueMs: nowMs })
  expect(taskOf(order, nowMs)?.name).toBe('watchRevoke')
  const { hash = '0x' } = sent.transactions.at(-1) ?? {}
  const observed = (state: 'sent' | 'mined', units: bigint) =>
    ({
      kind: 'revokeObserved',
      transaction: { hash, state },
      left: { units, sources: 2, wanted: 2 },
    }) as const
  for (const event of [observed('sent', 5n), { kind: 'readFailed', problem } as const])
    expect(reduce(order, event, context).order.dueMs).toBeLessThanOrEqual(nowMs + minuteMs)
  const over = { state: 'needs_user', dueMs: nowMs + 10 * minuteMs, revoking: { state: 'over' } }
  expect(reduce(order, observed('mined', 0n), context).order).toMatchObject(over)
  const lateMs = nowMs + 10 * minuteMs
  const unread = reduce(order, { kind: 'readFailed', problem }, { ...context, nowMs: lateMs }).order
  expect(unread).toMatchObject({ ...over, dueMs: lateMs + 10 * minuteMs })
})

test('does not call a revocation replaced while a node may still show it', async () => {
  const { sent } = await startStuckRevocation()
  const { hash = '0x' } = sent.transactions.at(-1) ?? {}
  const left = { units: 5n, sources: 2, wanted: 2 }
  const seen = (order: Order, state: 'replaced' | 'mined', waitMs: number) => {
    const context = { nowMs: (sent.revoking?.atMs ?? 0) + waitMs, freshId: 'fresh' }
    return reduce(order, { kind: 'revokeObserved', transaction: { hash, state }, left }, context).order
  }
  const early = seen(sent, 'replaced', 5_000)
  expect(early.revoking?.state).toBe('sent')
  expect(seen(early, 'mined', 20_000).transactions.at(-1)).toMatchObject({ hash, state: 'mined' })
  expect(seen(early, 'replaced', 61_000).revoking).toMatchObject({
    state: 'over',
    problem: { code: 'revokeNotSent' },
  })
})

test.each([
  ['answered, with a correct clock', 'yes', 0],
  ['answered, with the clock set back', 'yes', -dayMs],
  ['observed on chain, with a correct clock', 'deaf', 0],
  ['observed on chain, with the clock set back', 'deaf', -dayMs],
] as const)(
  'reports the late approval of an earlier request after the second approval was revoked: %s',
  async (_name, behaviour, skewMs) => {
    const { world, id, first } = await startTwiceApproved()
    await revokeAllowance(world, id)
    await waitForRevocation(world, id)
    await world.advanceTime(10 * secondMs)
    expect(await world.readLeftAllowance(id)).toBeNull()
    world.clock.skewMs = skewMs
    await world.wallet.decide(first, behaviour)
    await world.advanceTime(minuteMs)
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
  },
)

test('no longer reports an allowance that was read with the clock ahead, once it is revoked', async () => {
  const { world, id } = await startTwiceApproved(dayMs)
  world.clock.skewMs = 0
  await revokeAllowance(world, id)
  await waitForRevocation(world, id)
  await world.advanceTime(10 * secondMs)
  expect(await world.readLeftAllowance(id)).toBeNull()
})

/**
 * Makes a stopped swap with two approval requests. The second one was approved, and the first one is still
 * open.
 */
async function startTwiceApproved(skewMs = 0) {
  const { world, id, first } = await startRetriedApproval({ behaviours: ['silent', 'silent'] })
  await world.waitForOrder(id, () => world.wallet.prompts.length === 2)
  await world.run.dispatch(id, { kind: 'stop' })
  world.clock.skewMs = skewMs
  await world.wallet.decide(world.wallet.prompts[1]?.requestId ?? '', 'yes')
  await world.advanceTime(minuteMs)
  const allowed = await world.readOrder(id)
  expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
  expect(isUnansweredRecent(lastUnansweredMs(allowed), world.clock.nowMs())).toBe(true)
  return { world, id, first }
}

test('can revoke the allowance of an earlier request when the later one was rejected', async () => {
  const { world, id, first } = await startRetriedApproval({ behaviours: ['silent', 'busy', 'reject'] })
  await world.waitForOrder(id, ({ problem }) => problem?.code === 'walletBusy')
  await world.wallet.decide(first, 'deaf')
  await world.advanceTime(minuteMs)
  await world.run.dispatch(id, { kind: 'retry' })
  await world.waitForOrder(id, ({ problem }) => problem?.code === 'walletRejected')
  await world.run.dispatch(id, { kind: 'stop' })
  expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
})

test.each(['expired_unused', 'cancelled_unused'] as const)(
  'reports the late approval of an earlier request on a swap that ended as %s, also after a revocation',
  async (end) => {
    const { world, id, first } = await startRetriedApproval({
      behaviours: ['silent', 'yes', 'yes'],
      fate: [],
    })
    await world.waitForState(id, 'pending')
    if (end === 'cancelled_unused') await cancelOrder(world, id)
    else world.service.isIndexing = false
    const ended = await world.waitForState(id, end)
    expect(ended).toMatchObject({
      walletRequest: null,
      supersededRequests: [{ requestId: first }],
      signature: null,
    })
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
    expect(isUnansweredRecent(lastUnansweredMs(ended), world.clock.nowMs())).toBe(true)
    await revokeAllowance(world, id)
    await waitForRevocation(world, id)
    await world.advanceTime(minuteMs)
    expect(await world.readLeftAllowance(id)).toBeNull()
    await world.wallet.decide(first, 'deaf')
    await world.advanceTime(minuteMs)
    const late = await world.readOrder(id)
    expect(late).toMatchObject({ state: end, walletRequest: null })
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
    expect(canRevoke(late)).toBe(true)
    await world.advanceTime(dayMs)
    expect(isFullyEnded(await world.readOrder(id))).toBe(true)
  },
)

test.each(['yes', 'reject'] as const)(
  'closes the earlier request of an expired swap at its late %s',
  async (behaviour) => {
    const { world, id, first } = await startRetriedApproval({
      behaviours: ['silent', 'yes', 'yes'],
      fate: [],
    })
    await world.waitForState(id, 'pending')
    world.service.isIndexing = false
    await world.waitForState(id, 'expired_unused')
    await world.wallet.decide(first, behaviour)
    await world.advanceTime(minuteMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'expired_unused', walletRequest: null, dueMs: null })
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
  },
)

test('knows an approval that no node shows yet, after a revocation', async () => {
  const given: Schedule = {
    ...plainSchedule,
    // The wallet approves after the stop. Its transaction uses a later nonce than the request named.
    behaviours: ['late'],
    clicks: [[0, 'stop']],
    exits: { tries: 2, patience: 0, behaviours: ['unsent'], fates: ['hide'], death: null },
  }
  const lived = await runSchedule(given)
  judge(lived)
  expect(lived.order?.revoking?.state).toBe('over')
  expect(lived.allowances?.shown?.left?.units).toBe('0')
  expect(lived.order && findPendingApproval(lived.order, lived.order.updatedMs)).not.toBeNull()
})

const plainSchedule: Schedule = {
  route: { request: signedRequest, choice: {} },
  isContract: false,
  allowed: 7n,
  behaviours: [],
  isAtomic: false,
  namesFailed: false,
  lateMs: minuteMs,
  submits: [],
  looks: [],
  quotes: [],
  fate: [1, 2, 3, 4],
  stepMs: 3_000,
  deaths: [],
  outages: [],
  clocks: [],
  sleeps: [],
  clicks: [],
  others: [],
  exits: null,
  quoteLifeSeconds: 17,
  permille: 980n,
}
