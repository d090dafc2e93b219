import { act } from 'preact/test-utils'
import { OrderAnnouncements } from '../../../../components/history/HistoryList.tsx'
import { OrderScreen } from '../../../../components/order/OrderScreen.tsx'
import { createOrderModel } from '../../../../lib/models/order-model.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import type { Answers } from '../../models/fake-client.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { createTestApp, draw } from '../test-app.tsx'

/** Shows the screen of the given order. Returns functions that change it. */
export async function shownOrder(part: Partial<OrderView> = {}, answers: Partial<Answers> = {}) {
  let order = fakeOrders.order(bornMs, part)
  const stored = { order: () => order, orderAllowance: () => fakeOrders.allowanceOf(order) }
  const shown = await createTestApp({ orders: [order], answers: { ...stored, ...answers } })
  const model = createOrderModel(shown.app, order.id)
  await act(shown.respond)
  shown.app.go({ name: 'order', orderId: order.id })
  draw(
    <>
      <OrderScreen app={shown.app} model={model} />
      <OrderAnnouncements app={shown.app} />
    </>,
  )
  return {
    ...shown,
    model,
    /** Simulates a change of the order by the background. */
    async becomes(next: Partial<OrderView>): Promise<void> {
      order = { ...order, rev: order.rev + 1, ...next, ...fakeOrders.codesOf(next) }
      await act(() => shown.client.push({ kind: 'order', order }))
    },
  }
}
