import { HistoryScreen } from '../../../../components/history/HistoryScreen.tsx'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { draw, shownApp } from '../shown-app.tsx'

const done = fakeOrders.doneOrder(bornMs)

const stopped = fakeOrders.order(bornMs, {
  id: 'order-2',
  state: 'abandoned_unsigned',
  statusCode: null,
  createdMs: bornMs - 200_000,
})

/** Draws the history of two swaps: one that is done, and an older one that was stopped before anything was signed. */
export async function shownHistory(options: Parameters<typeof shownApp>[0] = {}) {
  const shown = await shownApp({ orders: [done, stopped], ...options })
  const model = await shown.app.create.history()
  await shown.settle()
  draw(<HistoryScreen app={shown.app} model={model} isBeside={false} />)
  await shown.settle()
  return shown
}
