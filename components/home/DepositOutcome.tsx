import type { AdvancedModel } from '../../lib/models/advanced-model.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import { costPartText, durationText, namedFeesText } from '../parts/cost-text.ts'
import { Skeleton } from '../parts/Lazy.tsx'
import { Notice } from '../parts/Notice.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { findFormProblem, QuoteFailed } from './FormProblem.tsx'
import { quoteSentence } from './QuoteCard.tsx'

export function DepositOutcome({
  app,
  model,
  quote,
  isNone,
}: {
  app: AppModel
  model: AdvancedModel
  quote: QuoteView | null
  isNone: boolean
}) {
  const { quotes } = app.swap
  const ownProblem = model.problem.value
  const trouble = findFormProblem(app)
  if (trouble !== null) return trouble
  // This step asks for the missing refund address, so it is no error here.
  if (ownProblem !== null && ownProblem.code !== 'refundAddressMissing')
    return <ProblemNotice problem={ownProblem} isQuiet />
  if (quotes.problem.value !== null) return <QuoteFailed app={app} problem={quotes.problem.value} />
  if (quotes.state.value === 'loading' && quote === null) {
    return (
      <section class="card" role="status" aria-label={t('form_quoting')}>
        <Skeleton width={24} />
      </section>
    )
  }
  if (isNone)
    return <Notice tone="warning" role="status" data-testid="deposit-none" text={t('depositNone')} />
  if (quote === null) return null
  const blocked = quote.routes.find(({ kind }) => kind === 'deposit')?.blocked ?? null
  return (
    <section
      class={quotes.isAgeing.value ? 'card ageing' : 'card'}
      data-testid="deposit-quote"
      data-ageing={quotes.isAgeing.value}
    >
      <p role="status">{quoteSentence(quote)}</p>
      <p class="faint numbers">
        {durationText(quote.estimatedSeconds)} ·{' '}
        {quote.cost === null ? namedFeesText(quote) : costPartText(quote.cost)}
      </p>
      {blocked !== null && (
        <Notice tone="warning" role="status" title={tWithFacts(`problem_${blocked.code}`, blocked.facts)}>
          <p>{tWithFacts(`problem_${blocked.code}_next`, blocked.facts)}</p>
        </Notice>
      )}
    </section>
  )
}
