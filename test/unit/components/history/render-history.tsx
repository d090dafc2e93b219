import { HistoryScreen } from '../../../../components/history/HistoryScreen.tsx'
import { createHistoryModel } from '../../../../lib/models/history-model.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { createTestApp, draw } from '../test-app.tsx'

const done = fakeOrders.doneOrder(bornMs)

const stopped = fakeOrders.order(bornMs, {
  id: 'order-2',
  state: 'abandoned_unsigned',
  statusCode: null,
  createdMs: bornMs - 200_000,
})

/** Renders the history of two swaps: a completed one, and an older one stopped before any signature. */
export async function renderHistory(options: Parameters<typeof createTestApp>[0] = {}) {
  const shown = await createTestApp({ orders: [done, stopped], ...options })
  const model = createHistoryModel(shown.app)
  await shown.settle()
  draw(<HistoryScreen app={shown.app} model={model} isSideColumn={false} />)
  await shown.settle()
  return { ...shown, model }
}
