import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { dueOf } from '../../lib/order/reduce.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { begin, orderAt, pass, signedAsk, untilState } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

const options = { enableDepositAddress: true, refundAddress: user } as const
const nobody: QuoteRequest = { ...signedAsk, userAddress: null, receiverAddress: user, options }

async function awaiting(): Promise<{ world: World; id: string; endsMs: number }> {
  const world = await createWorld()
  const id = await begin(world, nobody, null, { routeKey: 'deposit', pay: 'elsewhere' })
  const order = await untilState(world, id, 'deposit_awaited')
  return { world, id, endsMs: endsMsOf(order) }
}

const endsMsOf = ({ terms }: Order) => (terms.deposit?.expirySeconds ?? 0) * secondMs - terms.clockOffsetMs
const kinds = (world: World) => world.notices.map(({ kind }) => kind)
const passTo = (world: World, ms: number) => pass(world, ms - world.clock.nowMs())

describe('the reminder for an unobserved deposit', () => {
  test('comes once, two minutes before the deposit expires', async () => {
    const { world, id, endsMs } = await awaiting()
    await passTo(world, endsMs - 2 * minuteMs - secondMs)
    expect(kinds(world)).toEqual([])
    expect(dueOf(await orderAt(world, id))).toBeLessThanOrEqual(endsMs - 2 * minuteMs)
    await pass(world, 10 * secondMs)
    expect(kinds(world)).toEqual(['depositDue'])
    expect((await orderAt(world, id)).notice).toEqual({ kind: 'depositDue', state: 'notified' })
    await world.restart()
    await passTo(world, endsMs + minuteMs)
    expect(kinds(world)).toEqual(['depositDue'])
  })

  test('comes from a background that starts within the last two minutes, and not after the expiry', async () => {
    const asleep = await awaiting()
    await passTo(asleep.world, asleep.endsMs - 5 * minuteMs)
    asleep.world.clock.jump(4 * minuteMs)
    await asleep.world.restart()
    await pass(asleep.world, 30 * secondMs)
    expect(kinds(asleep.world)).toEqual(['depositDue'])
    const late = await awaiting()
    await passTo(late.world, late.endsMs - 5 * minuteMs)
    late.world.clock.jump(6 * minuteMs)
    await late.world.restart()
    await pass(late.world, 2 * minuteMs)
    expect(kinds(late.world)).toEqual([])
    expect((await orderAt(late.world, late.id)).notice).toBeNull()
  })

  test('comes when the chain cannot be read, because no deposit was observed', async () => {
    const { world, endsMs } = await awaiting()
    await passTo(world, endsMs - 3 * minuteMs)
    world.chain.isDown = true
    await pass(world, 2 * minuteMs)
    expect(kinds(world)).toEqual(['depositDue'])
  })

  test('does not come when a deposit was observed or the order was put away', async () => {
    const seen = await awaiting()
    const { address, token } = (await orderAt(seen.world, seen.id)).terms.deposit ?? {
      address: '',
      token: '',
    }
    await passTo(seen.world, seen.endsMs - 3 * minuteMs)
    seen.world.chain.pay(harbour.chainId, token, address, 5n)
    await passTo(seen.world, seen.endsMs)
    expect(kinds(seen.world)).toEqual([])
    const stopped = await awaiting()
    await stopped.world.run.dispatch(stopped.id, { kind: 'abandon' })
    await passTo(stopped.world, stopped.endsMs)
    expect(kinds(stopped.world)).toEqual([])
  })

  test('does not suppress the notification of the end', async () => {
    const { world, id, endsMs } = await awaiting()
    const [issued] = world.service.issued.values()
    if (issued === undefined) throw new Error('nothing issued')
    await passTo(world, endsMs + minuteMs)
    world.solver.fate = [5]
    const requestHash = (await orderAt(world, id)).terms.requestHash ?? '0x'
    world.service.take({ ...issued, ask: nobody, requestHash }, null, null)
    await pass(world, 5 * minuteMs)
    expect(kinds(world)).toEqual(['depositDue', 'failed'])
  })
})
