import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '../../lib/base/time.ts'
import { canWipe } from '../../lib/history/history-filter.ts'
import { createBackup, reconcileBackup } from '../../lib/order/backup.ts'
import type { Order } from '../../lib/order/order.ts'
import { canStopOrder } from '../../lib/order/order-facts.ts'
import { isOverOrPutAway, isProven } from '../../lib/order/order-state.ts'
import { isOpenOrder } from '../../lib/order/orders.ts'
import {
  account,
  advanceTime,
  fund,
  inboxRequest,
  nativeRequest,
  readOrder,
  runNextTimer,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { createViews } from '../harness/views.ts'
import { createWorld, type World } from '../harness/world.ts'
import { memoryArea } from '../unit/storage/memory-area.ts'

/** Starts the background with a backup of the order whose revision is later than the database's. */
async function restart(world: World, copy: Order): Promise<Order> {
  const order = { ...copy, rev: copy.rev + 9 }
  const rows = { [`open-order:${order.id}`]: { rev: order.rev, text: JSON.stringify(order) } }
  expect(await reconcileBackup(world.orders, createBackup(memoryArea(rows)), world.clock.nowMs())).toEqual([
    order.id,
  ])
  await world.restart()
  return readOrder(world, order.id)
}

describe('an order that was restored from the backup', () => {
  test.each([
    ['signed', signedRequest],
    ['native', nativeRequest],
  ] as const)('%s: finds its end again and proves it from the chains alone', async (_kind, quoteRequest) => {
    const world = await createWorld('memory')
    fund(world, quoteRequest)
    const id = await startOrder(world, quoteRequest)
    const proven = await waitForState(world, id, 'verified_terminal')
    const restored = await restart(world, proven)
    expect(restored).toMatchObject({ state: 'unknown_outcome', statusCode: null, restored: true })
    expect(restored.evidence).toBeUndefined()
    const again = await waitForOrder(world, id, isProven)
    expect(again.evidence).toEqual(proven.evidence)
    expect(again.fundsSettled).toBe(true)
  })

  test('can be put away after a week without evidence, and is still followed', async () => {
    const world = await createWorld('memory')
    fund(world, nativeRequest)
    world.wallet.behaviours.push('silent')
    const id = await startOrder(world, nativeRequest)
    await waitForState(world, id, 'send_requested')
    const restored = await restart(world, await readOrder(world, id))
    expect(restored).toMatchObject({ state: 'unknown_outcome', restored: true })
    expect(canStopOrder(restored, world.clock.nowMs())).toBe(false)
    await advanceTime(world, 7.1 * dayMs)
    expect(canStopOrder(await readOrder(world, id), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    const away = await readOrder(world, id)
    expect([away.state, isOverOrPutAway(away), isOpenOrder(away)]).toEqual(['unknown_outcome', true, true])
  })

  test('ends without a search when it was stopped during its wallet request', async () => {
    const world = await createWorld('memory')
    fund(world, signedRequest)
    world.wallet.behaviours.push('silent')
    const id = await startOrder(world, signedRequest)
    await waitForState(world, id, 'approve_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    const restored = await restart(world, await readOrder(world, id))
    expect(restored).toMatchObject({ state: 'abandoned_unsigned', restored: true, fundsSettled: true })
    await advanceTime(world, 25 * hourMs)
    const over = await readOrder(world, id)
    expect([over.walletRequest, over.dueMs, isOpenOrder(over), canWipe(over)]).toEqual([
      null,
      null,
      false,
      true,
    ])
  })

  test('proves nothing by its own record', async () => {
    const proven = await createWorld('memory')
    fund(proven, nativeRequest)
    const order = await waitForState(proven, await startOrder(proven, nativeRequest), 'verified_terminal')
    // Neither the service nor the chains of this world know the order.
    const world = await createWorld('memory')
    const rows = { [`open-order:${order.id}`]: { rev: order.rev, text: JSON.stringify(order) } }
    await reconcileBackup(world.orders, createBackup(memoryArea(rows)), world.clock.nowMs())
    await world.restart()
    for (let ticks = 0; ticks < 60; ticks += 1) await runNextTimer(world)
    const kept = await readOrder(world, order.id)
    expect(isProven(kept)).toBe(false)
    expect(kept).toMatchObject({ statusCode: null, fulfilledAmount: null, destinationTransactionHash: null })
    expect(world.wallet.prompts).toEqual([])
    expect(world.notices).toEqual([])
  })
})

/** Makes a failed request past its deadline, with an order that was restored from the backup. */
async function restoreFailedRequest(
  quoteRequest: typeof inboxRequest,
): Promise<{ world: World; order: Order }> {
  const world = await createWorld('memory')
  fund(world, quoteRequest)
  world.solver.fate = [5]
  const id = await startOrder(world, quoteRequest)
  await waitForOrder(world, id, (order) => order.statusCode === 5)
  await advanceTime(world, 11 * 60_000)
  await restart(world, await readOrder(world, id))
  return { world, order: await waitForOrder(world, id, (order) => order.statusCode === 5) }
}

describe('a restored order gets no wallet request', () => {
  test('for a withdrawal, although its money is in the inbox', async () => {
    const { world, order } = await restoreFailedRequest(inboxRequest)
    const before = world.wallet.prompts.length
    await world.run.dispatch(order.id, { kind: 'withdraw', accountNonce: 9, wallet: account.wallet })
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(before)
    expect(await readOrder(world, order.id)).toMatchObject({
      walletRequest: null,
      problem: { code: 'orderRestored', money: 'atOrigin' },
    })
  })

  test('for a cancellation, although its signature is alive', async () => {
    const world = await createWorld('memory')
    fund(world, signedRequest)
    world.solver.fate = []
    const id = await startOrder(world, signedRequest)
    await restart(world, await waitForState(world, id, 'pending'))
    const before = world.wallet.prompts.length
    const cancel = { kind: 'cancel', accountNonce: 0, sinceBlock: '1', wallet: account.wallet } as const
    await world.run.dispatch(id, cancel)
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(before)
    const order = await readOrder(world, id)
    expect(order).toMatchObject({ walletRequest: null, problem: { code: 'cancelNotSent' } })
    expect(order.cancelling).toBeUndefined()
  })

  test('for whatever a view requests', async () => {
    const { world, order } = await restoreFailedRequest(inboxRequest)
    const views = createViews(world)
    const orderId = order.id
    const before = world.wallet.prompts.length
    for (const request of [
      views.retryOrder({ orderId }),
      views.acceptOffer({ orderId, offerId: 'one' }),
      views.reviewExit({ kind: 'withdraw', orderId }),
      views.reviewExit({ kind: 'cancel', orderId }),
      views.reviewExit({ kind: 'revoke', orderId }),
    ]) {
      await expect(request).rejects.toMatchObject({ data: { code: 'orderRestored', money: 'unmoved' } })
    }
    expect(world.wallet.prompts).toHaveLength(before)
    expect(await readOrder(world, orderId)).toMatchObject({ walletRequest: null, restored: true })
  })
})
