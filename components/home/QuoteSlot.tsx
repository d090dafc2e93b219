import { useSignal } from '@preact/signals'
import { isNegative } from '../../lib/base/decimal.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import { lossText } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { QuoteFailed, troubleOf } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { RouteRow, saidOf } from '../routes/RouteRow.tsx'
import { noRouteView, slippageHintView, slippageView } from '../screens.tsx'

/** Shows the quote, or the reason why there is none. The area keeps its height. */
export function QuoteSlot({ app }: { app: AppModel }) {
  const quote = app.swap.quotes.quote.value
  const said = quote === null || app.swap.quotes.isAgeing.value ? '' : saidOf(quote)
  return (
    <div class="quote-slot" id="quote-slot">
      <Content app={app} />
      <p class="unseen" role="status">
        {said}
      </p>
    </div>
  )
}

function Content({ app }: { app: AppModel }) {
  const { swap } = app
  const trouble = troubleOf(app)
  if (trouble !== null) return trouble
  if (swap.quotes.problem.value !== null) return <QuoteFailed app={app} problem={swap.quotes.problem.value} />
  const quote = swap.quotes.quote.value
  if (quote !== null) {
    return (
      <>
        {quote.clockOffMinutes !== undefined && (
          <p class="hint warning" role="status" data-testid="clock-off">
            {t('clockOff', { minutes: quote.clockOffMinutes })}
          </p>
        )}
        <RouteRow app={app} quote={quote} />
        {isNegative(quote.outputValueInUsd) && (
          <p class="hint warning" data-testid="costs-more">
            <Icon name="warning" />
            <span>{t('warning_costsMoreThanItBrings')}</span>
          </p>
        )}
        {quote.routeKey !== null && <SlippageLine app={app} quote={quote} />}
        {quote.suggestedSlippagePercent !== null && slippageHintView(app)}
      </>
    )
  }
  return <NoQuote app={app} />
}

/** Shows why there is no quote although nothing failed, or that one is being requested. */
function NoQuote({ app }: { app: AppModel }) {
  const { start, swap } = app
  if (swap.quotes.state.value === 'noRoute') return noRouteView(app, <OtherWays app={app} />)
  const lacking = start.lacking.value
  if (lacking !== null) {
    return (
      <p class="hint warning" data-testid="service-lacks" data-what={lacking}>
        {t(`serviceLacks_${lacking}`)}
      </p>
    )
  }
  if (swap.quotes.state.value === 'loading') {
    return (
      <div class="route-row" aria-hidden="true">
        <span class="route-words">
          <Skeleton width={14} />
          <Skeleton width={28} />
        </span>
      </div>
    )
  }
  if (swap.step.value === 'cannotSend') {
    const isPaidTo = swap.otherWays.value.includes('deposit')
    return (
      <div class="hint">
        <p>{t(isPaidTo ? 'depositOnlyFrom' : 'cannotSendFrom', { chain: swap.origin.value?.name ?? '' })}</p>
        <OtherWays app={app} />
      </div>
    )
  }
  const notServed = swap.notServed.value
  if (notServed !== null) {
    return (
      <div class="hint" data-testid="not-served" data-reason={notServed} role="status">
        <p>{t(`noRoute_${notServed}`, pairFacts(app))}</p>
        <OtherWays app={app} />
      </div>
    )
  }
  if (swap.step.value === 'connect') {
    return (
      <div class="hint">
        <p>{t('walletFirst')}</p>
        <OtherWays app={app} ways={['deposit']} />
      </div>
    )
  }
  return null
}

function pairFacts({ swap: { origin, destination } }: AppModel) {
  return { origin: origin.value?.name ?? '', destination: destination.value?.name ?? '' }
}

/**
 * Shows the swap methods that are possible for this pair and not requested yet, one press each. `ways` limits
 * them.
 */
function OtherWays({
  app,
  ways = ['manual', 'deposit'],
}: {
  app: AppModel
  ways?: readonly ('manual' | 'deposit')[]
}) {
  const { otherWays, askManual } = app.swap
  const open = ways.filter((way) => otherWays.value.includes(way))
  return (
    <>
      {open.map((way) => (
        <button
          key={way}
          type="button"
          class="plain"
          data-testid={`${way}-instead`}
          onClick={() => {
            document.getElementById('amount')?.focus()
            if (way === 'manual') askManual()
            else if (app.screen.value.name === 'home') app.go({ name: 'deposit', step: 1 })
            else app.openSheet({ name: 'advanced', pays: true })
          }}
        >
          {t(`wayInstead_${way}`)}
        </button>
      ))}
    </>
  )
}

/** Shows the price impact and the slippage of a quote. The slippage can be edited in place. */
function SlippageLine({ app, quote }: { app: AppModel; quote: QuoteView }) {
  const isOpen = useSignal(false)
  const { lossPercent, slippagePercent } = quote
  return (
    <div class="slippage-line">
      <p class="card-row foot faint numbers">
        <span class={lossPercent === null ? '' : lossTone(lossPercent)}>
          {t('impactOf', { percent: lossPercent === null ? t('unknown') : lossText(lossPercent) })}
        </span>
        <button
          type="button"
          class="worth"
          data-testid="slippage-edit"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          {t('slippageOf', { percent: slippagePercent === null ? t('slippageAuto') : `${slippagePercent}%` })}
          <Icon name="down" />
        </button>
      </p>
      {isOpen.value && slippageView(app)}
    </div>
  )
}

function lossTone(lossPercent: string): string {
  const percent = Number.parseFloat(lossPercent)
  return percent >= 10 ? 'tone-danger' : percent >= 5 ? 'tone-warning' : ''
}
