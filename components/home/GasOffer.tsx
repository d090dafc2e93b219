import type { AppModel } from '../../lib/models/app-model.ts'
import { findMissingGas } from '../../lib/models/missing-gas.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../parts/text.ts'

/** Offers gas on the destination to an account that has none there. One press adds it to the quote request. */
export function GasOffer({ app }: { app: AppModel }) {
  const { draft, destination } = app.swap
  const symbol = findMissingGas(app)
  if (symbol === null) return null
  return (
    <div class="card-row foot" data-testid="gas-missing">
      <p id="gas-missing" class="faint" role="status">
        {t('gasMissing', { symbol, chain: destination.value?.name ?? '' })}
      </p>
      <Button
        look="chip"
        testId="gas-add"
        aria-describedby="gas-missing"
        onPress={() => {
          // The press removes the button.
          document.getElementById('amount')?.focus()
          draft.setOption('refuel', true)
        }}
      >
        {t('gasAdd')}
      </Button>
    </div>
  )
}
