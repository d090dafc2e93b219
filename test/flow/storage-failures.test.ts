import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import {
  allow,
  begin,
  confirm,
  fund,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  review,
  signedAsk,
  taken,
  until,
  untilState,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

async function start(ask = signedAsk): Promise<World> {
  const world = await createWorld()
  fund(world, ask)
  allow(world, ask)
  return world
}

describe('when the disk refuses', () => {
  test('the first write, the wallet gets no request', async () => {
    const world = await start()
    world.disk.isFull = true
    const failure = await begin(world, signedAsk).catch((thrown) => thrown)
    expect(failure).toMatchObject({ data: { code: 'storageFailed', money: 'nothingSent' } })
    expect(world.wallet.prompts).toEqual([])
  })

  test.each([2, 3, 5, 6, 7])(
    'write %s of a swap, no effect precedes its record, and the swap continues later',
    async (nth) => {
      const world = await start()
      world.disk.failAt = nth
      const id = await begin(world, signedAsk)
      const order = await until(world, id, isAtRest)
      expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
      expect(world.wallet.prompts).toHaveLength(1)
      expect(world.service.submits.get(order.terms.requestHash)).toMatchObject({ accepted: 1 })
      expect(world.problems.every((problem) => problem.data.code === 'storageFailed')).toBe(true)
      expect(world.problems).toHaveLength(1)
    },
  )

  test('the write of a signature, the signature is dropped without a submit, and the person decides', async () => {
    const world = await start()
    world.disk.failAt = 4
    const id = await begin(world, signedAsk)
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped).toMatchObject({
      signature: null,
      problem: { code: 'quoteExpired', money: 'nothingSent' },
    })
    expect(world.service.submits.size).toBe(0)
  })
})

describe('a notification that fails', () => {
  test('is retried every 30 s and delays nothing else', async () => {
    const world = await start(nativeAsk)
    world.solver.fate = [1, 5]
    world.noticeFails = true
    const id = await begin(world, nativeAsk)
    await untilState(world, id, 'reported_terminal')
    await pass(world, 300_000)
    expect(world.problems.length).toBeGreaterThanOrEqual(8)
    expect(world.problems.length).toBeLessThanOrEqual(12)
    world.solver.set(taken(world), 7)
    await until(world, id, (order) => order.statusCode === 7)
    world.noticeFails = false
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
    expect(world.notices.map((notice) => notice.kind)).toEqual(['refunded'])
  })
})

describe('after the background died', () => {
  test('a request that cannot be repeated is not counted as never made', async () => {
    const world = await start(nativeAsk)
    world.wallet.moods.push('silent')
    const id = await begin(world, nativeAsk)
    await untilState(world, id, 'send_requested')
    world.walletProblem = new Problem('walletGone')
    await world.restart()
    expect((await orderAt(world, id)).state).toBe('send_requested')
    world.walletProblem = null
    const [prompt] = world.wallet.prompts
    await world.wallet.decide(prompt?.requestId ?? '', 'yes')
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('a request that was never sent because the wallet is gone stops with nothing sent', async () => {
    const world = await start()
    world.walletProblem = new Problem('walletGone')
    const id = await begin(world, signedAsk)
    expect(await untilState(world, id, 'needs_user')).toMatchObject({
      problem: { code: 'walletGone', money: 'nothingSent' },
    })
  })

  test('each state continues from its record alone, any number of times', async () => {
    const world = await start()
    const id = await begin(world, signedAsk)
    const seen = new Set<string>()
    for (let lives = 0; lives < 200; lives += 1) {
      const order = await orderAt(world, id)
      seen.add(order.state)
      if (isAtRest(order)) break
      await world.restart()
      await pass(world, 500)
    }
    expect(await orderAt(world, id)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(seen).toContain('sign_requested')
    expect(world.wallet.prompts).toHaveLength(1)
  })
})

describe('the clock', () => {
  test('delays nothing when it is set back a day', async () => {
    const world = await start()
    world.solver.fate = [1, 2]
    const id = await begin(world, signedAsk)
    await until(world, id, (order) => order.statusCode === 2)
    world.clock.jump(-86_400_000)
    await world.restart()
    world.solver.set(taken(world), 3)
    world.solver.set(taken(world), 4)
    const startedMs = world.clock.nowMs()
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.clock.nowMs() - startedMs).toBeLessThan(600_000)
  })

  test('makes an unposted signature expire after eight hours asleep, with one notification', async () => {
    const world = await start()
    const id = await begin(world, signedAsk)
    await untilState(world, id, 'sign_requested')
    world.service.outage = 'serviceUnreachable'
    await untilState(world, id, 'submitting')
    world.clock.jump(8 * 3_600_000)
    await world.restart()
    world.service.outage = null
    const order = await until(world, id, isAtRest)
    expect(order.state).toBe('expired_unused')
    expect(world.notices).toEqual([{ orderId: id, kind: 'failed' }])
  })
})

describe('nodes that do not answer', () => {
  test.each(['confirmed', 'approve_sent', 'approved', 'signed'] as const)(
    'hold a swap in %s and lose nothing',
    async (state) => {
      const world = await createWorld()
      fund(world, signedAsk)
      const { reviewKey } = await review(world, signedAsk)
      world.chain.isDown = state === 'confirmed'
      await confirm(world, reviewKey)
      if (state !== 'confirmed') {
        await until(world, reviewKey, (order) => order.state === before[state])
        world.chain.isDown = true
      }
      await pass(world, 20_000)
      const held = await orderAt(world, reviewKey)
      expect(held.problem?.code ?? 'rpcUnreachable').toBe('rpcUnreachable')
      world.chain.isDown = false
      expect(await until(world, reviewKey, isAtRest)).toMatchObject({
        state: 'verified_terminal',
        problem: null,
      })
    },
  )
})

const before = {
  approve_sent: 'approve_sent',
  approved: 'approve_requested',
  signed: 'sign_requested',
} as const
