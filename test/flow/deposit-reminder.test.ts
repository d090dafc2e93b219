import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { dueOf } from '../../lib/order/reduce.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { signedRequest } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

const options = { enableDepositAddress: true, refundAddress: user } as const
const requestWithoutWallet: QuoteRequest = {
  ...signedRequest,
  userAddress: null,
  receiverAddress: user,
  options,
}

async function startDeposit(): Promise<{ world: World; id: string; endsMs: number }> {
  const world = await createWorld()
  const id = await world.startOrder(requestWithoutWallet, null, { routeKey: 'deposit', pay: 'elsewhere' })
  const order = await world.waitForState(id, 'deposit_awaited')
  return { world, id, endsMs: endsMsOf(order) }
}

const endsMsOf = ({ terms }: Order) => (terms.deposit?.expirySeconds ?? 0) * secondMs - terms.clockOffsetMs
const kinds = (world: World) => world.notices.map(({ kind }) => kind)
const passTo = (world: World, ms: number) => world.advanceTime(ms - world.clock.nowMs())

describe('the reminder for an unobserved deposit', () => {
  test('comes once, two minutes before the deposit expires', async () => {
    const { world, id, endsMs } = await startDeposit()
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
    const asleep = await startDeposit()
    await passTo(asleep.world, asleep.endsMs - 5 * minuteMs)
    asleep.world.clock.skip(4 * minuteMs)
    await asleep.world.restart()
    await asleep.world.advanceTime(30 * secondMs)
    expect(kinds(asleep.world)).toEqual(['depositDue'])
    const late = await startDeposit()
    await passTo(late.world, late.endsMs - 5 * minuteMs)
    late.world.clock.skip(6 * minuteMs)
    await late.world.restart()
    await late.world.advanceTime(2 * minuteMs)
    expect(kinds(late.world)).toEqual([])
    expect((await late.world.readOrder(late.id)).notification).toBeNull()
  })

  test('comes when the chain cannot be read, because no deposit was observed', async () => {
    const { world, endsMs } = await startDeposit()
    await passTo(world, endsMs - 3 * minuteMs)
    world.chain.isDown = true
    await world.advanceTime(2 * minuteMs)
    expect(kinds(world)).toEqual(['depositDue'])
  })

  test('does not come when a deposit was observed or the order was put away', async () => {
    const seen = await startDeposit()
    const { address, token } = (await seen.world.readOrder(seen.id)).terms.deposit ?? {
      address: '',
      token: '',
    }
    await passTo(seen.world, seen.endsMs - 3 * minuteMs)
    seen.world.chain.payAsSolver(harbour.chainId, token, address, 5n)
    await passTo(seen.world, seen.endsMs)
    expect(kinds(seen.world)).toEqual([])
    const stopped = await startDeposit()
    await stopped.world.run.dispatch(stopped.id, { kind: 'stop' })
    await passTo(stopped.world, stopped.endsMs)
    expect(kinds(stopped.world)).toEqual([])
  })

  test('does not suppress the notification of the end', async () => {
    const { world, id, endsMs } = await startDeposit()
    const [issued] = world.service.issued.values()
    if (issued === undefined) throw new Error('nothing issued')
    await passTo(world, endsMs + minuteMs)
    world.solver.fate = [5]
    const requestHash = (await world.readOrder(id)).terms.requestHash ?? '0x'
    world.service.accept({ ...issued, request: requestWithoutWallet, requestHash }, null, null)
    await world.advanceTime(5 * minuteMs)
    expect(kinds(world)).toEqual(['depositDue', 'failed'])
  })
})
