import type { FeeKind, RouteFee } from '../../lib/quote/route-summary.ts'
import { dollars, moneyOf } from './format.ts'
import { t } from './text.ts'

/** Shows fees by name, one row each: the same on the review as with the order it became. */
export function FeeRows({
  fees,
  unknownFees,
}: {
  fees: readonly RouteFee[]
  unknownFees: readonly FeeKind[]
}) {
  return (
    <>
      {fees.map(({ kind, token, amount, feeInUsd }) => (
        <div key={`${kind} ${token.address}`} data-testid={`fee-${kind}`}>
          <dt>{t(`fee_${kind}`)}</dt>
          <dd>
            {moneyOf(amount, token)}
            {feeInUsd !== null && <span class="faint"> · {dollars(feeInUsd)}</span>}
          </dd>
        </div>
      ))}
      {unknownFees.map((kind) => (
        <div key={`unknown ${kind}`} data-testid={`fee-${kind}`}>
          <dt>{t(`fee_${kind}`)}</dt>
          <dd>{t('feeUnsaid')}</dd>
        </div>
      ))}
    </>
  )
}
