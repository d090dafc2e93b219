import { describe, expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { createOrderModel } from '../../../lib/models/order-model.ts'
import { createFakeClient } from './fake-client.ts'
import { bornMs } from './fake-data.ts'
import * as fakeOrders from './fake-orders.ts'
import { createFakePorts } from './fake-ports.ts'
import { openApp } from './open-app.ts'

it('shows that an order no longer exists when it is deleted while displayed', async () => {
  let isWiped = false
  const gone = new Problem('orderNotFound', { money: 'unknown' })
  const { ports, settle, client } = createFakePorts((nowMs) => {
    const shown = fakeOrders.order(nowMs(), { statusCode: 4 })
    return createFakeClient({
      nowMs,
      orders: [shown],
      answers: {
        order: () => {
          if (isWiped) throw gone
          return shown
        },
      },
    })
  })
  const model = createOrderModel(createAppModel({ ...ports, hash: '' }), 'order-1')
  await settle()
  expect([model.order.value?.id, model.problem.value]).toEqual(['order-1', null])
  client.push({ kind: 'wiped' })
  await settle()
  // Running orders are not deleted.
  expect([model.order.value?.id, model.problem.value]).toEqual(['order-1', null])
  isWiped = true
  client.push({ kind: 'wiped' })
  await settle()
  expect([model.order.value, model.problem.value?.code]).toEqual([null, 'orderNotFound'])
  model.dispose()
})

it('accepts the displayed offer, and only after its cooldown', async () => {
  const offer = { promisedAmount: '98', minAmountOut: '97', expiresMs: 0, needsReview: null, cost: null }
  const waiting = (nowMs: () => number, offerId: string) =>
    fakeOrders.order(nowMs(), { state: 'needs_user', offer: { ...offer, offerId } })
  const { ports, settle, pass, client } = createFakePorts((nowMs) =>
    createFakeClient({ nowMs, orders: [waiting(nowMs, 'offer-1')] }),
  )
  const model = createOrderModel(createAppModel({ ...ports, hash: '' }), 'order-1')
  await settle()
  const taken = () => client.sent.flatMap(({ name, input }) => (name === 'acceptOffer' ? [input] : []))
  await model.acceptOffer('offer-1')
  expect([model.isCoolingDown.value, taken()]).toEqual([true, []])
  await pass(700)
  // Another offer has appeared under the finger meanwhile.
  client.push({ kind: 'order', order: waiting(() => 1, 'offer-2') })
  await settle()
  await model.acceptOffer('offer-1')
  expect([model.isCoolingDown.value, taken()]).toEqual([true, []])
  await pass(700)
  await model.acceptOffer('offer-2')
  expect(taken()).toEqual([{ orderId: 'order-1', offerId: 'offer-2' }])
  model.dispose()
})

describe('the cancellation', () => {
  async function opened() {
    const { app, settle, sent } = await openApp({ orders: [fakeOrders.order(bornMs, { statusCode: 0 })] })
    const { cancel } = createOrderModel(app, 'order-1').exits
    await settle()
    const confirmed = () => sent('confirmExit')
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
})

it('marks an end as seen only while the view is visible', async () => {
  const { app, isVisible, settle, sent } = await openApp({
    orders: [fakeOrders.doneOrder(bornMs, { viewed: false })],
  })
  isVisible.value = false
  const model = createOrderModel(app, 'order-1')
  await settle()
  expect(sent('markViewed')).toEqual([])
  isVisible.value = true
  expect(sent('markViewed')).toEqual([{ orderId: 'order-1' }])
  model.dispose()
})

it('remembers in the next view that the user paid a deposit, until they show its address again', async () => {
  const { app } = await openApp()
  const open = (id: string) => createOrderModel(app, id)
  open('order-1').setDepositSent(true)
  expect([open('order-1').isDepositSent.value, open('order-2').isDepositSent.value]).toEqual([true, false])
  open('order-1').setDepositSent(false)
  expect(open('order-1').isDepositSent.value).toBe(false)
})
