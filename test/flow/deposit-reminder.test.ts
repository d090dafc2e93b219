import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { dueOf } from '../../lib/order/reduce.ts'
import { harbour } from '../harness/chains.ts'
import { listDeposit, startDeposit } from '../harness/deposits.ts'
import type { World } from '../harness/world.ts'

async function startTimedDeposit() {
  const started = await startDeposit()
  const { deposit, clockOffsetMs } = started.order.terms
  return { ...started, endsMs: (deposit?.expirySeconds ?? 0) * secondMs - clockOffsetMs }
}

const kinds = (world: World) => world.notices.map(({ kind }) => kind)
const passTo = (world: World, ms: number) => world.advanceTime(ms - world.clock.nowMs())

describe('the reminder for an unobserved deposit', () => {
  test('comes once, two minutes before the deposit expires', async () => {
    const { world, id, endsMs } = await startTimedDeposit()
    await passTo(world, endsMs - 2 * minuteMs - secondMs)
    expect(kinds(world)).toEqual([])
    expect(dueOf(await world.readOrder(id))).toBeLessThanOrEqual(endsMs - 2 * minuteMs)
    await world.advanceTime(10 * secondMs)
    expect(kinds(world)).toEqual(['depositDue'])
    expect((await world.readOrder(id)).notification).toEqual({ kind: 'depositDue', state: 'notified' })
    await world.restart()
    await passTo(world, endsMs + minuteMs)
    expect(kinds(world)).toEqual(['depositDue'])
  })

  test('comes from a background that starts within the last two minutes, and not after the expiry', async () => {
    const asleep = await startTimedDeposit()
    await passTo(asleep.world, asleep.endsMs - 5 * minuteMs)
    asleep.world.clock.skip(4 * minuteMs)
    await asleep.world.restart()
    await asleep.world.advanceTime(30 * secondMs)
    expect(kinds(asleep.world)).toEqual(['depositDue'])
    const late = await startTimedDeposit()
    await passTo(late.world, late.endsMs - 5 * minuteMs)
    late.world.clock.skip(6 * minuteMs)
    await late.world.restart()
    await late.world.advanceTime(2 * minuteMs)
    expect(kinds(late.world)).toEqual([])
    expect((await late.world.readOrder(late.id)).notification).toBeNull()
  })

  test('comes when the chain cannot be read, because no deposit was observed', async () => {
    const { world, endsMs } = await startTimedDeposit()
    await passTo(world, endsMs - 3 * minuteMs)
    world.chain.isDown = true
    await world.advanceTime(2 * minuteMs)
    expect(kinds(world)).toEqual(['depositDue'])
  })

  test('does not come when a deposit was observed', async () => {
    const seen = await startTimedDeposit()
    const { address = '', token = '' } = seen.order.terms.deposit ?? {}
    await passTo(seen.world, seen.endsMs - 3 * minuteMs)
    seen.world.chain.payAsSolver(harbour.chainId, token, address, 5n)
    await passTo(seen.world, seen.endsMs)
    expect(kinds(seen.world)).toEqual([])
  })

  test('does not suppress the notification of the end', async () => {
    const { world, order, endsMs } = await startTimedDeposit()
    await passTo(world, endsMs + minuteMs)
    world.solver.fate = [5]
    listDeposit(world, order)
    await world.advanceTime(5 * minuteMs)
    expect(kinds(world)).toEqual(['depositDue', 'failed'])
  })
})
