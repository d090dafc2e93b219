import { expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import {
  confirm,
  createReview,
  fund,
  isFullyEnded,
  signedRequest,
  startOrder,
  waitForOrder,
} from '../harness/actions.ts'
import { recordRejection } from '../harness/background.ts'
import { createWorld } from '../harness/world.ts'

const netMs = 35_000

test('leaves an alarm when the background dies in the middle of the first task (PR2)', async () => {
  let deaths = 0
  for (let edge = 0; ; edge += 1) {
    const world = await createWorld()
    fund(world, signedRequest)
    const { reviewKey } = await createReview(world, signedRequest)
    world.life.edges.length = 0
    world.life.edgeCount = 0
    world.life.dieAt = edge
    confirm(world, reviewKey).catch(recordRejection(world))
    await world.settle()
    if (!world.life.isDead) break
    if (!world.life.edges.slice(0, edge).some((name) => name.startsWith('before chain.'))) continue
    deaths += 1
    expect(world.alarmMs, `dying at edge ${edge}`).not.toBeNull()
    expect((world.alarmMs ?? 0) - world.clock.nowMs()).toBeLessThanOrEqual(netMs)
  }
  expect(deaths).toBeGreaterThan(5)
})

test('sets the alarm again when the store fails as the alarm goes off', async () => {
  const world = await createWorld()
  fund(world, signedRequest)
  const id = await startOrder(world, signedRequest)
  const { open } = world.orders
  Object.assign(world.orders, { open: () => Promise.reject(new Problem('storageFailed')) })
  world.alarmMs = null
  await expect(world.run.reconcile()).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  expect(world.alarmMs).toBe(world.clock.nowMs() + 30_000)
  Object.assign(world.orders, { open })
  expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({ statusCode: 4 })
})
