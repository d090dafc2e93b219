import { expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { leftAllowance, mayRevoke } from '../../lib/order/allowances.ts'
import { reviewRevoke, revokeReviews } from '../../lib/order/flows/revoke-review.ts'
import type { Order } from '../../lib/order/order.ts'
import { earlierAskedMs, isEarlierAsked, isStillAsked, mayAskAgain } from '../../lib/order/order-facts.ts'
import { reduce } from '../../lib/order/reduce.ts'
import { judge } from '../chaos/judge.ts'
import { live } from '../chaos/run-schedule.ts'
import type { Schedule } from '../chaos/schedule.ts'
import {
  account,
  begin,
  fund,
  isAtRest,
  orderAt,
  pass,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { cancelOrder } from '../harness/cancel-order.ts'
import { createWorld, type World } from '../harness/world.ts'

/** Makes a stopped swap that left an allowance, and its reviewed revocation. */
async function reviewed() {
  const world = await createWorld()
  fund(world, signedAsk)
  world.wallet.moods.push('yes', 'reject')
  const id = await begin(world, signedAsk)
  await untilState(world, id, 'needs_user')
  await world.run.dispatch(id, { kind: 'abandon' })
  return { world, id, event: await confirmed(world, id) }
}

/** Reviews the revocation of a swap's allowance, and returns its confirmation. */
async function confirmed(world: World, id: string) {
  const review = await reviewRevoke(await orderAt(world, id), account, world.reviewPorts)
  const { reviewKey, accountNonce } = await revokeReviews.read(review.reviewKey, world.reviewPorts.kept)
  const { wallet } = account
  if (wallet === null) throw new Error('no wallet')
  return { kind: 'revoke', reviewKey, accountNonce, wallet } as const
}

test('ends the wait for a revocation that no node shows, with revokeUnknown', async () => {
  const { world, id, event } = await reviewed()
  world.chain.fates.push('stick')
  await world.run.dispatch(id, event)
  await until(world, id, ({ revoking }) => revoking?.state === 'sent')
  world.chain.isDown = true
  await pass(world, 5 * minuteMs)
  expect((await orderAt(world, id)).revoking).toMatchObject({ state: 'sent' })
  await pass(world, 30 * minuteMs)
  expect(await orderAt(world, id)).toMatchObject({
    state: 'stopping',
    revoking: { state: 'over', problem: { code: 'revokeUnknown' }, leftUnits: null },
  })
})

test.each([false, true])(
  'ends the wait for a revocation when the clock is set back, with the nodes down: %s',
  async (isDown) => {
    const { world, id, event } = await reviewed()
    world.chain.fates.push('stick')
    await world.run.dispatch(id, event)
    await until(world, id, ({ revoking }) => revoking?.state === 'sent')
    world.chain.isDown = isDown
    world.clock.skewMs = -60 * minuteMs
    await pass(world, 30 * minuteMs)
    expect((await orderAt(world, id)).revoking).toMatchObject({
      state: 'over',
      problem: { code: 'revokeUnknown' },
    })
  },
)

test('requests no revocation after a new signature was given and reported as ended', async () => {
  const { world, id, event } = await reviewed()
  world.solver.fate = [0, 6]
  const other = await begin(world, signedAsk)
  await untilState(world, other, 'reported_terminal')
  const count = world.wallet.prompts.length
  await world.run.dispatch(id, event)
  expect(await until(world, id, ({ revoking }) => revoking?.state === 'over')).toMatchObject({
    revoking: { problem: { code: 'allowanceInUse', money: 'unmoved' } },
  })
  expect(world.wallet.prompts).toHaveLength(count)
})

test('does not call a revocation replaced while a node may still show it', async () => {
  const { world, id, event } = await reviewed()
  world.chain.fates.push('stick')
  await world.run.dispatch(id, event)
  const sent = await until(world, id, ({ revoking }) => revoking?.state === 'sent')
  const { hash = '0x' } = sent.transactions.at(-1) ?? {}
  const left = { units: 5n, sources: 2, wanted: 2 }
  const seen = (order: Order, state: 'replaced' | 'mined', waitMs: number) => {
    const context = { nowMs: (sent.revoking?.atMs ?? 0) + waitMs, freshId: 'fresh' }
    return reduce(order, { kind: 'revokeSeen', transaction: { hash, state }, approvals: [], left }, context)
      .order
  }
  const early = seen(sent, 'replaced', 5_000)
  expect(early.revoking?.state).toBe('sent')
  expect(seen(early, 'mined', 20_000).transactions.at(-1)).toMatchObject({ hash, state: 'mined' })
  expect(seen(early, 'replaced', 61_000).revoking).toMatchObject({
    state: 'over',
    problem: { code: 'revokeFailed' },
  })
})

test.each([
  ['answered, with a correct clock', 'yes', 0],
  ['answered, with the clock set back', 'yes', -dayMs],
  ['observed on chain, with a correct clock', 'deaf', 0],
  ['observed on chain, with the clock set back', 'deaf', -dayMs],
] as const)(
  'reports the late approval of an earlier request after the second approval was revoked: %s',
  async (_name, manner, skewMs) => {
    const { world, id, first } = await allowedTwice()
    await world.run.dispatch(id, await confirmed(world, id))
    await until(world, id, ({ revoking }) => revoking?.state === 'over')
    await pass(world, 10 * secondMs)
    expect(leftAllowance(await orderAt(world, id))).toBeNull()
    world.clock.skewMs = skewMs
    await world.wallet.decide(first, manner)
    await pass(world, minuteMs)
    expect(leftAllowance(await orderAt(world, id))).toBe(signedAsk.inputAmount)
  },
)

test('no longer reports an allowance that was read with the clock ahead, once it is revoked', async () => {
  const { world, id } = await allowedTwice(dayMs)
  world.clock.skewMs = 0
  await world.run.dispatch(id, await confirmed(world, id))
  await until(world, id, ({ revoking }) => revoking?.state === 'over')
  await pass(world, 10 * secondMs)
  expect(leftAllowance(await orderAt(world, id))).toBeNull()
})

/**
 * Makes a stopped swap with two approval requests. The second one was approved, and the first one is still
 * open.
 */
async function allowedTwice(skewMs = 0) {
  const world = await createWorld()
  fund(world, signedAsk)
  world.wallet.moods.push('silent', 'silent')
  const id = await begin(world, signedAsk)
  await until(world, id, () => world.wallet.prompts.length === 1)
  const first = world.wallet.prompts[0]?.requestId ?? ''
  await world.wallet.decide(first, 'gone')
  await until(world, id, mayAskAgain)
  await world.run.dispatch(id, { kind: 'retry', requestId: first })
  await until(world, id, () => world.wallet.prompts.length === 2)
  await world.run.dispatch(id, { kind: 'abandon' })
  world.clock.skewMs = skewMs
  await world.wallet.decide(world.wallet.prompts[1]?.requestId ?? '', 'yes')
  await pass(world, minuteMs)
  const allowed = await orderAt(world, id)
  expect(leftAllowance(allowed)).toBe(signedAsk.inputAmount)
  expect(isStillAsked(allowed)).toBe(true)
  return { world, id, first }
}

test('can revoke the allowance of an earlier request when the later one was rejected', async () => {
  const world = await createWorld()
  fund(world, signedAsk)
  world.wallet.moods.push('silent', 'busy', 'reject')
  const id = await begin(world, signedAsk)
  await until(world, id, () => world.wallet.prompts.length === 1)
  const first = world.wallet.prompts[0]?.requestId ?? ''
  await world.wallet.decide(first, 'gone')
  await until(world, id, mayAskAgain)
  await world.run.dispatch(id, { kind: 'retry', requestId: first })
  await until(world, id, ({ problem }) => problem?.code === 'walletBusy')
  await world.wallet.decide(first, 'deaf')
  await pass(world, minuteMs)
  await world.run.dispatch(id, { kind: 'retry' })
  await until(world, id, ({ problem }) => problem?.code === 'walletRejected')
  await world.run.dispatch(id, { kind: 'abandon' })
  expect(leftAllowance(await orderAt(world, id))).toBe(signedAsk.inputAmount)
})

test.each(['expired_unused', 'cancelled_unused'] as const)(
  'reports the late approval of an earlier request on a swap that ended as %s, also after a revocation',
  async (end) => {
    const world = await createWorld()
    fund(world, signedAsk)
    world.solver.fate = []
    world.wallet.moods.push('silent', 'yes', 'yes')
    const id = await begin(world, signedAsk)
    await until(world, id, () => world.wallet.prompts.length === 1)
    const first = world.wallet.prompts[0]?.requestId ?? ''
    await world.wallet.decide(first, 'gone')
    await until(world, id, mayAskAgain)
    await world.run.dispatch(id, { kind: 'retry', requestId: first })
    await untilState(world, id, 'pending')
    if (end === 'cancelled_unused') await cancelOrder(world, id)
    else world.service.isIndexing = false
    const ended = await untilState(world, id, end)
    expect(ended).toMatchObject({
      walletRequest: { requestId: first },
      supersededRequests: [],
      signature: null,
    })
    expect(leftAllowance(ended)).toBe(signedAsk.inputAmount)
    expect(isStillAsked(ended)).toBe(false)
    expect(isEarlierAsked(earlierAskedMs(ended), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, await confirmed(world, id))
    await until(world, id, ({ revoking }) => revoking?.state === 'over')
    await pass(world, minuteMs)
    expect(leftAllowance(await orderAt(world, id))).toBeNull()
    await world.wallet.decide(first, 'deaf')
    await pass(world, minuteMs)
    const late = await orderAt(world, id)
    expect(late).toMatchObject({ state: end, walletRequest: null, seen: false })
    expect(leftAllowance(late)).toBe(signedAsk.inputAmount)
    expect(mayRevoke(late)).toBe(true)
    expect(isAtRest(late)).toBe(true)
  },
)

test.each(['yes', 'reject'] as const)(
  'closes the earlier request of an expired swap at its late %s',
  async (mood) => {
    const world = await createWorld()
    fund(world, signedAsk)
    world.solver.fate = []
    world.wallet.moods.push('silent', 'yes', 'yes')
    const id = await begin(world, signedAsk)
    await until(world, id, () => world.wallet.prompts.length === 1)
    const first = world.wallet.prompts[0]?.requestId ?? ''
    await world.wallet.decide(first, 'gone')
    await until(world, id, mayAskAgain)
    await world.run.dispatch(id, { kind: 'retry', requestId: first })
    await untilState(world, id, 'pending')
    world.service.isIndexing = false
    await untilState(world, id, 'expired_unused')
    await world.wallet.decide(first, mood)
    await pass(world, minuteMs)
    const order = await orderAt(world, id)
    expect(order).toMatchObject({ state: 'expired_unused', walletRequest: null, dueMs: null })
    expect(leftAllowance(order)).toBe(signedAsk.inputAmount)
  },
)

test('reports a late approval that no node shows yet, after a revocation of zero', async () => {
  const given: Schedule = {
    ...quiet,
    // The wallet approves after the stop. Its transaction uses a later nonce than the request named.
    moods: ['late'],
    clicks: [[0, 'abandon']],
    exits: { tries: 2, patience: 0, moods: ['unsent'], fates: ['hide'], death: null },
  }
  const lived = await live(given)
  judge(lived)
  expect(lived.order?.revoking).toMatchObject({ state: 'over', leftUnits: '0' })
  expect(lived.order && leftAllowance(lived.order)).toBe(signedAsk.inputAmount)
})

const quiet: Schedule = {
  route: { ask: signedAsk, choice: {} },
  isContract: false,
  allowed: 7n,
  moods: [],
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
