import { formatUnits } from '../../lib/base/amount.ts'
import { isolated } from '../../lib/base/isolate.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { depositPhase } from '../../lib/order/deposit-phase.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { moneyOf } from '../parts/format.ts'
import { t } from '../parts/text.ts'

/** Shows why a deposit came to nothing: of the wrong amount or token, too late, or never seen. */
export function DepositEnd({ app, order }: { app: AppModel; order: OrderView }) {
  const { deposit, depositSeen, statusCode } = order
  if (deposit === null || statusCode === null || statusCode < 5) return null
  const { amount, expiresMs, token } = deposit
  const phase = depositPhase(amount, expiresMs, depositSeen ?? null, app.nowMs.value)
  if (phase === 'seen') return null
  // The service's clock says when it is over.
  const told = phase === 'awaited' ? 'notSeen' : phase
  const seen = depositSeen === undefined ? '' : moneyOf(depositSeen.units, token)
  return (
    <p class="hint warning" data-testid="deposit-end" data-phase={told} role="status">
      {t(`deposit_${told}`, {
        seen,
        amount: `${formatUnits(amount, token.decimals)} ${isolated(token.symbol)}`,
      })}
    </p>
  )
}
