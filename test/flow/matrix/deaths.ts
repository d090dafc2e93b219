import { expect } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../lib/base/time.ts'
import {
  account,
  begin,
  confirm,
  fund,
  orderAt,
  pass,
  review,
  signedAsk,
  until,
  untilState,
} from '../../harness/actions.ts'
import { createWorld, type World } from '../../harness/world.ts'
import { cell } from './fault-matrix.ts'
import { decide, type HeldStep, heldAt, holds, settles, solve } from './held-swap.ts'

type Death = 'worker killed' | 'browser killed'

async function dies(world: World, death: Death): Promise<void> {
  if (death === 'browser killed') {
    // The browser loses its alarms, and starts again after a minute.
    world.alarmMs = null
    world.clock.jump(minuteMs)
  }
  await world.restart()
}

/** Starts a swap and restarts its background at the given step. The awaited answer comes afterwards. */
async function reborn(step: HeldStep, death: Death, mood?: Parameters<typeof heldAt>[1]) {
  const at = await heldAt(step, mood)
  await dies(at.world, death)
  return at
}

export const deathCells = [
  cell(
    ['worker killed', 'browser killed'],
    'Q',
    'never answers the old quote request, and reviews a new quote',
    async (_column, row) => {
      const world = await createWorld()
      fund(world, signedAsk)
      world.service.faults.quote.push({ code: 'serviceTimeout', delayMs: 10_000 })
      let heard = 0
      const hear = () => {
        heard += 1
      }
      world.quotes.quote('view', signedAsk, account).then(hear, hear)
      await world.settle()
      await dies(world, row)
      const { reviewKey } = await review(world, signedAsk)
      await pass(world, 20_000)
      expect(heard).toBe(0)
      await settles({ world, id: await confirm(world, reviewKey) }, 2)
    },
  ),

  cell('worker killed', 'A', 'finds the approval by its allowance, without a second request', async () => {
    await settles(await reborn('A', 'worker killed', 'deaf'), 2)
  }),

  cell('worker killed', 'G', 'counts the answer to the request that is still at the wallet', async () => {
    const at = await reborn('G', 'worker killed')
    await decide(at, 'yes')
    await settles(at, 1)
  }),

  cell('worker killed', 'T', 'finds a transaction without a hash and never sends it again', async () => {
    await settles(await reborn('T', 'worker killed', 'deaf'), 1)
  }),

  cell('worker killed', 'S', 'polls the service first, then posts the same bytes', async () => {
    const at = await reborn('S', 'worker killed')
    at.world.service.outage = null
    at.world.service.calls.length = 0
    await settles(at, 1)
    expect(at.world.service.calls[0]?.endpoint).toBe('status')
  }),

  cell('worker killed', 'P', 'continues within 35 s', async () => {
    const at = await heldAt('P')
    at.world.life.isDead = true
    solve(at)
    const diedMs = at.world.clock.nowMs()
    await at.world.restart()
    const order = await until(at.world, at.id, (one) => one.statusCode === 4)
    expect(order.updatedMs - diedMs).toBeLessThanOrEqual(35_000)
    await settles(at, 1)
  }),

  cell('worker killed', 'N', 'notifies once', async () => {
    const at = await reborn('N', 'worker killed')
    at.world.noticeFails = false
    await settles(at, 1)
    await at.world.restart()
    await settles(at, 1)
  }),

  cell('browser killed', 'A', 'finds a mined approval by its allowance', async () => {
    await settles(await reborn('A', 'browser killed', 'deaf'), 2)
  }),

  cell('browser killed', 'G', 'stops when the page is gone, and only the person can retry', async () => {
    const at = await heldAt('G')
    at.world.alarmMs = null
    await at.world.restart()
    await decide(at, 'gone')
    const { problem } = await untilState(at.world, at.id, 'needs_user')
    expect(problem?.money).toBe('nothingSent')
    await holds(at, minuteMs)
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    await settles(at, 2)
  }),

  cell('browser killed', 'T', 'finds the transaction from the stored request', async () => {
    await settles(await reborn('T', 'browser killed', 'deaf'), 1)
  }),

  cell('browser killed', 'S', 'finds the accepted order a day later, and posts nothing again', async () => {
    const at = await heldAt('S')
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
  }),

  cell('browser killed', 'P', 'continues within a minute of the start', async () => {
    const at = await heldAt('P')
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
  }),

  cell('browser killed', 'N', 'notifies once after the start', async () => {
    const at = await reborn('N', 'browser killed')
    at.world.noticeFails = false
    await settles(at, 1)
  }),

  cell('worker killed', 'V', 'keeps the review, and confirms it unchanged', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    const { reviewKey, checked } = await review(world, signedAsk)
    await world.restart()
    await confirm(world, reviewKey)
    expect((await orderAt(world, reviewKey)).terms).toEqual(checked.terms)
    await settles({ world, id: reviewKey }, 2)
  }),

  cell('browser killed', 'V', 'refuses the expired review, and confirms a new one', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    const { reviewKey } = await review(world, signedAsk)
    world.clock.jump(2 * minuteMs)
    await world.restart()
    await expect(confirm(world, reviewKey)).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
    expect(world.wallet.prompts).toEqual([])
    await settles({ world, id: await begin(world, signedAsk) }, 2)
  }),
]
