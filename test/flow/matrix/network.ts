import { expect } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../lib/base/time.ts'
import { orderOf } from '../../../lib/review/review.ts'
import {
  account,
  begin,
  confirm,
  fund,
  inboxAsk,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  review,
  signedAsk,
  taken,
  until,
  untilState,
} from '../../harness/actions.ts'
import type { Fault } from '../../harness/fake-service.ts'
import { createWorld } from '../../harness/world.ts'
import { cell } from './fault-matrix.ts'
import { decide, endsTold, type HeldSwap, heldAt, holds, settles, solve } from './held-swap.ts'

async function posting(): Promise<HeldSwap> {
  const at = await heldAt('G')
  await decide(at, 'yes')
  return at
}

/** Responses that come too late: the service did the work, and Ferry times out. */
const lateAnswers: readonly Fault[] = Array.from({ length: 3 }, () => ({
  code: 'serviceTimeout',
  after: true,
}))

export const networkCells = [
  cell('network down', 'A', 'sends no approval request while no node answers', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    const { reviewKey } = await review(world, signedAsk)
    world.chain.isDown = true
    await world.run.start(await orderOf(reviewKey, account, world.reviewPorts))
    await world.settle()
    expect(await orderAt(world, reviewKey)).toMatchObject({ state: 'confirmed' })
    expect(world.wallet.prompts).toEqual([])
    world.chain.isDown = false
    await settles({ world, id: reviewKey }, 2)
  }),

  cell('network down', 'T', 'sends no transaction request while no node answers', async () => {
    const world = await createWorld()
    fund(world, nativeAsk)
    const { reviewKey } = await review(world, nativeAsk)
    world.chain.isDown = true
    await confirm(world, reviewKey)
    await pass(world, 20_000)
    expect(world.wallet.prompts).toEqual([])
    world.chain.isDown = false
    await settles({ world, id: reviewKey }, 1)
  }),

  cell('timeout after accept', 'P', 'changes nothing after a late response, and polls again', async () => {
    const at = await heldAt('P')
    at.world.solver.set(taken(at.world), 2)
    const { faults } = at.world.service
    faults.status.push(...lateAnswers)
    await holds(at, 10_000)
    const held = await orderAt(at.world, at.id)
    expect([faults.status.length, held.statusCode, held.problem]).toEqual([1, 0, null])
    await until(at.world, at.id, ({ statusCode }) => statusCode === 2)
    solve(at)
    const { serviceCalls } = await settles(at, 1)
    expect(serviceCalls.filter(({ outcome }) => outcome === 'serviceTimeout')).toHaveLength(3)
  }),

  cell('timeout after accept', 'N', 'notifies of the end once, with the next response', async () => {
    const at = await heldAt('P')
    solve(at)
    const { faults } = at.world.service
    faults.status.push(...lateAnswers)
    await holds(at, 10_000)
    expect([faults.status.length, endsTold(at.world)]).toEqual([1, []])
    await settles(at, 1)
    expect(await at.world.orders.page(null, 10)).toHaveLength(1)
  }),

  cell('echo record', 'P', 'notifies of no end until the deadline decides', async () => {
    const at = await heldAt('P')
    at.world.service.isIndexing = false
    await pass(at.world, 5 * minuteMs)
    expect([(await orderAt(at.world, at.id)).state, endsTold(at.world)]).toEqual(['pending', []])
    const order = await until(at.world, at.id, isAtRest, 1_000)
    expect(order.state).toBe('expired_unused')
    expect(order.updatedMs).toBeGreaterThan((order.terms.permitDeadlineSeconds ?? 0) * 1000 + 120_000)
  }),

  cell('echo record', 'N', 'keeps a reported end while its record is gone, and notifies once', async () => {
    const at = await heldAt('P')
    // With one node alone the end stays reported, and Ferry continues to read it.
    at.world.chain.sources = 1
    solve(at)
    await untilState(at.world, at.id, 'reported_terminal')
    at.world.service.isIndexing = false
    at.world.service.calls.length = 0
    await pass(at.world, hourMs)
    expect(at.world.service.calls.length).toBeGreaterThan(10)
    expect(await orderAt(at.world, at.id)).toMatchObject({ state: 'reported_terminal', statusCode: 4 })
    expect(endsTold(at.world)).toEqual([{ orderId: at.id, kind: 'done' }])
    at.world.service.isIndexing = true
    at.world.chain.sources = 2
    await settles(at, 1)
  }),

  cell(
    'failed after the money left',
    'N',
    'notifies of the failure, follows the refund, and notifies again',
    async () => {
      const world = await createWorld()
      fund(world, inboxAsk)
      world.solver.fate = [1, 2, 6]
      const id = await begin(world, inboxAsk)
      await until(world, id, (order) => order.notice?.state === 'notified' && order.statusCode === 6)
      await pass(world, hourMs)
      expect(await orderAt(world, id)).toMatchObject({ fundsSettled: false })
      world.solver.set(taken(world), 7)
      await until(world, id, isAtRest, 1_000)
      expect(world.notices.map(({ kind }) => kind).filter((kind) => kind !== 'late')).toEqual([
        'failed',
        'refunded',
      ])
    },
  ),

  cell('timeout after accept', 'S', 'finds the order by a poll, without a second POST', async () => {
    const at = await posting()
    at.world.service.faults.submit.push({ code: 'serviceTimeout', after: true })
    await settles(at, 1)
    expect([...at.world.service.submits.values()]).toMatchObject([{ received: 1, accepted: 1 }])
  }),

  cell(
    'echo record',
    'S',
    'posts the same bytes again while the order is not indexed, and is accepted once',
    async () => {
      const at = await posting()
      at.world.service.faults.submit.push({ code: 'serviceTimeout', after: true })
      at.world.service.isIndexing = false
      expect(await untilState(at.world, at.id, 'submitted')).toMatchObject({ statusCode: null })
      const [posts] = at.world.service.submits.values()
      expect([posts?.received, posts?.accepted, posts?.bodies.size]).toEqual([2, 1, 1])
      at.world.service.isIndexing = true
      await settles(at, 1)
    },
  ),

  cell(
    'failed after the money left',
    ['T', 'P'],
    'polls for days, notifies of the failure once, and never reports the money as lost or unsent',
    async (column) => {
      const world = await createWorld()
      const ask = column === 'T' ? nativeAsk : inboxAsk
      fund(world, ask)
      world.solver.fate = [1, 2, 6]
      const id = await begin(world, ask)
      await until(world, id, (order) => order.statusCode === 6)
      await pass(world, 3 * dayMs)
      const held = await orderAt(world, id)
      expect(held).toMatchObject({ fundsSettled: false, problem: { money: 'atOrigin' } })
      expect(held.dueMs).not.toBeNull()
      expect(world.notices.map(({ kind }) => kind)).toEqual(['failed'])
      const before = world.service.calls.length
      await pass(world, 3 * hourMs)
      expect(world.service.calls.length).toBeGreaterThan(before)
    },
  ),
]
