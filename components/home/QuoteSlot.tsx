import { useSignal } from '@preact/signals'
import type { ProblemData } from '../../lib/base/problem.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import { amountLimitIn } from '../../lib/quote/routes.ts'
import { lossText, moneyOf } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { RouteRow } from '../routes/RouteRow.tsx'
import { noRouteView, slippageHintView, slippageView } from '../screens.tsx'

/** Shows the one place under the cards for the quote or the reason why there is none; it keeps its height. */
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

/** A quote in one sentence; a deposit may be promised nothing before it is there. */
function saidOf({ routeKey, promisedAmount, minAmountOut, outputToken }: QuoteView): string {
  if (routeKey === null) return t('pickRoute')
  if (promisedAmount === '0') return t('promisedUnknown')
  return t('quoteSaid', {
    about: moneyOf(promisedAmount, outputToken),
    least: moneyOf(minAmountOut, outputToken),
  })
}

function Content({ app }: { app: AppModel }) {
  const { start, swap } = app
  const wrongAmount = swap.amountProblem.value
  if (wrongAmount !== null) {
    const facts = { symbol: swap.draft.input.value?.symbol ?? '', ...wrongAmount.facts }
    return <ProblemNotice problem={{ ...wrongAmount, facts }} tone="warning" isQuiet />
  }
  const broken = (start.isFresh.value ? null : start.problem.value) ?? start.accountProblem.value
  if (broken !== null) return <ProblemNotice problem={broken} isPlaceless />
  const storage = start.view.value?.storage
  if (storage !== undefined && storage !== 'durable') {
    return <p class="hint warning">{t(storage === 'broken' ? 'storageBroken' : 'storageVolatile')}</p>
  }
  if (swap.quotes.problem.value !== null) return <Failed app={app} problem={swap.quotes.problem.value} />
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
        {quote.routeKey !== null && <SlippageLine app={app} quote={quote} />}
        {quote.suggestedSlippagePercent !== null && slippageHintView(app)}
      </>
    )
  }
  return <NoQuote app={app} />
}

/** Shows why there is no quote where nothing went wrong, or that one is on its way. */
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
  if (start.view.value !== null && start.account.value === null) {
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

/** Returns what the service said of an amount that it refused, with its limit where it named one; null elsewhere. */
export function refusedAmount({ swap: { quotes, draft } }: AppModel) {
  const { code, facts } = quotes.problem.value ?? {}
  if (code !== 'serviceRefused' || facts?.message === undefined) return null
  return amountLimitIn(facts.message, draft.input.value?.symbol ?? '')
}

/** Why there is no quote. */
function Failed({ app, problem }: { app: AppModel; problem: ProblemData }) {
  const { kind, limit = null } = refusedAmount(app) ?? {}
  const shown = { problem, tone: 'warning', isPlaceless: true } as const
  if (kind === undefined) return <ProblemNotice {...shown} />
  const next = limit === null ? t(`refused_${kind}`) : t(`refused_${kind}_limit`, { limit })
  return <ProblemNotice {...shown} what={t(`refusedWhat_${kind}`)} next={next} />
}

/** Shows the ways to swap this pair that are open and not asked for yet, each one press away; `ways` narrows them. */
function OtherWays({
  app,
  ways = ['manual', 'deposit'],
}: {
  app: AppModel
  ways?: readonly ('manual' | 'deposit')[]
}) {
  const { otherWays, askManual, payByDeposit } = app.swap
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
            else if (payByDeposit()) app.openSheet({ name: 'advanced' })
          }}
        >
          {t(`wayInstead_${way}`)}
        </button>
      ))}
    </>
  )
}

/** Shows the price impact of a quote and how much worse it may end, which is changed in place. */
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
