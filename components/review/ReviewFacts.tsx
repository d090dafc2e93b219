import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewFact } from '../../lib/review/review-facts.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import { Chunked } from '../parts/Chunked.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { moneyOf } from '../parts/format.ts'
import { t } from '../parts/text.ts'

/**
 * Shows what there is to compare before a deal is confirmed: what differs from the usual stands open (`unusual`), the
 * rest is folded away behind one line (`usual`).
 */
export function ReviewFacts({
  app,
  review,
  part,
}: {
  app: AppModel
  review: ReviewView
  part: 'usual' | 'unusual'
}) {
  const isUsual = part === 'usual'
  // A receiver that is somebody else has a card of its own.
  const facts = review.facts.filter((one) => one.isUsual === isUsual && (isUsual || one.name !== 'recipient'))
  if (facts.length === 0) return null
  const list = <List app={app} review={review} facts={facts} />
  if (!isUsual) {
    return (
      <section class="card" aria-labelledby="facts-label" data-testid="facts-open">
        <h2 id="facts-label" class="label">
          {t('factsUnusual')}
        </h2>
        {list}
      </section>
    )
  }
  return (
    <details class="card more" data-testid="facts-usual">
      <summary>{t('factsUsual')}</summary>
      {list}
    </details>
  )
}

function List({ app, review, facts }: { app: AppModel; review: ReviewView; facts: readonly ReviewFact[] }) {
  return (
    <dl class="facts compared">
      {facts.map((fact) => (
        <div key={fact.name} data-testid={`fact-${fact.name}`}>
          <dt>{t(`fact_${fact.name}`)}</dt>
          <dd class={fact.kind === 'hex' ? 'long-hex' : ''}>
            <Value app={app} review={review} fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ app, review, fact }: { app: AppModel; review: ReviewView; fact: ReviewFact }) {
  const { kind, name, value } = fact
  const { quote } = review
  if (kind === 'chain') {
    const chain = app.start.chainOf(Number(value))
    return (
      <>
        {chain === undefined
          ? t('factChainUnknown', { id: value })
          : t('factChain', { chain: chain.name, id: value })}
      </>
    )
  }
  if (kind === 'seconds') return <>{new Date(Number(value) * 1_000).toLocaleString()}</>
  if (kind === 'inputUnits') return <>{moneyOf(value, quote.inputToken)}</>
  if (name === 'refuel') {
    const refuel = quote.routes.find(({ routeKey }) => routeKey === quote.routeKey)?.refuel ?? null
    return <>{refuel === null ? t('factUnits', { units: value }) : moneyOf(refuel.amount, refuel.token)}</>
  }
  if (kind === 'text') return <bdi>{value}</bdi>
  return (
    <>
      <Chunked text={value} />
      <CopyButton label={t('copyNamed', { name: t(`fact_${name}`) })} read={() => value} />
    </>
  )
}
