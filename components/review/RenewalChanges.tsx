import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import { aboutMoneyOf } from '../parts/amount-text.ts'
import { CompareTable } from '../parts/CompareTable.tsx'
import { costText, durationText } from '../parts/cost-text.ts'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'
import { formatNativeMoney, nativeFeeOf } from './ReviewFacts.tsx'

const figureNames = ['offerAbout', 'offerLeast', 'costTotal', 'onTop', 'time'] as const

interface Changes {
  readonly price: 'worse' | 'better' | 'kept'
  readonly rows: readonly {
    readonly name: (typeof figureNames)[number]
    readonly before: string
    readonly now: string
  }[]
}

/** Returns the figures that changed since the review the person read before; null if there was none. */
export function findChanges(before: ReviewView | null, review: ReviewView): Changes | null {
  if (before === null) return null
  const previous = displayedFigures(before)
  const now = displayedFigures(review)
  const rows = figureNames
    .filter((name) => previous[name] !== now[name])
    .map((name) => ({ name, before: previous[name], now: now[name] }))
  const isPrice = rows.some(({ name }) => name === 'offerAbout' || name === 'offerLeast')
  return { price: isPrice ? comparePrices(before, review) : 'kept', rows }
}

/** Lists the figures that changed, with old and new values. */
export function RenewalChanges({ changes: { price, rows } }: { changes: Changes }) {
  if (rows.length === 0) {
    return (
      <p class="hint" role="status" data-testid="renewed" data-price="same">
        {t('renewedSame')}
      </p>
    )
  }
  const isWorse = price === 'worse'
  const change = price === 'kept' && rows[0]?.name === 'time' ? 'time' : price
  return (
    <section class="card" data-testid="renewed" data-price={change}>
      <div role={isWorse ? 'alert' : 'status'}>
        <h2 class={isWorse ? 'line tone-warning' : 'label'}>
          {isWorse && <Icon name="warning" />}
          <span>{t(change === 'worse' ? 'offerTitle' : `renewed_${change}`)}</span>
        </h2>
      </div>
      <CompareTable rows={rows.map(({ name, ...values }) => ({ name: t(name), ...values }))} />
    </section>
  )
}

function displayedFigures({ quote, steps }: ReviewView) {
  const { outputToken, promisedAmount, minAmountOut } = quote
  const onTop = nativeFeeOf(steps)
  return {
    offerAbout: promisedAmount === '0' ? t('promisedUnknown') : aboutMoneyOf(promisedAmount, outputToken),
    offerLeast: minAmountOut === '0' ? t('leastUnknown') : formatExactMoney(minAmountOut, outputToken),
    costTotal: costText(quote.cost),
    onTop: onTop === undefined ? '' : formatNativeMoney(quote, onTop),
    time: durationText(quote.estimatedSeconds),
  }
}

/** Returns how the price changed. It is worse if either of the two amounts is lower. */
function comparePrices(before: ReviewView, now: ReviewView): 'worse' | 'better' | 'kept' {
  const amounts = ({ quote }: ReviewView) => [quote.promisedAmount, quote.minAmountOut].map(BigInt)
  const previous = amounts(before)
  const differences = amounts(now).map((units, at) => units - (previous[at] ?? units))
  if (differences.some((units) => units < 0n)) return 'worse'
  return differences.some((units) => units > 0n) ? 'better' : 'kept'
}
