import { expect } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../lib/base/time.ts'
import {
  account,
  confirm,
  fund,
  isAtRest,
  orderAt,
  pass,
  review,
  signedAsk,
  until,
  untilState,
} from '../world/drive.ts'
import { createWorld } from '../world/world.ts'
import { cell } from './cell.ts'
import { decide, holds, type Stage, settles, solve, staged } from './staged.ts'

/** A swap on its way whose background is gone; what it waits for then happens. */
async function reborn(stage: Stage, died: 'worker' | 'browser', mood?: Parameters<typeof staged>[1]) {
  const at = await staged(stage, mood)
  if (died === 'browser') {
    // Alarms go with the browser, and it takes its time to come back.
    at.world.alarmMs = null
    at.world.clock.jump(minuteMs)
  }
  await at.world.restart()
  return at
}

cell(
  'worker killed',
  'Q',
  'a quote is asked again, and the old one is gone with the review it never had',
  async () => {
    const { world } = await reborn('P', 'worker')
    const outcome = await world.desk.quote('view', signedAsk, account)
    expect(outcome.kind).toBe('quote')
  },
)

cell('worker killed', 'A', 'the allowance tells that it was approved; nobody is asked twice', async () => {
  await settles(await reborn('A', 'worker', 'deaf'), 2)
})

cell('worker killed', 'G', 'the request is still at the wallet, and its answer counts', async () => {
  const at = await reborn('G', 'worker')
  await decide(at, 'yes')
  await settles(at, 1)
})

cell('worker killed', 'T', 'a transaction whose hash nobody heard is found, never sent again', async () => {
  await settles(await reborn('T', 'worker', 'deaf'), 1)
})

cell('worker killed', 'S', 'the service is asked first, then the same bytes go', async () => {
  const at = await reborn('S', 'worker')
  at.world.service.outage = null
  at.world.service.calls.length = 0
  await settles(at, 1)
  expect(at.world.service.calls[0]?.endpoint).toBe('status')
})

cell('worker killed', 'P', 'it moves again within 35 s', async () => {
  const at = await staged('P')
  at.world.life.isDead = true
  solve(at)
  const diedMs = at.world.clock.nowMs()
  await at.world.restart()
  const order = await until(at.world, at.id, (one) => one.statusCode === 4)
  expect(order.updatedMs - diedMs).toBeLessThanOrEqual(35_000)
  await settles(at, 1)
})

cell('worker killed', 'N', 'it is told once', async () => {
  const at = await reborn('N', 'worker')
  at.world.noticeFails = false
  await settles(at, 1)
  await at.world.restart()
  await settles(at, 1)
})

cell('browser killed', 'Q', 'a quote is asked again after the start', async () => {
  const { world } = await reborn('P', 'browser')
  expect((await world.desk.quote('view', signedAsk, account)).kind).toBe('quote')
})

cell('browser killed', 'A', 'an approval that went through is found by its allowance', async () => {
  await settles(await reborn('A', 'browser', 'deaf'), 2)
})

cell(
  'browser killed',
  'G',
  'a request that went with its page is asked anew by the person alone',
  async () => {
    const at = await staged('G')
    at.world.alarmMs = null
    await at.world.restart()
    await decide(at, 'gone')
    const { problem } = await untilState(at.world, at.id, 'needs_user')
    expect(problem?.money).toBe('nothingSent')
    await holds(at, minuteMs)
    await at.world.run.happen(at.id, { kind: 'retry' })
    await settles(at, 2)
  },
)

cell('browser killed', 'T', 'the written request is enough to find the transaction', async () => {
  await settles(await reborn('T', 'browser', 'deaf'), 1)
})

cell(
  'browser killed',
  'S',
  'even a day later: accepted though nobody heard, so nothing goes again',
  async () => {
    const at = await staged('S')
    at.world.service.outage = null
    const post = (await orderAt(at.world, at.id)).submitBody ?? ''
    await at.world.service.service.submit(post, { priority: 'submit' })
    at.world.life.isDead = true
    await pass(at.world, minuteMs)
    at.world.clock.jump(dayMs)
    at.world.alarmMs = null
    await at.world.restart()
    await settles(at, 1)
    expect([...at.world.service.submits.values()]).toMatchObject([{ received: 1, accepted: 1 }])
  },
)

cell('browser killed', 'P', 'it moves again within a minute of the start', async () => {
  const at = await staged('P')
  at.world.life.isDead = true
  solve(at)
  at.world.clock.jump(hourMs)
  at.world.alarmMs = null
  const startedMs = at.world.clock.nowMs()
  await at.world.restart()
  expect(at.world.alarmMs).not.toBeNull()
  const order = await until(at.world, at.id, (one) => one.statusCode === 4)
  expect(order.updatedMs - startedMs).toBeLessThanOrEqual(minuteMs)
  await settles(at, 1)
})

cell('browser killed', 'N', 'it is told once after the start', async () => {
  const at = await reborn('N', 'browser')
  at.world.noticeFails = false
  await settles(at, 1)
})

cell('asleep 8 h', 'Q V', 'every quote is dead: a review of it confirms nothing', async () => {
  const world = await createWorld()
  fund(world, signedAsk)
  const { reviewKey } = await review(world, signedAsk)
  world.clock.jump(8 * hourMs)
  await expect(confirm(world, reviewKey)).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
})

cell(
  'asleep 8 h',
  'A',
  'the allowance is read, the quote asked anew, and nothing is approved twice',
  async () => {
    const at = await staged('A', 'deaf')
    at.world.clock.jump(8 * hourMs)
    await at.world.restart()
    await settles(at, 2)
  },
)

cell(
  'asleep 8 h',
  'G',
  'the request is over with its quote: a late signature is dropped unposted',
  async () => {
    const at = await staged('G')
    at.world.clock.jump(8 * hourMs)
    await at.world.restart()
    await decide(at, 'yes')
    await until(at.world, at.id, (order) => order.state === 'needs_user' || isAtRest(order))
    expect(at.world.service.submits.size).toBe(0)
  },
)

cell('asleep 8 h', 'T', 'what was sent meanwhile is found', async () => {
  const at = await staged('T')
  await decide(at, 'deaf')
  at.world.clock.jump(8 * hourMs)
  await at.world.restart()
  await settles(at, 1)
})

cell('asleep 8 h', 'N', 'one notification, for an end that came in the sleep', async () => {
  const at = await staged('P')
  solve(at)
  at.world.clock.jump(8 * hourMs)
  await at.world.restart()
  await settles(at, 1)
})

cell(
  'updated in mid-swap',
  'S',
  'the stored bytes are posted, whatever the new code would have written',
  async () => {
    const at = await staged('S')
    const { submitBody } = await orderAt(at.world, at.id)
    await at.world.restart()
    at.world.service.outage = null
    await settles(at, 1)
    const [posts] = at.world.service.submits.values()
    expect([...(posts?.bodies ?? [])]).toEqual([submitBody])
  },
)
