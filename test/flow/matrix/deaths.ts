import { expect } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../lib/base/time.ts'
import { createFundedWorld, signedRequest } from '../../harness/actions.ts'
import { account } from '../../harness/chains.ts'
import type { World } from '../../harness/world.ts'
import { cell } from './fault-matrix.ts'
import {
  answerPrompt,
  expectSettled,
  expectUnchanged,
  type HeldStep,
  holdAt,
  settleAtSolver,
} from './held-swap.ts'

type Death = 'worker killed' | 'browser killed'

async function restartAfter(world: World, death: Death): Promise<void> {
  if (death === 'browser killed') {
    // The browser loses its alarms, and starts again after a minute.
    world.alarmMs = null
    world.clock.skip(minuteMs)
  }
  await world.restart()
}

/** Starts a swap and restarts its background at the given step. The awaited answer comes afterwards. */
async function startRestarted(step: HeldStep, death: Death, behaviour?: Parameters<typeof holdAt>[1]) {
  const at = await holdAt(step, behaviour)
  await restartAfter(at.world, death)
  return at
}

export const deathCells = [
  cell(
    ['worker killed', 'browser killed'],
    'Q',
    'never answers the old quote request, and reviews a new quote',
    async (_column, row) => {
      const world = await createFundedWorld(signedRequest)
      world.service.faults.quote.push({ code: 'serviceTimeout', delayMs: 10_000 })
      let receivedMessages = 0
      const hear = () => {
        receivedMessages += 1
      }
      world.quotes.quote('view', signedRequest, account).then(hear, hear)
      await world.settle()
      await restartAfter(world, row)
      const { reviewKey } = await world.createReview(signedRequest)
      await world.advanceTime(20_000)
      expect(receivedMessages).toBe(0)
      await expectSettled({ world, id: await world.confirm(reviewKey) }, 2)
    },
  ),

  cell('worker killed', 'A', 'finds the approval by its allowance, without a second request', async () => {
    await expectSettled(await startRestarted('A', 'worker killed', 'deaf'), 2)
  }),

  cell('worker killed', 'G', 'counts the answer to the request that is still at the wallet', async () => {
    const at = await startRestarted('G', 'worker killed')
    await answerPrompt(at, 'yes')
    await expectSettled(at, 1)
  }),

  cell('worker killed', 'T', 'finds a transaction without a hash and never sends it again', async () => {
    await expectSettled(await startRestarted('T', 'worker killed', 'deaf'), 1)
  }),

  cell('worker killed', 'S', 'polls the service first, then posts the same bytes', async () => {
    const at = await startRestarted('S', 'worker killed')
    at.world.service.outage = null
    at.world.service.calls.length = 0
    await expectSettled(at, 1)
    expect(at.world.service.calls[0]?.endpoint).toBe('status')
  }),

  cell('worker killed', 'P', 'continues within 35 s', async () => {
    const at = await holdAt('P')
    at.world.life.isDead = true
    settleAtSolver(at)
    const diedMs = at.world.clock.nowMs()
    await at.world.restart()
    const order = await at.world.waitForOrder(at.id, (one) => one.statusCode === 4)
    expect(order.updatedMs - diedMs).toBeLessThanOrEqual(35_000)
    await expectSettled(at, 1)
  }),

  cell('worker killed', 'N', 'notifies once', async () => {
    const at = await startRestarted('N', 'worker killed')
    at.world.failsNotices = false
    await expectSettled(at, 1)
    await at.world.restart()
    await expectSettled(at, 1)
  }),

  cell('browser killed', 'A', 'finds a mined approval by its allowance', async () => {
    await expectSettled(await startRestarted('A', 'browser killed', 'deaf'), 2)
  }),

  cell('browser killed', 'G', 'stops when the page is gone, and only the person can retry', async () => {
    const at = await holdAt('G')
    at.world.alarmMs = null
    await at.world.restart()
    await answerPrompt(at, 'gone')
    const { problem } = await at.world.waitForState(at.id, 'needs_user')
    expect(problem?.money).toBe('nothingSent')
    await expectUnchanged(at, minuteMs)
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    await expectSettled(at, 2)
  }),

  cell('browser killed', 'T', 'finds the transaction from the stored request', async () => {
    await expectSettled(await startRestarted('T', 'browser killed', 'deaf'), 1)
  }),

  cell('browser killed', 'S', 'finds the accepted order a day later, and posts nothing again', async () => {
    const at = await holdAt('S')
    at.world.service.outage = null
    const post = (await at.world.readOrder(at.id)).submitBody ?? ''
    await at.world.service.service.submit(post, { priority: 'submit' })
    at.world.life.isDead = true
    await at.world.advanceTime(minuteMs)
    at.world.clock.skip(dayMs)
    at.world.alarmMs = null
    await at.world.restart()
    await expectSettled(at, 1)
    expect([...at.world.service.submits.values()]).toMatchObject([{ received: 1, accepted: 1 }])
  }),

  cell('browser killed', 'P', 'continues within a minute of the start', async () => {
    const at = await holdAt('P')
    at.world.life.isDead = true
    settleAtSolver(at)
    at.world.clock.skip(hourMs)
    at.world.alarmMs = null
    const startedMs = at.world.clock.nowMs()
    await at.world.restart()
    expect(at.world.alarmMs).not.toBeNull()
    const order = await at.world.waitForOrder(at.id, (one) => one.statusCode === 4)
    expect(order.updatedMs - startedMs).toBeLessThanOrEqual(minuteMs)
    await expectSettled(at, 1)
  }),

  cell('browser killed', 'N', 'notifies once after the start', async () => {
    const at = await startRestarted('N', 'browser killed')
    at.world.failsNotices = false
    await expectSettled(at, 1)
  }),

  cell('worker killed', 'V', 'keeps the review, and confirms it unchanged', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey, checked } = await world.createReview(signedRequest)
    await world.restart()
    await world.confirm(reviewKey)
    expect((await world.readOrder(reviewKey)).terms).toEqual(checked.terms)
    await expectSettled({ world, id: reviewKey }, 2)
  }),

  cell('browser killed', 'V', 'refuses the expired review, and confirms a new one', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    world.clock.skip(2 * minuteMs)
    await world.restart()
    await expect(world.confirm(reviewKey)).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
    expect(world.wallet.prompts).toEqual([])
    await expectSettled({ world, id: await world.startOrder(signedRequest) }, 2)
  }),
]
