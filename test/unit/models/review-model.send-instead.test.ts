import { expect, test } from 'vitest'
import { sendInstead } from '../../../lib/models/repeat-swap.ts'
import * as fakeOrders from './fake-orders.ts'
import { openApp } from './open-app.ts'

test('prepares a swap that could not be signed as a transaction, after abandoning the first one', async () => {
  const { app, settle } = await openApp()
  const { request } = fakeOrders.order(0).reviewed
  const receiverAddress = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
  const stopped = fakeOrders.order(0, {
    reviewed: {
      ...fakeOrders.order(0).reviewed,
      request: { ...request, receiverAddress, options: { refuel: true } },
    },
  })
  let isOverOrPutAway = false
  app.go({ name: 'order', orderId: stopped.id })
  await sendInstead(app, stopped, async () => {
    isOverOrPutAway = app.screen.value.name === 'order'
  })
  await settle()
  expect(isOverOrPutAway).toBe(true)
  expect(app.screen.value.name).toBe('home')
  const { draft } = app.swap
  expect(draft.options.value).toEqual({ refuel: true, useInbox: true })
  expect(draft.amountText.value).toBe('100')
  expect([draft.receiverText.value, draft.isReceiverOpen.value]).toEqual([receiverAddress, true])
})
