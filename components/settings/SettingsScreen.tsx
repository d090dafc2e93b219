import type { AppModel } from '../../lib/models/app-model.ts'
import type { AboutModel, PlacesModel, SitesModel } from '../../lib/models/settings-models.ts'
import { SlippageField } from '../home/SlippageField.tsx'
import { Lazy } from '../parts/Lazy.tsx'
import { Problem } from '../parts/Problem.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { Switch } from '../parts/Switch.tsx'
import { t } from '../parts/text.ts'
import { SitesSetting } from '../sites/SitesSetting.tsx'
import { WalletSetting } from '../wallet/WalletSetting.tsx'
import { About } from './About.tsx'
import { EndpointSetting } from './EndpointSetting.tsx'
import { PlaceChoice } from './PlaceChoice.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

const notices = ['notifyDone', 'notifyFailed', 'notifyRefunded', 'notifyLate'] as const

/** Shows what the person may set; each change is kept at once. */
export function SettingsScreen({
  app,
  about,
  places,
  sites,
}: {
  app: AppModel
  about: AboutModel
  places: PlacesModel
  sites: SitesModel
}) {
  const settings = app.start.settings.value
  return (
    <div class="screen" data-testid="settings-screen">
      <ScreenHeader title={t('settings')} onBack={app.back} />
      <main class="scroll">
        {app.start.problem.value !== null && <Problem problem={app.start.problem.value} />}
        <PlaceChoice model={places} />
        <section class="card" aria-labelledby="slippage-label">
          <h2 id="slippage-label" class="label">
            {t('slippage')}
          </h2>
          <SlippageField app={app} />
        </section>
        <section class="card" aria-labelledby="theme-label">
          <h2 id="theme-label" class="label">
            {t('theme')}
          </h2>
          <ThemeChoice app={app} />
        </section>
        <section class="card" aria-labelledby="notices-label">
          <h2 id="notices-label" class="label">
            {t('notifications')}
          </h2>
          {notices.map((name) => (
            <Switch
              key={name}
              label={t(name)}
              testid={name}
              isOn={settings[name]}
              onChange={(isOn) => void app.start.saveSettings({ [name]: isOn })}
            />
          ))}
        </section>
        <section class="card" aria-labelledby="balances-label">
          <h2 id="balances-label" class="label">
            {t('balances')}
          </h2>
          <Switch
            label={t('hideBalances')}
            testid="hideBalances"
            isOn={settings.hiddenBalances}
            onChange={(hiddenBalances) => void app.start.saveSettings({ hiddenBalances })}
          />
        </section>
        <WalletSetting app={app} />
        <section class="card" aria-labelledby="allowances-label">
          <h2 id="allowances-label" class="label">
            {t('allowances')}
          </h2>
          <p class="faint">{t('allowancesWhy')}</p>
          <button
            type="button"
            class="secondary"
            data-testid="open-allowances"
            onClick={() => app.go({ name: 'allowances' })}
          >
            {t('allowancesOpen')}
          </button>
        </section>
        <SitesSetting model={sites} />
        <EndpointSetting app={app} />
        <Lazy
          key="data"
          load={async () => {
            const [{ DataSetting }, model] = await Promise.all([
              import('./DataSetting.tsx'),
              app.create.wipe(() => void sites.load()),
            ])
            return { view: () => <DataSetting model={model} /> }
          }}
        />
        <About app={app} model={about} />
      </main>
    </div>
  )
}
