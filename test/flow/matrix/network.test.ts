import { expect } from 'vitest'
import type { ProblemCode } from '../../../lib/base/problem-code.ts'
import { hourMs, minuteMs } from '../../../lib/base/time.ts'
import { orderOf } from '../../../lib/review/review.ts'
import {
  account,
  allow,
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
} from '../world/drive.ts'
import { createWorld } from '../world/world.ts'
import { cell } from './cell.ts'
import { decide, holds, settles, solve, staged } from './staged.ts'

/** The service answers nothing but this for a while; the swap ends as it truly did. */
async function outlasts(stage: 'S' | 'P' | 'N', code: ProblemCode): Promise<void> {
  const at = await staged(stage)
  at.world.noticeFails = false
  at.world.service.outage = code
  if (stage === 'P') solve(at)
  // A quote that is signed lives for a minute.
  await pass(at.world, stage === 'S' ? minuteMs / 3 : minuteMs)
  const held = await orderAt(at.world, at.id)
  if (stage === 'S') expect(held.state).toBe('submitting')
  // Nothing that it answers is an end.
  if (stage === 'P') expect([held.statusCode ?? 0, held.notice]).toEqual([0, null])
  if (stage === 'N')
    expect(held).toMatchObject({ state: 'verified_terminal', statusCode: expect.any(Number) })
  at.world.service.outage = null
  await settles(at, 1)
}

cell('network down', 'Q', 'it says so, and nothing is held of it', async () => {
  const world = await createWorld()
  world.service.outage = 'serviceUnreachable'
  await expect(world.desk.quote('view', signedAsk, account)).rejects.toMatchObject({
    data: { code: 'serviceUnreachable', money: 'nothingSent' },
  })
})

cell('network down', 'A', 'no wallet is asked while no node answers', async () => {
  const world = await createWorld()
  fund(world, signedAsk)
  const { reviewKey } = await review(world, signedAsk)
  world.chain.isDown = true
  await world.run.begin(await orderOf(reviewKey, account, world.reviewPorts))
  await world.settle()
  expect(await orderAt(world, reviewKey)).toMatchObject({ state: 'confirmed' })
  expect(world.wallet.prompts).toEqual([])
  world.chain.isDown = false
  await settles({ world, id: reviewKey }, 2)
})

cell('network down', 'T', 'no transaction is asked for while no node answers', async () => {
  const world = await createWorld()
  fund(world, nativeAsk)
  const { reviewKey } = await review(world, nativeAsk)
  world.chain.isDown = true
  await confirm(world, reviewKey)
  await pass(world, 20_000)
  expect(world.wallet.prompts).toEqual([])
  world.chain.isDown = false
  await settles({ world, id: reviewKey }, 1)
})

cell('network down', 'S', 'the same bytes wait for the network', () => outlasts('S', 'serviceUnreachable'))
cell('network down', 'N', 'the end that is known is told all the same', () =>
  outlasts('N', 'serviceUnreachable'),
)

cell('timeout after accept', 'P', 'a record that is an echo moves nothing on', async () => {
  const at = await staged('P')
  at.world.service.isIndexing = false
  const before = await orderAt(at.world, at.id)
  await pass(at.world, minuteMs)
  expect(await orderAt(at.world, at.id)).toMatchObject({ state: 'pending', statusCode: before.statusCode })
  at.world.service.isIndexing = true
  solve(at)
  await settles(at, 1)
})

cell('timeout after accept', 'N', 'it is one row, and one notice', async () => {
  const world = await createWorld()
  fund(world, signedAsk)
  allow(world, signedAsk)
  const id = await begin(world, signedAsk)
  world.service.faults.submit.push({ code: 'serviceTimeout', after: true })
  await settles({ world, id }, 1)
  expect(await world.orders.page(null, 10)).toHaveLength(1)
})

cell(
  'echo record',
  'P N',
  'not yet visible is no end: nothing is told until the deadline has decided',
  async () => {
    const at = await staged('P')
    at.world.service.isIndexing = false
    await pass(at.world, 5 * minuteMs)
    expect([
      (await orderAt(at.world, at.id)).state,
      at.world.notices.filter(({ kind }) => kind !== 'late'),
    ]).toEqual(['pending', []])
    const order = await until(at.world, at.id, isAtRest, 1_000)
    expect(order.state).toBe('expired_unused')
    expect(order.updatedMs).toBeGreaterThan((order.deal.permitDeadlineSeconds ?? 0) * 1000 + 120_000)
  },
)

