import { expect, it } from 'vitest'
import { createOrderModel } from '../../../lib/models/order-model.ts'
import { createAllowancesModel } from '../../../lib/models/settings-models.ts'
import type { AllowanceEntry } from '../../../lib/order/allowances.ts'
import * as data from './fake-data.ts'
import * as fakeOrders from './fake-orders.ts'
import { openApp } from './open-app.ts'

const [token] = data.tokens
if (token === undefined) throw new Error('no token')
const line: AllowanceEntry = {
  orderId: 'order-1',
  kind: 'signed',
  token,
  owner: `0x${'11'.repeat(20)}`,
  spender: `0x${'22'.repeat(20)}`,
  left: { units: '5', sources: 2 },
  revokeBlockedBy: null,
}

it('reads the allowances when they are displayed, and again after a revocation', async () => {
  const { app, settle, sent } = await openApp({
    answers: { allowances: () => [line] },
    orders: [fakeOrders.order(data.bornMs, { state: 'abandoned_unsigned' })],
  })
  const model = createAllowancesModel(app)
  expect(model.lines.value).toBeNull()
  await settle()
  expect(model.lines.value).toEqual([line])
  await model.revoke('order-1')
  expect(model.opened.value?.model.exits.revoke.review.value).toMatchObject({ reviewKey: 'revoke-1' })
  const reviews = sent('reviewExit')
  expect(reviews).toEqual([{ kind: 'revoke', orderId: 'order-1' }])
  model.dispose()
  expect(model.opened.value).toBeNull()
})

it('reads what a stopped swap left from the chain: at its opening, every half minute, and after a change', async () => {
  const units = ['5', '0', '7']
  let reads = 0
  const { app, settle, pass, client } = await openApp({
    answers: { orderAllowance: () => ({ left: { units: units[reads++] ?? '0', sources: 2 } }) },
    orders: [fakeOrders.order(data.bornMs, { state: 'abandoned_unsigned' })],
  })
  const model = createOrderModel(app, 'order-1')
  await settle()
  expect(model.allowance.value).toEqual({ left: { units: '5', sources: 2 } })
  await pass(30_000)
  expect(model.allowance.value).toEqual({ left: { units: '0', sources: 2 } })
  const revoking = { reviewKey: 'r', state: 'sent', problem: null, atMs: 1, leftUnits: null } as const
  client.push({
    kind: 'order',
    order: fakeOrders.order(1, { state: 'abandoned_unsigned', rev: 10, revoking }),
  })
  expect(model.allowance.value).toBeNull()
  await settle()
  expect(model.allowance.value).toEqual({ left: { units: '7', sources: 2 } })
  model.dispose()
  await pass(60_000)
  expect(reads).toBe(3)
})

it('reads no allowance of a swap in progress', async () => {
  const { app, settle, sent } = await openApp({ orders: [fakeOrders.order(data.bornMs)] })
  const model = createOrderModel(app, 'order-1')
  await settle()
  expect(sent('orderAllowance')).toEqual([])
  model.dispose()
})
