import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { withSymbol } from '../../lib/base/isolate.ts'
import { formatExactMoney, formatPercent } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { isPickUnavailable } from '../../lib/models/quote-requests.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import { compareRoutes } from '../../lib/quote/route-comparison.ts'
import { roundedMoneyOf } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { calculateRate, costPartWithShareText, costTone, durationText } from '../parts/cost-text.ts'
import { Drawing } from '../parts/FormIcon.tsx'
import { Icon, pencilPath } from '../parts/Icon.tsx'
import { CostRows } from '../parts/IdFact.tsx'
import { t } from '../parts/text.ts'
import { RouteRank } from '../routes/RouteRank.tsx'
import { ExpiryRing } from './ExpiryRing.tsx'
import { SlippageField } from './SlippageField.tsx'

/** Shows a quote in two lines. The whole card opens in place and then shows what the figures consist of. */
export function QuoteCard({ app, quote }: { app: AppModel; quote: QuoteView }) {
  const { quotes, isHalted } = app.swap
  const isOpen = useSignal(false)
  const isOld = quotes.isAgeing.value || isHalted.value
  return (
    <div
      class={isOld ? 'card quote-card ageing' : 'card quote-card'}
      data-testid="quote-row"
      data-ageing={isOld}
    >
      {isPickUnavailable(quotes) && <p class="tone-warning">{t('routeGone')}</p>}
      <div class="covered quote-head">
        {quote.routeKey === null ? (
          <Button
            look="cover quote-open"
            testId="routes-open"
            aria-haspopup="dialog"
            onPress={() => app.openSheet({ name: 'routes' })}
          >
            <b>{t('pickRoute')}</b> <span class="faint">{t('pickRouteWhy')}</span>
            <Icon name="next" />
          </Button>
        ) : (
          <Button
            look="cover quote-open numbers"
            testId="quote-open"
            aria-expanded={isOpen.value}
            onPress={() => {
              isOpen.value = !isOpen.value
            }}
          >
            <b>{rateText(quote) ?? routeName(quote)}</b>{' '}
            <span class="faint">
              {!quote.executable && <span class="tag quiet">{t('indicative')}</span>}{' '}
              <span data-cost="" class={quote.cost === null ? '' : costTone(quote.cost.percent)}>
                {costPartWithShareText(quote.cost)}
              </span>{' '}
              · {durationText(quote.estimatedSeconds)}
            </span>
            <Icon name="down" />
          </Button>
        )}
        {isHalted.value ? (
          <span class="last-price faint" data-testid="last-price">
            {t('lastPrice')}
          </span>
        ) : (
          <ExpiryRing
            nowMs={app.nowMs}
            fromMs={quote.receivedMs}
            untilMs={quote.expiresMs}
            isBusy={quotes.state.value === 'loading'}
            onRefresh={quotes.refresh}
          />
        )}
      </div>
      {quote.routeKey !== null && isOpen.value && <QuoteFacts app={app} quote={quote} />}
    </div>
  )
}

function QuoteFacts({ app, quote }: { app: AppModel; quote: QuoteView }) {
  const isSlippageOpen = useSignal(false)
  const facts = useRef<HTMLDListElement>(null)
  // Scroll the opened figures above the form's button, which stays in front of scrolled content.
  useLayoutEffect(() => facts.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <dl ref={facts} class="facts">
      <div>
        <dt>{t('minimumReceived')}</dt>
        <dd data-testid="minimum">
          {quote.minAmountOut === '0'
            ? t('leastUnknown')
            : formatExactMoney(quote.minAmountOut, quote.outputToken)}
        </dd>
      </div>
      <div>
        <dt aria-hidden="true">{t('slippage')}</dt>
        <dd>
          <Button
            look="worth"
            testId="slippage-edit"
            aria-expanded={isSlippageOpen.value}
            onPress={() => {
              isSlippageOpen.value = !isSlippageOpen.value
            }}
          >
            <span class="unseen">{t('slippage')} </span>
            {slippageText(quote)} <Drawing path={pencilPath} />
          </Button>
        </dd>
        {isSlippageOpen.value && (
          <dd class="stack tight quote-slippage">
            <SlippageField app={app} />
          </dd>
        )}
      </div>
      <div>
        <dt>{t('route')}</dt>
        <dd>
          <bdi>{routeName(quote)}</bdi>
          <RouteRank rank={compareRoutes(quote.routes).get(quote.routeKey ?? '')} />{' '}
          <Button
            look="worth route-open"
            testId="routes-open"
            aria-haspopup="dialog"
            onPress={() => app.openSheet({ name: 'routes' })}
          >
            {t('routesShow', { count: quote.routes.length })}
            <Icon name="next" />
          </Button>
        </dd>
      </div>
      <CostRows list={quote} cost={quote.cost} />
    </dl>
  )
}

/** The person's own limit, or the one that the service chose for this route. */
function slippageText({ request, slippagePercent }: QuoteView): string {
  if (slippagePercent === null) return t('slippageAuto')
  const percent = formatPercent(slippagePercent)
  return request.slippagePercent === null ? t('slippageAutoOf', { percent }) : percent
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
  return routeKey === 'deposit' ? t('routeDeposit') : routeName || t('routeAutomatic')
}
