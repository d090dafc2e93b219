import { expect, test } from 'vitest'
import { orderHandlers } from '../../lib/order/order-messages.ts'
import { account, begin, fund, orderAt, signedAsk, until, untilState } from '../harness/actions.ts'
import { createWorld } from '../harness/world.ts'

/** A swap that the person declined in the wallet, and what views can ask about it. */
async function declined() {
  const world = await createWorld()
  fund(world, signedAsk)
  world.wallet.moods.push('reject')
  const orderId = await begin(world, signedAsk)
  await untilState(world, orderId, 'needs_user')
  const { reviewPorts, orders, run } = world
  return {
    world,
    orderId,
    handlers: orderHandlers({ reviewPorts, orders, run, account: { get: async () => account } }),
  }
}

test('a view is given the order as it stands, and none that is not there', async () => {
  const { handlers, orderId } = await declined()
  expect(await handlers.order({ orderId })).toMatchObject({ id: orderId, state: 'needs_user' })
  await expect(handlers.order({ orderId: 'another' })).rejects.toThrow('orderNotFound')
})

test('what is seen, asked again and stopped is done to the order', async () => {
  const { world, handlers, orderId } = await declined()
  expect(await handlers.markSeen({ orderId })).toBeNull()
  expect((await orderAt(world, orderId)).seen).toBe(true)
  world.wallet.moods.push('reject')
  expect(await handlers.retryOrder({ orderId })).toBeNull()
  await until(world, orderId, ({ state }) => state === 'needs_user' && world.wallet.prompts.length === 2)
  expect(await handlers.abandonOrder({ orderId })).toBeNull()
  expect((await orderAt(world, orderId)).state).toBe('abandoned_unsigned')
})

test('an offer is taken by the name of the one that was seen', async () => {
  const { handlers, orderId } = await declined()
  await expect(handlers.acceptOffer({ orderId, offerId: 'none' })).rejects.toThrow('offerChanged')
})