cell('failed after the money left', 'N', 'told as failed, its refund followed, and told again', async () => {
  const world = await createWorld()
  fund(world, inboxAsk)
  world.solver.fate = [1, 2, 6]
  const id = await begin(world, inboxAsk)
  await until(world, id, (order) => order.notice?.state === 'notified' && order.statusCode === 6)
  await pass(world, hourMs)
  expect(await orderAt(world, id)).toMatchObject({ moneyAccounted: false })
  world.solver.set(taken(world), 7)
  await until(world, id, isAtRest, 1_000)
  expect(world.notices.map(({ kind }) => kind).filter((kind) => kind !== 'late')).toEqual([
    'failed',
    'refunded',
  ])
})

cell('429', 'S', 'a submit is never dropped', () => outlasts('S', 'serviceBusy'))
cell('429', 'P', 'it is looked at less, and no error is shown', async () => {
  const at = await staged('P')
  at.world.service.outage = 'serviceBusy'
  await pass(at.world, 2 * minuteMs)
  expect((await orderAt(at.world, at.id)).problem).toBeNull()
  at.world.service.outage = null
  solve(at)
  await settles(at, 1)
})

cell('5xx', 'P', 'the last good word is kept', () => outlasts('P', 'serviceFailed'))
cell('5xx', 'N', 'it cannot end a swap, nor undo an end', () => outlasts('N', 'serviceFailed'))
cell('malformed JSON', 'S', 'nobody knows what it did: looked up, then the same bytes', () =>
  outlasts('S', 'serviceBadShape'),
)
cell('malformed JSON', 'P', 'the last good word is kept', () => outlasts('P', 'serviceBadShape'))
cell('malformed JSON', 'N', 'it cannot end a swap, nor undo an end', () => outlasts('N', 'serviceBadShape'))
cell('HTML page', 'P', 'the last good word is kept', () => outlasts('P', 'serviceNotJson'))
cell('HTML page', 'N', 'it cannot end a swap, nor undo an end', () => outlasts('N', 'serviceNotJson'))
cell('hosts revoked', 'S', 'the POST goes once they are granted again', () =>
  outlasts('S', 'hostsNotAllowed'),
)
cell('hosts revoked', 'P', 'it holds, and goes on once they are granted again', () =>
  outlasts('P', 'hostsNotAllowed'),
)

cell('origin not allowed', 'Q', 'it says that the service does not let us in', async () => {
  const world = await createWorld()
  world.service.outage = 'serviceOriginNotAllowed'
  await expect(world.desk.quote('view', signedAsk, account)).rejects.toMatchObject({
    data: { code: 'serviceOriginNotAllowed' },
  })
})

cell('origin not allowed', 'T', 'no review, so nothing is sent', async () => {
  const world = await createWorld()
  fund(world, nativeAsk)
  world.service.faults.submit.push({ code: 'serviceOriginNotAllowed' })
  world.service.faults.quote.push({ code: 'serviceOriginNotAllowed' })
  await expect(review(world, nativeAsk)).rejects.toThrow('serviceOriginNotAllowed')
  expect(world.wallet.prompts).toEqual([])
})

cell('origin not allowed', 'S', 'the signature is kept and handed in once we are let in', () =>
  outlasts('S', 'serviceOriginNotAllowed'),
)
cell('origin not allowed', 'P', 'it holds, and says nothing that is not known', () =>
  outlasts('P', 'serviceOriginNotAllowed'),
)

cell(
  'quote expired',
  'G',
  'with less than 15 s left it is quoted anew before the wallet is asked',
  async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    world.service.quoteLifeSeconds = 17
    world.wallet.moods.push('silent')
    const id = await begin(world, signedAsk)
    await untilState(world, id, 'approve_requested')
    const { quoteId } = (await orderAt(world, id)).deal
    await pass(world, 5_000)
    world.service.quoteLifeSeconds = 60
    await decide({ world, id }, 'yes')
    const order = await settles({ world, id }, 2)
    expect(order.deal.quoteId).not.toBe(quoteId)
    expect(world.wallet.signed).toHaveLength(1)
  },
)

cell(
  'clock skew',
  'P',
  'a clock that jumps by a day back and forth delays no end by more than its look',
  async () => {
    const at = await staged('P')
    for (const hours of [24, -24, 0, 24, 0]) {
      at.world.clock.skewMs = hours * hourMs
      await holds(at, 40_000)
    }
    solve(at)
    await pass(at.world, 6_000)
    expect((await orderAt(at.world, at.id)).statusCode).toBe(4)
    await settles(at, 1)
  },
)
