import type { AppModel } from '../../lib/models/app-model.ts'
import { Boat } from '../order/Boat.tsx'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'
import { preload } from '../screens.tsx'
import { AccountChip } from '../wallet/AccountChip.tsx'

/** Shows name, account, history, settings. */
export function HomeHeader({ app }: { app: AppModel }) {
  return (
    <header class="bar home-bar">
      <h1>
        <Boat /> {t('name')}
      </h1>
      <span class="bar-end">
        <AccountChip app={app} />
        <button
          type="button"
          class="icon-button"
          data-testid="history-open"
          aria-label={t('history')}
          title={t('history')}
          onPointerEnter={() => preload('history')}
          onClick={() => app.go({ name: 'history' })}
        >
          <Icon name="history" />
        </button>
        <button
          type="button"
          class="icon-button"
          data-testid="settings-open"
          aria-label={t('settings')}
          title={t('settings')}
          onPointerEnter={() => preload('settings')}
          onClick={() => app.go({ name: 'settings' })}
        >
          <Icon name="settings" />
        </button>
      </span>
    </header>
  )
}
