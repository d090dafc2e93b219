import { describe, expect, test } from 'vitest'
import {
  begin,
  depositAsk,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  taken,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour } from '../harness/chains.ts'
import { started } from '../harness/reported-payment.ts'
import type { Fate } from '../harness/solver.ts'
import type { World } from '../harness/world.ts'

async function following(fate: Fate, ask = signedAsk): Promise<{ world: World; id: string }> {
  const world = await started(ask)
  world.solver.fate = fate
  return { world, id: await begin(world, ask) }
}

const kinds = (world: World) => world.notices.map(({ kind }) => kind)
const nobodys = `0x${'77'.repeat(32)}`

describe('status codes out of order', () => {
  test('keep REFUNDED when SETTLED follows, store an anomaly and notify once', async () => {
    const { world, id } = await following([1, 2])
    await until(world, id, ({ statusCode }) => statusCode === 2)
    Object.assign(taken(world), { code: 7, refundHash: nobodys, refundChainId: harbour.chainId })
    await untilState(world, id, 'reported_terminal')
    await pass(world, 120_000)
    taken(world).code = 4
    await pass(world, 600_000)
    const order = await orderAt(world, id)
    expect(order).toMatchObject({ state: 'reported_terminal', statusCode: 7, fundsSettled: false })
    expect(order.anomalies).toContain('7->4')
    expect(kinds(world)).toEqual(['refunded'])
  })

  test('keep a proven SETTLED when REFUNDED follows', async () => {
    const { world, id } = await following([1, 2, 3, 4])
    const proven = await until(world, id, isAtRest)
    world.solver.set(taken(world), 7)
    await world.run.reconcile()
    await pass(world, 60_000)
    expect(await orderAt(world, id)).toMatchObject({ statusCode: 4, evidence: proven.evidence })
  })

  test.each([
    ['expired', 5],
    ['cancelled', 6],
  ] as const)('follow %s to a late REFUNDED until it is proven, and notify again', async (_name, code) => {
    const { world, id } = await following([1, code], nativeAsk)
    await untilState(world, id, 'reported_terminal')
    await pass(world, 7_200_000)
    expect(await orderAt(world, id)).toMatchObject({ statusCode: code, fundsSettled: false })
    world.solver.set(taken(world), 7)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 7 })
    expect(kinds(world)).toEqual(['failed', 'refunded'])
  })

  test('turn expired into refunded when the record already names the refund', async () => {
    const { world, id } = await following([1, 2], signedAsk)
    await until(world, id, ({ statusCode }) => statusCode === 2)
    world.solver.set(taken(world), 7)
    taken(world).code = 5
    expect(await until(world, id, isAtRest)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
      problem: { code: 'swapRefunded', money: 'refunded' },
    })
  })

  test('that Ferry does not know change nothing after an end', async () => {
    const { world, id } = await following([1, 5], nativeAsk)
    await untilState(world, id, 'reported_terminal')
    for (const code of [8, 10]) {
      taken(world).code = code
      await pass(world, 180_000)
    }
    expect(await orderAt(world, id)).toMatchObject({ statusCode: 5, anomalies: [] })
  })
})

test('waits for the refund’s hash after REFUNDED and proves it when it is named', async () => {
  const { world, id } = await following([1, 2])
  await until(world, id, ({ statusCode }) => statusCode === 2)
  taken(world).code = 7
  await untilState(world, id, 'reported_terminal')
  await pass(world, 3_600_000)
  expect(await orderAt(world, id)).toMatchObject({ refundTransactionHash: null, fundsSettled: false })
  world.solver.set(taken(world), 7)
  expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 7 })
})

test('proves the refund of a deposit on the destination', async () => {
  const world = await started(depositAsk)
  world.solver.fate = [1, 2, 7]
  world.solver.refundsThere = true
  const id = await begin(world, depositAsk, undefined, { routeKey: 'deposit' })
  expect(await until(world, id, isAtRest)).toMatchObject({
    state: 'verified_terminal',
    refundChainId: depositAsk.destinationChainId,
    problem: { money: 'refundedThere' },
  })
})
