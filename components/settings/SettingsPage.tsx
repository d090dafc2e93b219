import type { ComponentChildren } from 'preact'
import { chosenEndpoints, type EndpointChoice, withEndpoints } from '../../lib/deployment/endpoints.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { SettingsPageName } from '../../lib/models/screen.ts'
import {
  type AboutModel,
  createAboutModel,
  createNoticesModel,
  createPlacesModel,
  createSitesModel,
  createWipeModel,
  type NoticesModel,
} from '../../lib/models/settings-models.ts'
import type { ChainView } from '../../lib/tokens/token-messages.ts'
import { SlippageField } from '../home/SlippageField.tsx'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Boat, Drawing } from '../parts/FormIcon.tsx'
import { Fact } from '../parts/IdFact.tsx'
import { Lazy, type LoadedView } from '../parts/Lazy.tsx'
import { Notice } from '../parts/Notice.tsx'
import { ChainMark } from '../parts/Picture.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { Switch } from '../parts/Switch.tsx'
import { t } from '../parts/text.ts'
import { SitesSetting } from '../sites/SitesSetting.tsx'
import { WalletSetting } from '../wallet/WalletSetting.tsx'
import { DataSetting } from './DataSetting.tsx'
import { PlaceSetting } from './PlaceSetting.tsx'

export const pageTitles = {
  slippage: 'slippage',
  notifications: 'notifications',
  place: 'place',
  wallet: 'wallet',
  sites: 'sites',
  endpoints: 'endpoints',
  data: 'data',
  about: 'about_title',
} as const

/** One settings page. Each change is stored immediately. */
export function SettingsPage({ app, page }: { app: AppModel; page: SettingsPageName }) {
  return (
    <div class="screen" data-testid={`settings-${page}`}>
      <ScreenHeader title={t(pageTitles[page])} onBack={app.back} />
      <main class="scroll setting-page">
        {app.start.problem.value !== null && <ProblemNotice problem={app.start.problem.value} omitsMoney />}
        <Lazy key={page} load={() => pageLoaders[page](app)} />
      </main>
    </div>
  )
}

const pageLoaders: { readonly [page in SettingsPageName]: (app: AppModel) => Promise<LoadedView> } = {
  slippage: async (app) => ({
    view: () => (
      <Card title={t('slippage')}>
        <SlippageField app={app} />
      </Card>
    ),
  }),
  async notifications(app) {
    const model = createNoticesModel(app)
    return { view: () => <NotificationSettings app={app} model={model} /> }
  },
  async place(app) {
    const model = createPlacesModel(await app.places())
    return { view: () => <PlaceSetting app={app} model={model} /> }
  },
  wallet: async (app) => ({ view: () => <WalletSetting app={app} /> }),
  async sites(app) {
    const model = createSitesModel(app)
    return { view: () => <SitesSetting model={model} /> }
  },
  endpoints: async (app) => ({ view: () => <EndpointSetting app={app} /> }),
  async data(app) {
    const model = createWipeModel(app)
    return { view: () => <DataSetting model={model} /> }
  },
  async about(app) {
    const model = createAboutModel(app)
    return { view: () => <About app={app} model={model} /> }
  },
}

/** Groups controls under a label for screen readers. Other people read the screen's title. */
function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card" aria-label={title}>
      {children}
    </section>
  )
}

const notificationSettings = ['notifyDone', 'notifyFailed', 'notifyRefunded', 'notifyLate'] as const

function NotificationSettings({ app, model }: { app: AppModel; model: NoticesModel }) {
  const settings = app.start.settings.value
  const isBlocked = app.start.view.value?.areNoticesBlocked === true
  return (
    <>
      <ul class="rows" aria-label={t('notifications')}>
        {notificationSettings.map((name) => (
          <li key={name}>
            <div class="row line wrap setting-row">
              <Switch
                label={t(name)}
                testid={name}
                isOn={settings[name]}
                onChange={(isOn) => void app.start.saveSettings({ [name]: isOn })}
              />
            </div>
          </li>
        ))}
      </ul>
      {isBlocked && <Notice tone="warning" data-testid="notices-blocked" text={t('noticesBlocked')} />}
      <Button look="secondary" testId="notice-test" isDisabled={model.isBusy.value} onPress={model.test}>
        {t('noticeTest')}
      </Button>
      <p class="faint inset" role="status">
        {model.isTestSent.value && t('noticeTestSent')}
      </p>
      {model.problem.value !== null && <ProblemNotice problem={model.problem.value} omitsMoney />}
    </>
  )
}

