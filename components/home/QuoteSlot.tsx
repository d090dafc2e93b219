import { isNegative } from '../../lib/base/decimal.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { t } from '../parts/text.ts'
import { NoRoute } from '../routes/RouteSheet.tsx'
import { findFormProblem, QuoteFailed } from './FormProblem.tsx'
import { startOtherMethod } from './other-methods.ts'
import { QuoteCard, quoteSentence } from './QuoteCard.tsx'
import { SlippageHint } from './SlippageField.tsx'

/** Shows the quote, or the reason why there is none. The area keeps its height. */
export function QuoteSlot({ app }: { app: AppModel }) {
  const { quotes, isHalted } = app.swap
  const quote = quotes.quote.value
  const said = quote === null || quotes.isAgeing.value || isHalted.value ? '' : quoteSentence(quote)
  return (
    <div class="quote-slot" id="quote-slot">
      <QuoteContent app={app} />
      <p class="unseen" role="status">
        {said}
      </p>
    </div>
  )
}

function QuoteContent({ app }: { app: AppModel }) {
  const { swap } = app
  const trouble = findFormProblem(app)
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
        <QuoteCard app={app} quote={quote} />
        {isNegative(quote.outputValueInUsd) && (
          <p class="hint warning" data-testid="costs-more">
            <Icon name="warning" />
            <span>{t('warning_costsMoreThanItBrings')}</span>
          </p>
        )}
        {quote.suggestedSlippagePercent !== null && <SlippageHint app={app} quote={quote} />}
      </>
    )
  }
  return <NoQuote app={app} />
}

function NoQuote({ app }: { app: AppModel }) {
  const { start, swap } = app
  if (swap.quotes.state.value === 'noRoute') {
    return (
      <NoRoute app={app}>
        <OtherMethods app={app} />
      </NoRoute>
    )
  }
  const lacking = start.missingLists.value
  if (lacking !== null) {
    return (
      <p class="hint warning" data-testid="service-lacks" data-what={lacking}>
        {t(`serviceLacks_${lacking}`)}
      </p>
    )
  }
  if (swap.quotes.state.value === 'loading') {
    return (
      <div class="card quote-card" aria-hidden="true">
        <div class="stack tight quote-open">
          <Skeleton width={14} />
          <Skeleton width={18} />
        </div>
      </div>
    )
  }
  const notSupported = swap.notSupported.value
  const isDepositOnly = swap.step.value === 'otherMethod' && swap.origin.value?.isConfigured !== true
  if (swap.step.value === 'cannotSend' || isDepositOnly) {
    return (
      <p class="hint">
        {t(isDepositOnly ? 'depositOnlyFrom' : 'cannotSendFrom', { chain: swap.origin.value?.name ?? '' })}
      </p>
    )
  }
  if (notSupported !== null) {
    return (
      <div class="hint" data-testid="not-served" data-reason={notSupported} role="status">
        <p>{t(`noRoute_${notSupported}`, pairFacts(app))}</p>
        <OtherMethods app={app} />
      </div>
    )
  }
  if (swap.step.value === 'connect') {
    return (
      <div class="hint">
        <p>{t('walletFirst')}</p>
        <OtherMethods app={app} ways={['deposit']} />
      </div>
    )
  }
  return null
}

function pairFacts({ swap: { origin, destination } }: AppModel) {
  return { origin: origin.value?.name ?? '', destination: destination.value?.name ?? '' }
}

/** One press each. `ways` limits them. */
function OtherMethods({
  app,
  ways = ['manual', 'deposit'],
}: {
  app: AppModel
  ways?: readonly ('manual' | 'deposit')[]
}) {
  const { otherMethods, step } = app.swap
  // The form's button is the first of them.
  const others = step.value === 'otherMethod' ? otherMethods.value.slice(1) : otherMethods.value
  const open = ways.filter((way) => others.includes(way))
  return (
    <>
      {open.map((way) => (
        <button
          key={way}
          type="button"
          class="plain"
          data-testid={`${way}-instead`}
          onClick={() => startOtherMethod(app, way)}
        >
          {t(`wayInstead_${way}`)}
        </button>
      ))}
    </>
  )
}
