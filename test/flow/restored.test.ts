import { describe, expect, test } from 'vitest'
import { createMirror, rebuild } from '../../lib/store/mirror.ts'
import type { Order } from '../../lib/swap/order.ts'
import { isProven } from '../../lib/swap/order-phase.ts'
import { memoryArea } from '../unit/store/memory-area.ts'
import { begin, fund, nativeAsk, orderAt, signedAsk, tick, until, untilState } from './world/drive.ts'
import { createWorld, type World } from './world/world.ts'

/** The background begins with this copy, which knows further than the database. */
async function restart(world: World, copy: Order): Promise<Order> {
  const order = { ...copy, rev: copy.rev + 9 }
  const rows = { [`open-order:${order.id}`]: { rev: order.rev, text: JSON.stringify(order) } }
  expect(await rebuild(world.orders, createMirror(memoryArea(rows)), world.clock.nowMs())).toEqual([order.id])
  await world.restart()
  return orderAt(world, order.id)
}

describe('an order that comes out of a copy', () => {
  test.each([
    ['signed', signedAsk],
    ['native', nativeAsk],
  ] as const)('%s: its end is found again, and proven by the chains alone', async (_kind, ask) => {
    const world = await createWorld('memory')
    fund(world, ask)
    const id = await begin(world, ask)
    const proven = await untilState(world, id, 'verified_terminal')
    const restored = await restart(world, proven)
    expect(restored).toMatchObject({ state: 'unknown_outcome', statusCode: null, restored: true })
    expect(restored.evidence).toBeUndefined()
    const again = await until(world, id, isProven)
    expect(again.evidence).toEqual(proven.evidence)
    expect(again.moneyAccounted).toBe(true)
  })

  test('proves nothing by what it says of itself', async () => {
    const proven = await createWorld('memory')
    fund(proven, nativeAsk)
    const order = await untilState(proven, await begin(proven, nativeAsk), 'verified_terminal')
    // Neither the service nor the chains of this world know any of it.
    const world = await createWorld('memory')
    const rows = { [`open-order:${order.id}`]: { rev: order.rev, text: JSON.stringify(order) } }
    await rebuild(world.orders, createMirror(memoryArea(rows)), world.clock.nowMs())
    await world.restart()
    for (let ticks = 0; ticks < 60; ticks += 1) await tick(world)
    const kept = await orderAt(world, order.id)
    expect(isProven(kept)).toBe(false)
    expect(kept).toMatchObject({ statusCode: null, fulfilledAmount: null, destinationTransactionHash: null })
    expect(world.wallet.prompts).toEqual([])
    expect(world.notices).toEqual([])
  })
})
