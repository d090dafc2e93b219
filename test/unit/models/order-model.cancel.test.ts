import { expect, it } from 'vitest'
import { createOrderModel } from '../../../lib/models/order-model.ts'
import { bornMs } from './fake-data.ts'
import * as fakeOrders from './fake-orders.ts'
import { openApp } from './open-app.ts'

async function opened() {
  const { app, settle, client } = await openApp({ orders: [fakeOrders.order(bornMs, { statusCode: 0 })] })
  const { exits } = createOrderModel(app, 'order-1')
  const { cancel } = exits
  await settle()
  const confirmed = () => client.sent.filter(({ name }) => name === 'confirmExit').map(({ input }) => input)
  return { cancel, settle, confirmed }
}

it('sends one wallet request, with the key of the displayed review', async () => {
  const { cancel, confirmed } = await opened()
  await cancel.confirm()
  expect(confirmed()).toEqual([])
  await cancel.open()
  expect(cancel.review.value).toMatchObject({ reviewKey: 'cancel-1' })
  await Promise.all([cancel.confirm(), cancel.confirm()])
  expect(confirmed()).toEqual([{ kind: 'cancel', reviewKey: 'cancel-1' }])
  expect([cancel.review.value, cancel.busy.value, cancel.problem.value]).toEqual([null, null, null])
})

it('stays closed when it was closed during its check', async () => {
  const { cancel, confirmed } = await opened()
  const opening = cancel.open()
  cancel.close()
  await opening
  expect(cancel.review.value).toBeNull()
  await cancel.confirm()
  expect(confirmed()).toEqual([])
})
