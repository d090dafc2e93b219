import type { AppModel } from '../../lib/models/app-model.ts'
import { aboutCostOf } from '../parts/amount-text.ts'
import { t } from '../parts/text.ts'

/** The amount of a native token that *Max* left for gas. */
export function KeptForGas({ app }: { app: AppModel }) {
  const [token, kept] = [app.swap.draft.input.value, app.swap.shares.value?.keptForGas.value ?? null]
  return token === null || kept === null ? null : (
    <p class="faint numbers" role="status" data-testid="kept-for-gas">
      {t('keptForGas', { amount: aboutCostOf(String(kept), token) })}
    </p>
  )
}
