import { expect, it } from 'vitest'
import { problemFrom } from '../../../lib/base/problem.ts'
import { createAppModel } from '../../../lib/model/app-model.ts'
import { createFakeLine } from './fake-line.ts'
import * as fakeOrders from './fake-orders.ts'
import { createFakePorts } from './fake-ports.ts'

it('says of an order that is wiped while it is shown that it is not there any more', async () => {
  let isWiped = false
  const gone = { code: 'orderNotFound', money: 'unknown', facts: {} } as const
  const { ports, settle, line } = createFakePorts((nowMs) => {
    const shown = fakeOrders.order(nowMs(), { statusCode: 4 })
    return createFakeLine({
      nowMs,
      orders: [shown],
      answers: {
        order: () => {
          if (isWiped) throw problemFrom({ ...gone, serverRequestId: null, retryAfterMs: null })
          return shown
        },
      },
    })
  })
  const model = await createAppModel({ ...ports, hash: '' }).create.order('order-1')
  await settle()
  expect([model.order.value?.id, model.problem.value]).toEqual(['order-1', null])
  line.push({ kind: 'wiped' })
  await settle()
  // Those that are not over stay.
  expect([model.order.value?.id, model.problem.value]).toEqual(['order-1', null])
  isWiped = true
  line.push({ kind: 'wiped' })
  await settle()
  expect([model.order.value, model.problem.value?.code]).toEqual([null, 'orderNotFound'])
  model.dispose()
})
