import { describe, expect, test } from 'vitest'
import { createFundedWorld, delivered, nativeRequest, signedRequest } from '../harness/actions.ts'

describe('when the disk refuses', () => {
  test('the first write, the wallet gets no request', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    world.disk.isFull = true
    const failure = await world.startOrder(signedRequest).catch((thrown) => thrown)
    expect(failure).toMatchObject({ data: { code: 'storageFailed', money: 'nothingSent' } })
    expect(world.wallet.prompts).toEqual([])
  })

  test.each([2, 3, 4, 5, 6, 7])(
    'write %s of a swap, no effect precedes its record, and the swap continues later',
    async (nth) => {
      const world = await createFundedWorld(signedRequest, { allowed: true })
      world.disk.failAt = nth
      const id = await world.startOrder(signedRequest)
      const order = await world.waitForEnd(id)
      expect(order).toMatchObject(delivered)
      expect(world.wallet.prompts).toHaveLength(1)
      expect(world.service.submits.get(order.terms.requestHash)).toMatchObject({ accepted: 1 })
      expect(world.problems.every((problem) => problem.data.code === 'storageFailed')).toBe(true)
      expect(world.problems).toHaveLength(1)
    },
  )
})

test('a notification that fails is retried every 30 s and delays nothing else', async () => {
  const world = await createFundedWorld(nativeRequest, { allowed: true, fate: [1, 5] })
  world.failsNotices = true
  const id = await world.startOrder(nativeRequest)
  await world.waitForState(id, 'reported_terminal')
  await world.advanceTime(300_000)
  expect(world.problems.length).toBeGreaterThanOrEqual(8)
  expect(world.problems.length).toBeLessThanOrEqual(12)
  expect(world.problems[0]?.data.code).toBe('internal')
  world.solver.setStatus(world.acceptedRequest(), 7)
  await world.waitForOrder(id, (order) => order.statusCode === 7)
  world.failsNotices = false
  expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
  expect(world.notices.map((notice) => notice.kind)).toEqual(['refunded'])
})

test.each(['confirmed', 'approve_sent', 'approved', 'signed'] as const)(
  'nodes that do not answer hold a swap in %s and lose nothing',
  async (state) => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    world.chain.isDown = state === 'confirmed'
    await world.confirm(reviewKey)
    if (state !== 'confirmed') {
      await world.waitForOrder(reviewKey, (order) => order.state === stateBefore[state])
      world.chain.isDown = true
    }
    await world.advanceTime(20_000)
    const held = await world.readOrder(reviewKey)
    expect(held.problem?.code ?? 'rpcUnreachable').toBe('rpcUnreachable')
    world.chain.isDown = false
    expect(await world.waitForEnd(reviewKey)).toMatchObject(delivered)
  },
)

const stateBefore = {
  approve_sent: 'approve_sent',
  approved: 'approve_requested',
  signed: 'sign_requested',
} as const
