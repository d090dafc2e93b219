import type { ComponentChildren } from 'preact'
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
        <Group id="slippage" title={t('slippage')}>
          <SlippageField app={app} />
        </Group>
        <Group id="theme" title={t('theme')}>
          <ThemeChoice app={app} />
        </Group>
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

/** Shows settings of one matter under their title, by which a screen reader names them. */
function Group({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="card" aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`} class="label">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Shows of what the user is told outside of Ferry. */
function Notices({ app }: { app: AppModel }) {
  const settings = app.start.settings.value
  return (
    <Group id="notices" title={t('notifications')}>
      {notices.map((name) => (
        <Switch
          key={name}
          label={t(name)}
          testid={name}
          isOn={settings[name]}
          onChange={(isOn) => void app.start.saveSettings({ [name]: isOn })}
        />
      ))}
    </Group>
  )
}

/** Shows whether what is held is hidden. */
function Balances({ app }: { app: AppModel }) {
  return (
    <Group id="balances" title={t('balances')}>
      <Switch
        label={t('hideBalances')}
        testid="hideBalances"
        isOn={app.start.settings.value.hiddenBalances}
        onChange={(hiddenBalances) => void app.start.saveSettings({ hiddenBalances })}
      />
    </Group>
  )
}

/** Shows the way to what is still allowed. */
function Allowances({ app }: { app: AppModel }) {
  return (
    <Group id="allowances" title={t('allowances')}>
      <p class="faint">{t('allowancesWhy')}</p>
      <button
        type="button"
        class="secondary"
        data-testid="open-allowances"
        onClick={() => app.go({ name: 'allowances' })}
      >
        {t('allowancesOpen')}
      </button>
    </Group>
  )
}

/** Shows version and its updates, service, and the only address there is for help. */
export function About({ app, model }: { app: AppModel; model: AboutModel }) {
  const { view } = app.start
  const { waiting = null, updatedFrom = null } = model.updates.value ?? {}
  const supportUrl = view.value?.supportUrl ?? null
  return (
    <Group id="about" title={t('about_title')}>
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
    </Group>
  )
}

/** Shows the places that stay open while the user works elsewhere; nothing where there is no other. */
export function PlaceChoice({ model }: { model: PlacesModel }) {
  if (model.places.length === 0) return null
  return (
    <Group id="place" title={t('place')}>
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
    </Group>
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
