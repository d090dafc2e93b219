import { expect } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../lib/base/time.ts'
import { confirmReview } from '../../../lib/order/confirm-review.ts'
import {
  createFundedWorld,
  inboxRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../../harness/actions.ts'
import { account } from '../../harness/chains.ts'
import type { Fault } from '../../harness/fake-service.ts'
import { consentCodesOf, isFullyEnded } from '../../harness/world-actions.ts'
import { cell } from './fault-matrix.ts'
import {
  answerPrompt,
  endNotices,
  expectSettled,
  expectUnchanged,
  type HeldSwap,
  holdAt,
  settleAtSolver,
} from './held-swap.ts'

async function startSubmit(): Promise<HeldSwap> {
  const at = await holdAt('G')
  await answerPrompt(at, 'yes')
  return at
}

/** Responses that come too late: the service did the work, and Ferry times out. */
const lateResponses: readonly Fault[] = Array.from({ length: 3 }, () => ({
  code: 'serviceTimeout',
  after: true,
}))

export const networkCells = [
  cell('network down', 'A', 'sends no approval request while no node answers', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey, requiredConsents } = await world.createReview(signedRequest)
    const consents = consentCodesOf(requiredConsents)
    world.chain.isDown = true
    await world.run.start(await confirmReview(reviewKey, account, world.reviewPorts, { consents }))
    await world.settle()
    expect(await world.readOrder(reviewKey)).toMatchObject({ state: 'confirmed' })
    expect(world.wallet.prompts).toEqual([])
    world.chain.isDown = false
    await expectSettled({ world, id: reviewKey }, 2)
  }),

  cell('network down', 'T', 'sends no transaction request while no node answers', async () => {
    const world = await createFundedWorld(nativeRequest)
    const { reviewKey } = await world.createReview(nativeRequest)
    world.chain.isDown = true
    await world.confirm(reviewKey)
    await world.advanceTime(20_000)
    expect(world.wallet.prompts).toEqual([])
    world.chain.isDown = false
    await expectSettled({ world, id: reviewKey }, 1)
  }),

  cell('timeout after accept', 'P', 'changes nothing after a late response, and polls again', async () => {
    const at = await holdAt('P')
    at.world.solver.setStatus(at.world.acceptedRequest(), 2)
    const { faults } = at.world.service
    faults.status.push(...lateResponses)
    await expectUnchanged(at, 10_000)
    const held = await at.world.readOrder(at.id)
    expect([faults.status.length, held.statusCode, held.problem]).toEqual([1, 0, null])
    await at.world.waitForOrder(at.id, ({ statusCode }) => statusCode === 2)
    settleAtSolver(at)
    const { serviceCalls } = await expectSettled(at, 1)
    expect(serviceCalls.filter(({ outcome }) => outcome === 'serviceTimeout')).toHaveLength(3)
  }),

  cell('timeout after accept', 'N', 'notifies of the end once, with the next response', async () => {
    const at = await holdAt('P')
    settleAtSolver(at)
    const { faults } = at.world.service
    faults.status.push(...lateResponses)
    await expectUnchanged(at, 10_000)
    expect([faults.status.length, endNotices(at.world)]).toEqual([1, []])
    await expectSettled(at, 1)
    expect(await at.world.orders.page(null, 10)).toHaveLength(1)
  }),

  cell('echo record', 'P', 'notifies of no end until the deadline decides', async () => {
    const at = await holdAt('P')
    at.world.service.isIndexing = false
    await at.world.advanceTime(5 * minuteMs)
    expect([(await at.world.readOrder(at.id)).state, endNotices(at.world)]).toEqual(['pending', []])
    const order = await at.world.waitForOrder(at.id, isFullyEnded, 1_000)
    expect(order.state).toBe('expired_unused')
    expect(order.updatedMs).toBeGreaterThan((order.terms.permitDeadlineSeconds ?? 0) * 1000 + 120_000)
  }),

  cell('echo record', 'N', 'keeps a reported end while its record is gone, and notifies once', async () => {
    const at = await holdAt('P')
    // With one node alone the end stays reported, and Ferry continues to read it.
    at.world.chain.sources = 1
    settleAtSolver(at)
    await at.world.waitForState(at.id, 'reported_terminal')
    at.world.service.isIndexing = false
    at.world.service.calls.length = 0
    await at.world.advanceTime(hourMs)
    expect(at.world.service.calls.length).toBeGreaterThan(10)
    expect(await at.world.readOrder(at.id)).toMatchObject({ state: 'reported_terminal', statusCode: 4 })
    expect(endNotices(at.world)).toEqual([{ orderId: at.id, kind: 'done' }])
    at.world.service.isIndexing = true
    at.world.chain.sources = 2
    await expectSettled(at, 1)
  }),

  cell(
    'failed after the money left',
    'N',
    'notifies of the failure, follows the refund, and notifies again',
    async () => {
      const { world, id } = await startSwap(inboxRequest, { fate: [1, 2, 6] })
      await world.waitForOrder(
        id,
        (order) => order.notification?.state === 'notified' && order.statusCode === 6,
      )
      await world.advanceTime(hourMs)
      expect(await world.readOrder(id)).toMatchObject({ fundsSettled: false })
      world.solver.setStatus(world.acceptedRequest(), 7)
      await world.waitForOrder(id, isFullyEnded, 1_000)
      expect(world.notices.map(({ kind }) => kind).filter((kind) => kind !== 'late')).toEqual([
        'failed',
        'refunded',
      ])
    },
  ),

  cell('timeout after accept', 'S', 'finds the order by a poll, without a second POST', async () => {
    const at = await startSubmit()
    at.world.service.faults.submit.push({ code: 'serviceTimeout', after: true })
    await expectSettled(at, 1)
    expect([...at.world.service.submits.values()]).toMatchObject([{ received: 1, accepted: 1 }])
  }),

  cell(
    'echo record',
    'S',
    'posts the same bytes again while the order is not indexed, and is accepted once',
    async () => {
      const at = await startSubmit()
      at.world.service.faults.submit.push({ code: 'serviceTimeout', after: true })
      at.world.service.isIndexing = false
      expect(await at.world.waitForState(at.id, 'submitted')).toMatchObject({ statusCode: null })
      const [posts] = at.world.service.submits.values()
      expect([posts?.received, posts?.accepted, posts?.bodies.size]).toEqual([2, 1, 1])
      at.world.service.isIndexing = true
      await expectSettled(at, 1)
    },
  ),

  cell(
    'failed after the money left',
    ['T', 'P'],
    'polls for days, notifies of the failure once, and never reports the money as lost or unsent',
    async (column) => {
      const request = column === 'T' ? nativeRequest : inboxRequest
      const { world, id } = await startSwap(request, { fate: [1, 2, 6] })
      await world.waitForOrder(id, (order) => order.statusCode === 6)
      await world.advanceTime(3 * dayMs)
      const held = await world.readOrder(id)
      expect(held).toMatchObject({ fundsSettled: false, problem: { money: 'atOrigin' } })
      expect(held.dueMs).not.toBeNull()
      expect(world.notices.map(({ kind }) => kind)).toEqual(['failed'])
      const before = world.service.calls.length
      await world.advanceTime(3 * hourMs)
      expect(world.service.calls.length).toBeGreaterThan(before)
    },
  ),
]
