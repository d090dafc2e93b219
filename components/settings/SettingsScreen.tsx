import type { AppModel } from '../../lib/models/app-model.ts'
import type { AboutModel, PlacesModel, SitesModel } from '../../lib/models/settings-models.ts'
import { SlippageField } from '../home/SlippageField.tsx'
import { Boat } from '../parts/Icon.tsx'
import { Lazy } from '../parts/Lazy.tsx'
import { Problem } from '../parts/Problem.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { Switch } from '../parts/Switch.tsx'
import { t } from '../parts/text.ts'
import { SitesSetting } from '../sites/SitesSetting.tsx'
import { WalletSetting } from '../wallet/WalletSetting.tsx'
import { EndpointSetting } from './EndpointSetting.tsx'

const notices = ['notifyDone', 'notifyFailed', 'notifyRefunded', 'notifyLate'] as const

/** Shows what the user may set; each change is kept at once. */
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
  return (
    <div class="screen" data-testid="settings-screen">
      <ScreenHeader title={t('settings')} onBack={app.back} />
      <main class="scroll">
        {app.start.problem.value !== null && <Problem problem={app.start.problem.value} isPlaceless />}
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
        <Notices app={app} />
        <Balances app={app} />
        <WalletSetting app={app} />
        <Allowances app={app} />
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

/** Shows of what the user is told outside of Ferry. */
function Notices({ app }: { app: AppModel }) {
  const settings = app.start.settings.value
  return (
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
  )
}

/** Shows whether what is held is hidden. */
function Balances({ app }: { app: AppModel }) {
  return (
    <section class="card" aria-labelledby="balances-label">
      <h2 id="balances-label" class="label">
        {t('balances')}
      </h2>
      <Switch
        label={t('hideBalances')}
        testid="hideBalances"
        isOn={app.start.settings.value.hiddenBalances}
        onChange={(hiddenBalances) => void app.start.saveSettings({ hiddenBalances })}
      />
    </section>
  )
}

/** Shows the way to what is still allowed. */
function Allowances({ app }: { app: AppModel }) {
  return (
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
  )
}

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
      {model.problem.value !== null && <Problem problem={model.problem.value} isPlaceless />}
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

/** Shows the places that stay open while the user works elsewhere; nothing where there is no other. */
export function PlaceChoice({ model }: { model: PlacesModel }) {
  if (model.places.length === 0) return null
  return (
    <section class="card" aria-labelledby="place-label">
      <h2 id="place-label" class="label">
        {t('place')}
      </h2>
      <p class="faint">{t('placeText')}</p>
      <div class="button-row">
        {model.places.map((place) => (
          <button
            key={place.name}
            type="button"
            class="secondary"
            data-testid={`place-${place.name}`}
            onClick={() => void model.open(place)}
          >
            {t(`place_${place.name}`)}
          </button>
        ))}
      </div>
      {model.problem.value !== null && <Problem problem={model.problem.value} isPlaceless />}
    </section>
  )
}

const themes = ['system', 'light', 'dark'] as const

/** Shows light, dark, or as the system. */
export function ThemeChoice({ app }: { app: AppModel }) {
  const { theme } = app.start.settings.value
  return (
    <div class="choice" role="radiogroup" aria-labelledby="theme-label">
      {themes.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            data-testid={`theme-${name}`}
            checked={theme === name}
            onChange={() => void app.start.saveSettings({ theme: name })}
          />
          <span>{t(`theme_${name}`)}</span>
        </label>
      ))}
    </div>
  )
}
