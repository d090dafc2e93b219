import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../lib/base/time.ts'
import { canStopOrder } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  acrossRoute,
  advanceTime,
  fund,
  inboxRequest,
  manualRequest,
  nativeRequest,
  readOrder,
  startOrder,
  waitForState,
} from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import { createWorld } from '../harness/world.ts'

/** Starts a swap whose wallet names a transaction, or accepts calls, that no block ever contains. */
async function startUnminedSwap(
  quoteRequest: QuoteRequest,
  behaviours: readonly FakeWalletBehaviour[],
  isAtomic: boolean,
) {
  const world = await createWorld('memory')
  fund(world, quoteRequest)
  world.chain.owners.set(user, user)
  world.wallet.atomic = isAtomic ? 'supported' : null
  world.wallet.behaviours.push(...behaviours)
  const id = await startOrder(world, quoteRequest)
  await waitForState(world, id, 'sent')
  const canStop = async () => canStopOrder(await readOrder(world, id), world.clock.nowMs())
  return { world, id, canStop }
}

describe.each([
  ['a transaction', nativeRequest, ['unsent'], false],
  ['calls', inboxRequest, ['unsent'], true],
] as const)(
  '%s of an account whose owners never approve',
  (_name, quoteRequest, walletBehaviours, isAtomic) => {
    test('can be stopped after an hour without a block, and ends after a day', async () => {
      const { world, id, canStop } = await startUnminedSwap(quoteRequest, walletBehaviours, isAtomic)
      await advanceTime(world, 55 * minuteMs)
      expect(await canStop()).toBe(false)
      await world.run.dispatch(id, { kind: 'stop' })
      expect((await readOrder(world, id)).state).toBe('sent')
      await advanceTime(world, 10 * minuteMs)
      expect(await canStop()).toBe(true)
      await world.run.dispatch(id, { kind: 'stop' })
      expect((await readOrder(world, id)).state).toBe('stopping')
      await advanceTime(world, 26 * hourMs)
      expect((await readOrder(world, id)).state).toBe('abandoned_unsigned')
    })
  },
)

describe('a manual swap that the service never reports', () => {
  async function silent() {
    const world = await createWorld('memory')
    fund(world, manualRequest)
    world.solver.fate = []
    const id = await startOrder(world, manualRequest, account, acrossRoute)
    await waitForState(world, id, 'pending')
    const canStop = async () => canStopOrder(await readOrder(world, id), world.clock.nowMs())
    return { world, id, canStop }
  }

  test('can be put away after a week, is still followed, and notifies of its end', async () => {
    const { world, id, canStop } = await silent()
    await advanceTime(world, 6 * dayMs)
    expect(await canStop()).toBe(false)
    await advanceTime(world, 1.1 * dayMs)
    expect(await canStop()).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await readOrder(world, id)).toMatchObject({ state: 'pending', putAwayMs: world.clock.nowMs() })
    expect(await canStop()).toBe(false)
    const [request] = [...world.service.requests.values()]
    if (request === undefined) throw new Error('the service has nothing')
    for (const code of [2, 3, 4]) world.solver.setStatus(request, code)
    await advanceTime(world, hourMs)
    expect((await readOrder(world, id)).state).toBe('verified_terminal')
    expect(world.notices).toContainEqual({ orderId: id, kind: 'done' })
  })
})
