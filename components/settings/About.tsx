import type { AppModel } from '../../lib/models/app-model.ts'
import type { AboutModel } from '../../lib/models/settings-models.ts'
import { Boat } from '../order/Boat.tsx'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'

/** Shows version and its updates, service, and the only address there is for help. */
export function About({ app, model }: { app: AppModel; model: AboutModel }) {
  const { view } = app.start
  const { waiting = null, updatedFrom = null } = model.updates.value ?? {}
  const supportUrl = view.value?.supportUrl ?? null
  return (
    <section class="card" aria-labelledby="about-label">
      <h2 id="about-label" class="label">
        {t('about_title')}
      </h2>
      <p class="about-name">
        <Boat /> <b>{t('name')}</b> <span class="faint numbers">{app.version()}</span>
      </p>
      {updatedFrom !== null && <p class="faint">{t('updatedFrom', { version: updatedFrom })}</p>}
      {waiting !== null && (
        <p role="status" data-testid="update-waiting">
          {t('updateWaiting', { version: waiting })}
        </p>
      )}
      {model.problem.value !== null && <Problem problem={model.problem.value} isQuiet />}
      <dl class="facts">
        <div>
          <dt>{t('service')}</dt>
          <dd>{view.value?.deploymentName ?? t('unknown')}</dd>
        </div>
        {supportUrl !== null && (
          <div>
            <dt>{t('support')}</dt>
            <dd>
              <a href={supportUrl} target="_blank" rel="noreferrer noopener">
                {supportUrl.replace(/^https?:\/\//, '')}
              </a>
            </dd>
          </div>
        )}
      </dl>
      <p class="faint">{t('supportOnly')}</p>
      <p class="faint">{t('noKeys')}</p>
    </section>
  )
}
