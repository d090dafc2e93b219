import type { HistoryModel } from '../../lib/models/history-model.ts'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'

/** Shows the other side of the history: what the service remembers of the connected account, asked for by hand. */
export function ServiceHistory({ model }: { model: HistoryModel }) {
  const { service, serviceProblem, serviceCount, mayAskService } = model
  const state = service.value
  if (!mayAskService.value) return <p class="hint">{t('serviceHistoryNoWallet')}</p>
  return (
    <section class="card service-history" aria-label={t('serviceHistory')} data-service={state}>
      {serviceProblem.value !== null && <Problem problem={serviceProblem.value} tone="warning" isQuiet />}
      <p class="faint" role="status">
        {state === 'more' || state === 'end'
          ? t(state === 'end' ? 'serviceHistoryEnd' : 'serviceHistoryMore', {
              count: String(serviceCount.value),
            })
          : t('serviceHistoryWhy')}
      </p>
      {state !== 'more' && (
        <button
          type="button"
          class="secondary"
          data-testid="service-history"
          disabled={state === 'asking'}
          aria-busy={state === 'asking'}
          onClick={() => void model.askService()}
        >
          {t(
            state === 'failed'
              ? 'tryAgain'
              : state === 'asking'
                ? 'loading'
                : state === 'end'
                  ? 'askAgainService'
                  : 'askService',
          )}
        </button>
      )}
    </section>
  )
}
