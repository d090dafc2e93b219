import { withSymbol } from '../../lib/base/isolate.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import { ExpiryRing } from '../home/ExpiryRing.tsx'
import { calculateRate, costPartText, durationText, roundedMoneyOf } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

export function RouteRow({ app, quote }: { app: AppModel; quote: QuoteView }) {
  const { quotes } = app.swap
  // Tags only make sense when there is more than one route.
  const tag = quote.routes.length > 1 ? quote.routeTags[0] : undefined
  const rate = quote.routeKey === null ? null : rateText(quote)
  const name = (
    <span>
      {rate === null ? <b>{routeName(quote)}</b> : routeName(quote)}
      {tag !== undefined && <span class="tag">{tagText(tag)}</span>}
      {!quote.executable && <span class="tag quiet">{t('indicative')}</span>}
    </span>
  )
  return (
    <div
      class={quotes.isAgeing.value ? 'card covered route-row ageing' : 'card covered route-row'}
      data-testid="quote-row"
      data-ageing={quotes.isAgeing.value}
    >
      <div class="route-words">
        {quotes.isPickUnavailable.value && <span class="tone-warning">{t('routeGone')}</span>}
        {rate === null ? name : <b class="numbers">{rate}</b>}
        {quote.routeKey === null && <span class="faint">{t('pickRouteWhy')}</span>}
        {quote.routeKey !== null && (
          <span class="faint numbers">
            <span data-testid="minimum">
              {quote.minAmountOut === '0'
                ? t('leastUnknown')
                : t('atLeast', { amount: formatExactMoney(quote.minAmountOut, quote.outputToken) })}
            </span>
            {'\u00a0· '}
            {durationText(quote.estimatedSeconds)}
            {'\u00a0· '}
            {costPartText(quote.cost)}
          </span>
        )}
        <span class="line wrap faint">
          {rate !== null && name}
          <button
            type="button"
            class="cover route-open"
            data-testid="routes-open"
            aria-haspopup="dialog"
            onClick={() => app.openSheet({ name: 'routes' })}
          >
            {t('routesShow', { count: quote.routes.length })}
            <Icon name="next" />
          </button>
        </span>
      </div>
      <ExpiryRing
        nowMs={app.nowMs}
        fromMs={quote.receivedMs}
        untilMs={quote.expiresMs}
        isBusy={quotes.state.value === 'loading'}
        onRefresh={quotes.refresh}
      />
    </div>
  )
}

/** Returns a quote in one sentence. A deposit may have no quoted output until it arrives. */
export function quoteSentence({ routeKey, promisedAmount, minAmountOut, outputToken }: QuoteView): string {
  if (routeKey === null) return t('pickRoute')
  if (promisedAmount === '0') return t('promisedUnknown')
  return t('quoteSaid', {
    about: roundedMoneyOf(promisedAmount, outputToken),
    least: formatExactMoney(minAmountOut, outputToken),
  })
}

/** Returns the output per input token; null if no output is quoted. */
function rateText({ request, inputToken, outputToken, promisedAmount }: QuoteView): string | null {
  const rate = calculateRate(request.inputAmount, inputToken, promisedAmount, outputToken)
  if (rate === null) return null
  return t('rate', {
    input: withSymbol('1', inputToken.symbol),
    amount: withSymbol(rate, outputToken.symbol),
  })
}

function routeName({ routeKey, routeName }: QuoteView): string {
  if (routeKey === null) return t('pickRoute')
  return routeKey === 'deposit' ? t('routeDeposit') : routeName || t('routeAutomatic')
}

/** Returns `BEST_RETURN` as `Best return`. Other tags of the service are shortened to 24 characters. */
export function tagText(tag: string): string {
  const words = tag.replaceAll('_', ' ').toLowerCase().slice(0, 24)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
