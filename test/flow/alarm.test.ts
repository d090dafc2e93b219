import { expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { createFundedWorld, signedRequest, startSwap } from '../harness/actions.ts'
import { recordRejection } from '../harness/background.ts'

const netMs = 35_000

test('leaves an alarm when the background dies in the middle of the first task (PR2)', async () => {
  let deaths = 0
  for (let edge = 0; ; edge += 1) {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    world.life.edges.length = 0
    world.life.edgeCount = 0
    world.life.dieAt = edge
    world.confirm(reviewKey).catch(recordRejection(world))
    await world.settle()
    if (!world.life.isDead) break
    if (!world.life.edges.slice(0, edge).some((name) => name.startsWith('before chain.'))) continue
    deaths += 1
    expect(world.alarmMs, `dying at edge ${edge}`).not.toBeNull()
    expect((world.alarmMs ?? 0) - world.clock.nowMs()).toBeLessThanOrEqual(netMs)
  }
  expect(deaths).toBeGreaterThan(5)
})

test('waits for the alarm before the first task, however slow the store is (PR2)', async () => {
  const world = await createFundedWorld(signedRequest)
  const { reviewKey } = await world.createReview(signedRequest)
  const { listOpen } = world.orders
  let isSlow = true
  Object.assign(world.orders, {
    listOpen: async () => {
      const turns = isSlow ? 200 : 0
      isSlow = false
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return listOpen()
    },
  })
  world.life.edges.length = 0
  world.life.edgeCount = 0
  await world.confirm(reviewKey)
  await world.settle()
  const { edges } = world.life
  const firstRead = edges.findIndex((name) => name.startsWith('before chain.'))
  expect(firstRead).toBeGreaterThan(0)
  expect(edges.slice(0, firstRead)).toContain('after alarms.wakeAt')
})

test('sets the alarm again when the store fails as the alarm goes off', async () => {
  const { world, id } = await startSwap(signedRequest)
  const { listOpen } = world.orders
  Object.assign(world.orders, { listOpen: () => Promise.reject(new Problem('storageFailed')) })
  world.alarmMs = null
  await expect(world.run.reconcile()).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  expect(world.alarmMs).toBe(world.clock.nowMs() + 30_000)
  Object.assign(world.orders, { listOpen })
  expect(await world.waitForEnd(id)).toMatchObject({ statusCode: 4 })
})
