import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import {
  acceptedRequest,
  advanceTime,
  allowPermit2,
  confirm,
  createReview,
  fund,
  isFullyEnded,
  nativeRequest,
  readOrder,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

async function createAllowedWorld(request = signedRequest): Promise<World> {
  const world = await createWorld()
  fund(world, request)
  allowPermit2(world, request)
  return world
}

describe('when the disk refuses', () => {
  test('the first write, the wallet gets no request', async () => {
    const world = await createAllowedWorld()
    world.disk.isFull = true
    const failure = await startOrder(world, signedRequest).catch((thrown) => thrown)
    expect(failure).toMatchObject({ data: { code: 'storageFailed', money: 'nothingSent' } })
    expect(world.wallet.prompts).toEqual([])
  })

  test.each([2, 3, 5, 6, 7])(
    'write %s of a swap, no effect precedes its record, and the swap continues later',
    async (nth) => {
      const world = await createAllowedWorld()
      world.disk.failAt = nth
      const id = await startOrder(world, signedRequest)
      const order = await waitForOrder(world, id, isFullyEnded)
      expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
      expect(world.wallet.prompts).toHaveLength(1)
      expect(world.service.submits.get(order.terms.requestHash)).toMatchObject({ accepted: 1 })
      expect(world.problems.every((problem) => problem.data.code === 'storageFailed')).toBe(true)
      expect(world.problems).toHaveLength(1)
    },
  )

  test('the write of a signature, the signature is dropped without a submit, and the person decides', async () => {
    const world = await createAllowedWorld()
    world.disk.failAt = 4
    const id = await startOrder(world, signedRequest)
    const stopped = await waitForState(world, id, 'needs_user')
    expect(stopped).toMatchObject({
      signature: null,
      problem: { code: 'quoteExpired', money: 'nothingSent' },
    })
    expect(world.service.submits.size).toBe(0)
  })
})

describe('a notification that fails', () => {
  test('is retried every 30 s and delays nothing else', async () => {
    const world = await createAllowedWorld(nativeRequest)
    world.solver.fate = [1, 5]
    world.failsNotices = true
    const id = await startOrder(world, nativeRequest)
    await waitForState(world, id, 'reported_terminal')
    await advanceTime(world, 300_000)
    expect(world.problems.length).toBeGreaterThanOrEqual(8)
    expect(world.problems.length).toBeLessThanOrEqual(12)
    world.solver.setStatus(acceptedRequest(world), 7)
    await waitForOrder(world, id, (order) => order.statusCode === 7)
    world.failsNotices = false
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({ state: 'verified_terminal' })
    expect(world.notices.map((notice) => notice.kind)).toEqual(['refunded'])
  })
})

describe('after the background died', () => {
  test('a request that cannot be repeated is not counted as never made', async () => {
    const world = await createAllowedWorld(nativeRequest)
    world.wallet.behaviours.push('silent')
    const id = await startOrder(world, nativeRequest)
    await waitForState(world, id, 'send_requested')
    world.walletProblem = new Problem('walletGone')
    await world.restart()
    expect((await readOrder(world, id)).state).toBe('send_requested')
    world.walletProblem = null
    const [prompt] = world.wallet.prompts
    await world.wallet.decide(prompt?.requestId ?? '', 'yes')
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('a request that was never sent because the wallet is gone stops with nothing sent', async () => {
    const world = await createAllowedWorld()
    world.walletProblem = new Problem('walletGone')
    const id = await startOrder(world, signedRequest)
    expect(await waitForState(world, id, 'needs_user')).toMatchObject({
      problem: { code: 'walletGone', money: 'nothingSent' },
    })
  })

  test('each state continues from its record alone, any number of times', async () => {
    const world = await createAllowedWorld()
    const id = await startOrder(world, signedRequest)
    const seen = new Set<string>()
    for (let lives = 0; lives < 200; lives += 1) {
      const order = await readOrder(world, id)
      seen.add(order.state)
      if (isFullyEnded(order)) break
      await world.restart()
      await advanceTime(world, 500)
    }
    expect(await readOrder(world, id)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(seen).toContain('sign_requested')
    expect(world.wallet.prompts).toHaveLength(1)
  })
})

describe('the clock', () => {
  test('delays nothing when it is set back a day', async () => {
    const world = await createAllowedWorld()
    world.solver.fate = [1, 2]
    const id = await startOrder(world, signedRequest)
    await waitForOrder(world, id, (order) => order.statusCode === 2)
    world.clock.skip(-86_400_000)
    await world.restart()
    world.solver.setStatus(acceptedRequest(world), 3)
    world.solver.setStatus(acceptedRequest(world), 4)
    const startedMs = world.clock.nowMs()
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.clock.nowMs() - startedMs).toBeLessThan(600_000)
  })

  test('makes an unposted signature expire after eight hours asleep, with one notification', async () => {
    const world = await createAllowedWorld()
    const id = await startOrder(world, signedRequest)
    await waitForState(world, id, 'sign_requested')
    world.service.outage = 'serviceUnreachable'
    await waitForState(world, id, 'submitting')
    world.clock.skip(8 * 3_600_000)
    await world.restart()
    world.service.outage = null
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(order.state).toBe('expired_unused')
    expect(world.notices).toEqual([{ orderId: id, kind: 'failed' }])
  })
})

describe('nodes that do not answer', () => {
  test.each(['confirmed', 'approve_sent', 'approved', 'signed'] as const)(
    'hold a swap in %s and lose nothing',
    async (state) => {
      const world = await createWorld()
      fund(world, signedRequest)
      const { reviewKey } = await createReview(world, signedRequest)
      world.chain.isDown = state === 'confirmed'
      await confirm(world, reviewKey)
      if (state !== 'confirmed') {
        await waitForOrder(world, reviewKey, (order) => order.state === stateBefore[state])
        world.chain.isDown = true
      }
      await advanceTime(world, 20_000)
      const held = await readOrder(world, reviewKey)
      expect(held.problem?.code ?? 'rpcUnreachable').toBe('rpcUnreachable')
      world.chain.isDown = false
      expect(await waitForOrder(world, reviewKey, isFullyEnded)).toMatchObject({
        state: 'verified_terminal',
        problem: null,
      })
    },
  )
})

const stateBefore = {
  approve_sent: 'approve_sent',
  approved: 'approve_requested',
  signed: 'sign_requested',
} as const
