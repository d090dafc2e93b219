import { expect } from 'vitest'
import { hourMs } from '../../../lib/base/time.ts'
import {
  confirm,
  fund,
  isAtRest,
  pass,
  review,
  signedAsk,
  sleep,
  taken,
  until,
} from '../../harness/actions.ts'
import { createWorld, type World } from '../../harness/world.ts'
import { cell } from './fault-matrix.ts'
import { decide, heldAt, settles, solve } from './held-swap.ts'

const sleeps = (world: World) => sleep(world, 8 * hourMs)

export const sleepCells = [
  cell('asleep 8 h', 'Q', 'expires the quote, and returns a new one', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    const before = await world.quotes.quote('view', signedAsk, null)
    await sleeps(world)
    if (before.kind !== 'quote') throw new Error(before.kind)
    await expect(world.quotes.held(before.quoteKey)).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
    expect((await world.quotes.quote('view', signedAsk, null)).kind).toBe('quote')
  }),

  cell('asleep 8 h', 'V', 'confirms nothing from a review of an expired quote', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    const { reviewKey } = await review(world, signedAsk)
    await sleeps(world)
    await expect(confirm(world, reviewKey)).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
    expect(world.wallet.prompts).toEqual([])
  }),

  cell('asleep 8 h', 'A', 'reads the allowance, renews the quote, and approves nothing twice', async () => {
    const at = await heldAt('A', 'deaf')
    await sleeps(at.world)
    await settles(at, 2)
  }),

  cell('asleep 8 h', 'G', 'ends the request with its quote, and posts no late signature', async () => {
    const at = await heldAt('G')
    await sleeps(at.world)
    await decide(at, 'yes')
    await until(at.world, at.id, (order) => order.state === 'needs_user' || isAtRest(order))
    expect(at.world.service.submits.size).toBe(0)
  }),

  cell('asleep 8 h', 'T', 'finds the transaction that was sent in the meantime', async () => {
    const at = await heldAt('T')
    await decide(at, 'deaf')
    await sleeps(at.world)
    await settles(at, 1)
  }),

  cell('asleep 8 h', 'S', 'ends a signature that was never posted, and notifies once', async () => {
    const at = await heldAt('S')
    await sleeps(at.world)
    at.world.service.outage = null
    const order = await until(at.world, at.id, isAtRest, 1_000)
    expect(order).toMatchObject({ state: 'expired_unused', problem: { money: 'signedUnused' } })
    expect(at.world.notices).toEqual([{ orderId: at.id, kind: 'failed' }])
    expect([at.world.service.requests.size, at.world.wallet.prompts.length]).toEqual([0, 1])
  }),

  cell('asleep 8 h', 'P', 'polls once, without a burst of missed polls', async () => {
    const at = await heldAt('P')
    for (const code of [1, 2]) at.world.solver.set(taken(at.world), code)
    await until(at.world, at.id, ({ statusCode }) => statusCode === 2)
    at.world.service.calls.length = 0
    await sleeps(at.world)
    await pass(at.world, 4_000)
    expect(at.world.service.calls).toHaveLength(1)
    for (const code of [3, 4]) at.world.solver.set(taken(at.world), code)
    await settles(at, 1)
  }),

  cell('asleep 8 h', 'N', 'notifies once of an end that came during the sleep', async () => {
    const at = await heldAt('P')
    solve(at)
    await sleeps(at.world)
    await settles(at, 1)
  }),
]
