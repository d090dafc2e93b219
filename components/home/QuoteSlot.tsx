import { isNegative } from '../../lib/base/decimal.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Button } from '../parts/Button.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { Notice } from '../parts/Notice.tsx'
import { t } from '../parts/text.ts'
import { NoRoute } from '../routes/RouteSheet.tsx'
import { findFormProblem, QuoteFailed } from './FormProblem.tsx'
import { startOtherMethod } from './form-steps.ts'
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
          <Notice tone="warning" role="status" data-testid="clock-off" title={t('clockOffTitle')}>
            <p>{t('clockOff', { minutes: quote.clockOffMinutes })}</p>
          </Notice>
        )}
        <QuoteCard app={app} quote={quote} />
        {isNegative(quote.outputValueInUsd) && (
          <Notice tone="warning" data-testid="costs-more" text={t('warning_costsMoreThanItBrings')} />
        )}
        {quote.suggestedSlippagePercent !== null && <SlippageHint app={app} quote={quote} />}
      </>
    )
  }
  return <NoQuote app={app} />
}

function NoQuote({ app }: { app: AppModel }) {
  const { start, swap } = app
  if (swap.quotes.state.value === 'noRoute') return <NoRoute app={app} actions={findOtherMethods(app)} />
  const lacking = start.missingLists.value
  if (lacking !== null) {
    return (
      <Notice
        tone="warning"
        data-testid="service-lacks"
        data-what={lacking}
        title={t(`serviceLacks_${lacking}`)}
        text={t(`serviceLacks_${lacking}_next`)}
      />
    )
  }
  if (swap.quotes.state.value === 'loading') {
    return (
      <div class="card quote-card" aria-hidden="true">
        <div class="quote-open">
          <b>
            <Skeleton width={14} />
          </b>
          <Skeleton width={18} />
        </div>
      </div>
    )
  }
  const notSupported = swap.notSupported.value
  const isDepositOnly = swap.step.value === 'otherMethod' && swap.origin.value?.isConfigured !== true
  if (swap.step.value === 'cannotSend' || isDepositOnly) {
    const limit = isDepositOnly ? 'depositOnly' : 'cannotSend'
    return (
      <Notice tone="info" title={t(`formLimit_${limit}`, { chain: swap.origin.value?.name ?? '' })}>
        <p>{t(`formLimit_${limit}_next`)}</p>
      </Notice>
    )
  }
  if (notSupported !== null) {
    return (
      <Notice
        tone="info"
        role="status"
        data-testid="not-served"
        data-reason={notSupported}
        title={t('noRouteAutomatic')}
        text={t(`noRoute_${notSupported}`, {
          origin: swap.origin.value?.name ?? '',
          destination: swap.destination.value?.name ?? '',
        })}
        actions={findOtherMethods(app)}
      />
    )
  }
  if (swap.step.value === 'connect')
    return <Notice tone="info" text={t('walletFirst')} actions={findOtherMethods(app, ['deposit'])} />
  return null
}

/** Returns a button for each other method, or null if there is none. `ways` limits them. */
function findOtherMethods(app: AppModel, ways: readonly ('manual' | 'deposit')[] = ['manual', 'deposit']) {
  const { otherMethods, step } = app.swap
  // The form's button is the first of them.
  const others = step.value === 'otherMethod' ? otherMethods.value.slice(1) : otherMethods.value
  const open = ways.filter((way) => others.includes(way))
  if (open.length === 0) return null
  return open.map((way) => (
    <Button key={way} look="secondary" testId={`${way}-instead`} onPress={() => startOtherMethod(app, way)}>
      {t(`wayInstead_${way}`)}
    </Button>
  ))
}
