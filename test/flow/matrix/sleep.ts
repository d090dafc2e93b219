import { expect } from 'vitest'
import { hourMs } from '../../../lib/base/time.ts'
import { createFundedWorld, signedRequest } from '../../harness/actions.ts'
import type { World } from '../../harness/world.ts'
import { isFullyEnded } from '../../harness/world-actions.ts'
import { cell } from './fault-matrix.ts'
import { answerPrompt, expectSettled, holdAt, settleAtSolver } from './held-swap.ts'

const sleepEightHours = (world: World) => world.sleepAndRestart(8 * hourMs)

export const sleepCells = [
  cell('asleep 8 h', 'Q', 'expires the quote, and returns a new one', async () => {
    const world = await createFundedWorld(signedRequest)
    const before = await world.quotes.quote('view', signedRequest, null)
    await sleepEightHours(world)
    if (before.kind !== 'quote') throw new Error(before.kind)
    await expect(world.quotes.readQuote(before.quoteKey)).rejects.toMatchObject({
      data: { code: 'quoteExpired' },
    })
    expect((await world.quotes.quote('view', signedRequest, null)).kind).toBe('quote')
  }),

  cell('asleep 8 h', 'V', 'confirms nothing from a review of an expired quote', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    await sleepEightHours(world)
    await expect(world.confirm(reviewKey)).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
    expect(world.wallet.prompts).toEqual([])
  }),

  cell('asleep 8 h', 'A', 'reads the allowance, renews the quote, and approves nothing twice', async () => {
    const at = await holdAt('A', 'deaf')
    await sleepEightHours(at.world)
    await expectSettled(at, 2)
  }),

  cell('asleep 8 h', 'G', 'ends the request with its quote, and posts no late signature', async () => {
    const at = await holdAt('G')
    await sleepEightHours(at.world)
    await answerPrompt(at, 'yes')
    await at.world.waitForOrder(at.id, (order) => order.state === 'needs_user' || isFullyEnded(order))
    expect(at.world.service.submits.size).toBe(0)
  }),

  cell('asleep 8 h', 'T', 'finds the transaction that was sent in the meantime', async () => {
    const at = await holdAt('T')
    await answerPrompt(at, 'deaf')
    await sleepEightHours(at.world)
    await expectSettled(at, 1)
  }),

  cell('asleep 8 h', 'S', 'ends a signature that was never posted, and notifies once', async () => {
    const at = await holdAt('S')
    await sleepEightHours(at.world)
    at.world.service.outage = null
    const order = await at.world.waitForOrder(at.id, isFullyEnded, 1_000)
    expect(order).toMatchObject({ state: 'expired_unused', problem: { money: 'signedUnused' } })
    expect(at.world.notices).toEqual([{ orderId: at.id, kind: 'failed' }])
    expect([at.world.service.requests.size, at.world.wallet.prompts.length]).toEqual([0, 1])
  }),

  cell('asleep 8 h', 'P', 'polls once, without a burst of missed polls', async () => {
    const at = await holdAt('P')
    for (const code of [1, 2]) at.world.solver.setStatus(at.world.acceptedRequest(), code)
    await at.world.waitForOrder(at.id, ({ statusCode }) => statusCode === 2)
    at.world.service.calls.length = 0
    await sleepEightHours(at.world)
    await at.world.advanceTime(4_000)
    expect(at.world.service.calls).toHaveLength(1)
    for (const code of [3, 4]) at.world.solver.setStatus(at.world.acceptedRequest(), code)
    await expectSettled(at, 1)
  }),

  cell('asleep 8 h', 'N', 'notifies once of an end that came during the sleep', async () => {
    const at = await holdAt('P')
    settleAtSolver(at)
    await sleepEightHours(at.world)
    await expectSettled(at, 1)
  }),
]