function About({ app, model }: { app: AppModel; model: AboutModel }) {
  const { view } = app.start
  const { waiting = null, updatedFrom = null } = model.updates.value ?? {}
  const supportUrl = view.value?.supportUrl ?? null
  return (
    <>
      <Card title={t('about_title')}>
        <p class="line">
          <Boat /> <b>{t('name')}</b> <span class="faint numbers">{app.version()}</span>
        </p>
        {updatedFrom !== null && <p class="faint">{t('updatedFrom', { version: updatedFrom })}</p>}
        {waiting !== null && (
          <p role="status" data-testid="update-waiting">
            {t('updateWaiting', { version: waiting })}
          </p>
        )}
        {model.problem.value !== null && <ProblemNotice problem={model.problem.value} omitsMoney />}
        <dl class="facts">
          <Fact name={t('service')}>{view.value?.deploymentName ?? t('unknown')}</Fact>
          {supportUrl !== null && (
            <Fact name={t('support')}>
              <a href={supportUrl} target="_blank" rel="noreferrer noopener">
                <bdi>{supportUrl.replace(/^https?:\/\//, '')}</bdi>
              </a>
            </Fact>
          )}
        </dl>
        <p class="faint">{t('supportOnly')}</p>
      </Card>
      <Card title={t('copyRecentCalls')}>
        <p class="faint">{t('recentCallsText')}</p>
        <CopyButton
          label={t('copyRecentCalls')}
          read={model.recentCalls}
          testid="copy-calls"
          labelClass="secondary"
        />
      </Card>
      <p class="faint inset">{t('noKeys')}</p>
    </>
  )
}

/** Orders the deployment's RPC endpoints of each chain and switches them off. At least one stays on. */
function EndpointSetting({ app }: { app: AppModel }) {
  const chains = app.start.chains.value.filter(({ rpcUrls }) => rpcUrls.length > 0)
  if (chains.length === 0) return <p class="hint">{t('endpointsNone')}</p>
  return (
    <section class="card" aria-label={t('endpoints')} data-testid="endpoints">
      <p class="faint">{t('endpointsText')}</p>
      {chains.map((chain) => (
        <ChainEndpoints key={chain.chainId} app={app} chain={chain} />
      ))}
    </section>
  )
}

function ChainEndpoints({ app, chain }: { app: AppModel; chain: ChainView }) {
  const { endpoints } = app.start.settings.value
  const all = chosenEndpoints(chain.rpcUrls, endpoints)
  const isLastUsed = all.filter(({ isOn }) => isOn).length === 1
  const save = (ofChain: readonly EndpointChoice[]) =>
    void app.start.saveSettings({ endpoints: withEndpoints(endpoints, ofChain) })
  const name = (url: string) => new URL(url).host
  return (
    <fieldset>
      <legend class="line">
        <ChainMark chain={chain} />
        <b>
          <bdi>{chain.name}</bdi>
        </b>
      </legend>
      {all.map((one, at) => (
        <div key={one.url} class="line">
          {at > 0 && (
            <Button
              look="icon-button small"
              testId={`endpoint-up-${chain.chainId}-${at}`}
              aria-label={t('endpointFirst', { name: name(one.url) })}
              title={t('endpointFirst', { name: name(one.url) })}
              onPress={() =>
                save([...all.slice(0, at - 1), one, ...all.slice(at - 1, at), ...all.slice(at + 1)])
              }
            >
              <Drawing path="M10 15.5v-11M5.5 9 10 4.5 14.5 9" />
            </Button>
          )}
          <Switch
            label={<bdi>{name(one.url)}</bdi>}
            testid={`endpoint-${chain.chainId}-${at}`}
            isOn={one.isOn}
            isDisabled={one.isOn && isLastUsed}
            onChange={(isOn) => save(all.with(at, { url: one.url, isOn }))}
          />
        </div>
      ))}
      {isLastUsed && <p class="faint">{t('endpointLast')}</p>}
    </fieldset>
  )
}
