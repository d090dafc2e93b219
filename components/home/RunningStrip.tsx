import type { AppModel } from '../../lib/models/app-model.ts'
import { OrderRow } from '../order/OrderRow.tsx'
import { t } from '../parts/text.ts'

const shownMax = 2

/** Shows swaps that are not over yet, on the form; the newest first. */
export function RunningStrip({ app }: { app: AppModel }) {
  const running = app.orders.running.value
  if (running.length === 0) return <div class="grow" />
  return (
    <section class="running grow" aria-labelledby="running-label">
      <h2 id="running-label" class="label">
        {t('onTheWay')}
      </h2>
      <ul class="rows">
        {running.slice(0, shownMax).map((order) => (
          <li key={order.id}>
            <OrderRow app={app} order={order} />
          </li>
        ))}
      </ul>
      {running.length > shownMax && (
        <button type="button" class="plain" onClick={() => app.go({ name: 'history' })}>
          {t('showAll', { count: String(running.length) })}
        </button>
      )}
    </section>
  )
}
