import type { AppModel } from '../../lib/models/app-model.ts'
import { t } from '../parts/text.ts'

/** Shows the first run, explained in three lines on the form itself. */
export function Welcome({ app }: { app: AppModel }) {
  return (
    <section class="welcome grow" aria-labelledby="welcome-title" data-testid="welcome">
      <header>
        <h2 id="welcome-title">{t('welcomeTitle')}</h2>
        <button type="button" class="plain" data-testid="welcome-done" onClick={app.start.welcome}>
          {t('welcomeDone')}
        </button>
      </header>
      <ol>
        <li>{t('welcomeOne')}</li>
        <li>{t('welcomeTwo')}</li>
        <li>{t('welcomeThree')}</li>
      </ol>
    </section>
  )
}
