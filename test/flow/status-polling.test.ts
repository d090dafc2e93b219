import { describe, expect, test } from 'vitest'
import {
  createUnexecutedOrder,
  delivered,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { createExtractedOrder } from '../harness/reported-payment.ts'
import type { World } from '../harness/world.ts'

const kinds = (world: World) => world.notices.map((notice) => notice.kind)
const statusCalls = (world: World) => world.service.calls.filter((call) => call.endpoint === 'status')

describe('status codes', () => {
  test('that skip steps mark all of them in the timeline', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.solver.setStatus(world.acceptedRequest(), 2, 3, 4)
    const order = await world.waitForEnd(id)
    expect(order.timeline.map((entry) => entry.step).slice(-4)).toEqual([
      'assigned',
      'extracted',
      'fulfilled',
      'settled',
    ])
  })

  test('that follow an end do not change it: PENDING after SETTLED is an anomaly', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [2, 3] })
    const ended = await world.waitForState(id, 'reported_terminal', 'verified_terminal')
    world.acceptedRequest().code = 0
    await world.advanceTime(60_000)
    const order = await world.readOrder(id)
    expect(order.statusCode).toBe(ended.statusCode)
    expect(order.anomalies).toContain('3->0')
    expect(kinds(world)).toEqual(['done'])
  })

  test('that turn a failure into a success without a payment count only when read twice', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [5] })
    await world.waitForState(id, 'reported_terminal')
    await world.advanceTime(1_000)
    const request = world.acceptedRequest()
    request.code = 3
    const once = await world.waitForOrder(id, (order) => order.anomalies.length > 0)
    expect(once).toMatchObject({ statusCode: 5, anomalies: ['5->3'] })
    request.code = 5
    await world.waitForOrder(id, (order) => order.readCount > once.readCount + 1)
    expect(await world.readOrder(id)).toMatchObject({ statusCode: 5 })
    request.code = 3
    await world.waitForOrder(id, (order) => order.statusCode === 3)
    request.code = 0
    world.solver.setStatus(request, 2, 3)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 3 })
    expect(kinds(world)).toEqual(['failed', 'done'])
  })
})

describe('the end', () => {
  test('causes no problem when the node was down as it was reported', async () => {
    const { world, id } = await createExtractedOrder()
    world.solver.setStatus(world.acceptedRequest(), 3)
    world.chain.isDown = true
    await world.advanceTime(20_000)
    world.chain.isDown = false
    world.solver.setStatus(world.acceptedRequest(), 4)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })
})

describe('polls', () => {
  test('continue while every node is down, in each state', async () => {
    const { world } = await createUnexecutedOrder()
    await world.advanceTime(700_000)
    world.chain.isDown = true
    await world.advanceTime(120_000)
    const before = statusCalls(world).length
    await world.advanceTime(300_000)
    expect(statusCalls(world).length - before).toBeGreaterThanOrEqual(4)
  })

  test('start for a sent transaction while no node answers', async () => {
    const { world, id } = await startSwap(nativeRequest, { allowed: true, fate: [1, 2, 3, 4] })
    await world.waitForState(id, 'sent')
    world.chain.isDown = true
    await world.waitForOrder(id, (order) => order.statusCode === 4)
    world.chain.isDown = false
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })
})

test('lists a native swap as accepted when the service first reports it, also when it was mined earlier', async () => {
  const { world, id } = await startSwap(nativeRequest, { allowed: true, fate: [1, 2, 3, 4] })
  const order = await world.waitForEnd(id)
  expect(order.timeline.map((entry) => entry.step)).toEqual([
    'confirmed',
    'sent',
    'mined',
    'accepted',
    'assigned',
    'extracted',
    'fulfilled',
    'settled',
  ])
})

describe('a slow swap', () => {
  test('is notified as late once', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [1] })
    await world.waitForState(id, 'pending')
    await world.advanceTime(600_000)
    expect(world.notices.map((notice) => notice.kind)).toEqual(['late'])
    expect((await world.readOrder(id)).notification).toEqual({ kind: 'late', state: 'notified' })
  })

  test('is not notified as late when it ended first', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [1, 2, 3, 4] })
    await world.waitForEnd(id)
    await world.advanceTime(600_000)
    expect(world.notices.map((notice) => notice.kind)).toEqual(['done'])
  })
})

test.each([
  ['no screen', 0, 'backgroundStatus'],
  ['a screen', 1, 'watchedStatus'],
] as const)(
  'with %s open: reads the status by that priority, and still notifies of the end',
  async (_name, count, priority) => {
    const { world, id } = await startSwap(signedRequest, { allowed: true })
    world.views = { push: () => undefined, viewCount: () => count }
    const priorities = new Set<string>()
    const { status } = world.service.service
    Object.assign(world.service.service, {
      status: (...[key, options, forms]: Parameters<typeof status>) => {
        priorities.add(options.priority)
        return status(key, options, forms)
      },
    })
    await world.waitForEnd(id)
    expect([[...priorities], kinds(world)]).toEqual([[priority], ['done']])
  },
)
