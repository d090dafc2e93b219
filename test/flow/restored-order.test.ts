import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '../../lib/base/time.ts'
import { canWipe } from '../../lib/history/history-filter.ts'
import type { Order } from '../../lib/order/order.ts'
import { canStopOrder } from '../../lib/order/order-facts.ts'
import { isOverOrPutAway, isProvenOnChain } from '../../lib/order/order-state.ts'
import { isOpenOrder } from '../../lib/order/orders.ts'
import {
  createFundedWorld,
  inboxRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account } from '../harness/chains.ts'
import { createOverdueOrder } from '../harness/exits.ts'
import { plantInBackup } from '../harness/planted-order.ts'
import { createViews } from '../harness/views.ts'
import { createWorld, type World } from '../harness/world.ts'

/** Starts the background with a backup of the order whose revision is later than the database's. */
async function restart(world: World, copy: Order): Promise<Order> {
  const order = { ...copy, rev: copy.rev + 9 }
  expect(await plantInBackup(world, order)).toEqual([order.id])
  await world.restart()
  return world.readOrder(order.id)
}

describe('an order that was restored from the backup', () => {
  test.each([
    ['signed', signedRequest],
    ['native', nativeRequest],
  ] as const)('%s: finds its end again and proves it from the chains alone', async (_kind, quoteRequest) => {
    const { world, id } = await startSwap(quoteRequest)
    const proven = await world.waitForState(id, 'verified_terminal')
    const restored = await restart(world, proven)
    expect(restored).toMatchObject({ state: 'unknown_outcome', statusCode: null, restored: true })
    expect(restored.evidence).toBeUndefined()
    const again = await world.waitForOrder(id, isProvenOnChain)
    expect(again.evidence).toEqual(proven.evidence)
    expect(again.fundsSettled).toBe(true)
  })

  test('posts a signature after its quote ended, because the copy may be older than the first POST', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { write } = world.orders
    Object.assign(world.orders, {
      async write(order: Order) {
        await write(order)
        if (order.state === 'signed') world.life.isDead = true
      },
    })
    const id = await world.startOrder(signedRequest)
    await world.advanceTime(70_000)
    Object.assign(world.orders, { write })
    const signed = await world.readOrder(id)
    expect(signed.state).toBe('signed')
    await restart(world, signed)
    expect(await world.waitForOrder(id, ({ submitCount }) => submitCount > 0)).toMatchObject({
      restored: true,
    })
  })

  test('can be put away after a week without evidence, and is still followed', async () => {
    const { world, id } = await startSwap(nativeRequest, { behaviours: ['silent'] })
    await world.waitForState(id, 'send_requested')
    const restored = await restart(world, await world.readOrder(id))
    expect(restored).toMatchObject({ state: 'unknown_outcome', restored: true })
    expect(canStopOrder(restored, world.clock.nowMs())).toBe(false)
    await world.advanceTime(7.1 * dayMs)
    expect(canStopOrder(await world.readOrder(id), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    const away = await world.readOrder(id)
    expect([away.state, isOverOrPutAway(away), isOpenOrder(away)]).toEqual(['unknown_outcome', true, true])
  })

  test('ends without a search when it was stopped during its wallet request', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
    await world.waitForState(id, 'approve_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    const restored = await restart(world, await world.readOrder(id))
    expect(restored).toMatchObject({ state: 'abandoned_unsigned', restored: true, fundsSettled: true })
    await world.advanceTime(25 * hourMs)
    const over = await world.readOrder(id)
    expect([over.walletRequest, over.dueMs, isOpenOrder(over), canWipe(over)]).toEqual([
      null,
      null,
      false,
      true,
    ])
  })

  test('proves nothing by its own record', async () => {
    const proven = await createFundedWorld(nativeRequest)
    const order = await proven.waitForState(await proven.startOrder(nativeRequest), 'verified_terminal')
    // Neither the service nor the chains of this world know the order.
    const world = await createWorld()
    await plantInBackup(world, order)
    await world.restart()
    for (let ticks = 0; ticks < 60; ticks += 1) await world.runNextTimer()
    const kept = await world.readOrder(order.id)
    expect(isProvenOnChain(kept)).toBe(false)
    expect(kept).toMatchObject({ statusCode: null, fulfilledAmount: null, destinationTransactionHash: null })
    expect(world.wallet.prompts).toEqual([])
    expect(world.notices).toEqual([])
  })
})

/** Makes a failed request past its deadline, with an order that was restored from the backup. */
async function restoreFailedRequest(
  quoteRequest: typeof inboxRequest,
): Promise<{ world: World; order: Order }> {
  const { world, id } = await createOverdueOrder([5], quoteRequest)
  await restart(world, await world.readOrder(id))
  return { world, order: await world.waitForOrder(id, (order) => order.statusCode === 5) }
}

describe('a restored order gets no wallet request', () => {
  test('for a withdrawal, although its money is in the inbox', async () => {
    const { world, order } = await restoreFailedRequest(inboxRequest)
    const before = world.wallet.prompts.length
    await world.run.dispatch(order.id, { kind: 'withdraw', accountNonce: 9, wallet: account.wallet })
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(before)
    expect(await world.readOrder(order.id)).toMatchObject({
      walletRequest: null,
      problem: { code: 'orderRestored', money: 'atOrigin' },
    })
  })

  test('for a cancellation, although its signature is alive', async () => {
    const { world, id } = await startSwap(signedRequest, { fate: [] })
    await restart(world, await world.waitForState(id, 'pending'))
    const before = world.wallet.prompts.length
    const cancel = { kind: 'cancel', accountNonce: 0, sinceBlock: '1', wallet: account.wallet } as const
    await world.run.dispatch(id, cancel)
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(before)
    const order = await world.readOrder(id)
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
    expect(await world.readOrder(orderId)).toMatchObject({ walletRequest: null, restored: true })
  })
})
