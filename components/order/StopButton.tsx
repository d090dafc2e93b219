import type { OrderModel } from '../../lib/models/order-model.ts'
import { t } from '../parts/text.ts'

/** Ends a swap of which nothing is signed or sent; of another it ends the waiting for a wallet. */
export function StopButton({ model, label = t('stop') }: { model: OrderModel; label?: string }) {
  return (
    <button
      type="button"
      class="secondary"
      data-testid="abandon"
      disabled={model.busy.value !== null}
      onClick={() => void model.abandon()}
    >
      {label}
    </button>
  )
}
