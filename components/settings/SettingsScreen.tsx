import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { SettingsPageName } from '../../lib/models/screen.ts'
import { createSitesModel } from '../../lib/models/settings-models.ts'
import type { Settings } from '../../lib/storage/settings-shape.ts'
import { Button } from '../parts/Button.tsx'
import { Segments } from '../parts/Chips.tsx'
import { slippageText } from '../parts/cost-text.ts'
import { Drawing } from '../parts/FormIcon.tsx'
import { Icon } from '../parts/Icon.tsx'
import { LabelledSection } from '../parts/LabelledSection.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { Switch } from '../parts/Switch.tsx'
import { t } from '../parts/text.ts'
import { pageTitles, SettingsPage } from './SettingsPage.tsx'

const drawings = {
  slippage: 'm5 15 10-10M6.5 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zm7 7a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  allowances: 'M10 3 4 5.5v4c0 3.5 2.5 6 6 7.5 3.5-1.5 6-4 6-7.5v-4zm-2.5 7 2 2 3.5-4',
  notifications: 'M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.5 1H4zM8.5 17h3',
  theme: 'M10 3.5a6.5 6.5 0 1 0 0 13zm0 0a6.5 6.5 0 0 1 0 13',
  balances:
    'M2.5 10C6 4.5 14 4.5 17.5 10 14 15.5 6 15.5 2.5 10zm7.5 2.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  place: 'M3.5 4.5h13v11h-13zm8 0v11',
  wallet: 'M3.5 6h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1zm0 0 9-2.5V6m1 5h.2',
  sites: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM3.5 10h13M10 3.5c4 4 4 9 0 13-4-4-4-9 0-13',
  endpoints: 'M4 4h12v5H4zm0 7h12v5H4zm2.8-4.5h.2m-.2 7h.2',
  data: 'M4 5.5c0-2.4 12-2.4 12 0v9c0 2.4-12 2.4-12 0zm0 0c0 2.4 12 2.4 12 0M4 10c0 2.4 12 2.4 12 0',
  shortcuts: 'M3 6h14v8H3zm3 2.5h.2m2.5 0h.2m2.5 0h.2m2.4 0h.2M6.5 11.5h7',
  about: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 9v4.5m0-7v.2',
} as const

const themes = ['system', 'light', 'dark'] as const

export function SettingsScreen({ app, page }: { app: AppModel; page: SettingsPageName | undefined }) {
  if (page !== undefined) return <SettingsPage app={app} page={page} />
  const { settings, account, problem } = app.start
  const wallet = account.value === null ? t('settingNone') : (account.value.wallet?.name ?? t('watching'))
  return (
    <div class="screen" data-testid="settings-screen">
      <ScreenHeader title={t('settings')} onBack={app.back} />
      <main class="scroll settings">
        {problem.value !== null && <ProblemNotice problem={problem.value} omitsMoney />}
        <Group id="swaps" title={t('settingsSwaps')}>
          <PageRow app={app} page="slippage" value={slippageText(settings.value.slippagePercent)} />
          <Row
            drawing="allowances"
            testid="open-allowances"
            title={t('allowances')}
            onOpen={() => app.go({ name: 'allowances' })}
          />
          <PageRow app={app} page="notifications" value={notificationsText(settings.value)} />
        </Group>
        <Group id="display" title={t('settingsDisplay')}>
          <li>
            <div class="row line wrap setting-row">
              <Drawing path={drawings.theme} />
              <span id="theme-label">{t('theme')}</span>
              <Segments
                labelledBy="theme-label"
                names={themes}
                chosen={settings.value.theme}
                testId="theme"
                toText={(name) => t(`theme_${name}`)}
                onChoose={(theme) => void app.start.saveSettings({ theme })}
              />
            </div>
          </li>
          <li>
            <div class="row line wrap setting-row">
              <Drawing path={drawings.balances} />
              <Switch
                label={t('hideBalances')}
                testid="hideBalances"
                isOn={settings.value.hiddenBalances}
                onChange={(hiddenBalances) => void app.start.saveSettings({ hiddenBalances })}
              />
            </div>
          </li>
          <PlaceRow app={app} />
          <Row
            drawing="shortcuts"
            testid="open-shortcuts"
            title={t('shortcuts')}
            onOpen={() => app.openSheet({ name: 'shortcuts' })}
          />
        </Group>
        <Group id="connections" title={t('settingsConnections')}>
          <PageRow app={app} page="wallet" value={wallet} />
          <SitesRow app={app} />
          <PageRow app={app} page="endpoints" />
        </Group>
        <Group id="ferry" title={t('name')}>
          <PageRow app={app} page="data" />
          <PageRow app={app} page="about" value={app.version()} />
        </Group>
      </main>
    </div>
  )
}

/** Rows under one title, which is also their label for screen readers. */
function Group({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <LabelledSection id={id} title={title} look="">
      <ul class="rows">{children}</ul>
    </LabelledSection>
  )
}

function Row({
  drawing,
  testid,
  title,
  value,
  onOpen,
}: {
  drawing: keyof typeof drawings
  testid: string
  title: string
  value?: string | undefined
  onOpen: () => void
}) {
  return (
    <li>
      <Button look="row line wrap setting-row" testId={testid} onPress={onOpen}>
        <Drawing path={drawings[drawing]} />
        <span>{title}</span> {value !== undefined && <bdi class="faint">{value}</bdi>}
        <Icon name="next" />
      </Button>
    </li>
  )
}

function PageRow({
  app,
  page,
  value,
}: {
  app: AppModel
  page: SettingsPageName
  value?: string | undefined
}) {
  return (
    <Row
      drawing={page}
      testid={`setting-${page}`}
      title={t(pageTitles[page])}
      value={value}
      onOpen={() => app.go({ name: 'settings', page })}
    />
  )
}

/** Opens the sites page. Shows which sites can see Ferry once that has been read. */
function SitesRow({ app }: { app: AppModel }) {
  const { sites } = useMemo(() => createSitesModel(app), [])
  const kind = sites.value?.kind
  return <PageRow app={app} page="sites" value={kind && t(`sites_${kind}`)} />
}

/** Opens the places page. Shows what the toolbar icon opens, if there is a choice. */
function PlaceRow({ app }: { app: AppModel }) {
  const hasSide = useSignal(false)
  useEffect(() => {
    app.places().then((places) => {
      hasSide.value = places.some(({ name }) => name === 'side')
    }, app.start.failed)
  }, [])
  const value = hasSide.value ? t(`place_${app.start.settings.value.opensIn}`) : undefined
  return <PageRow app={app} page="place" value={value} />
}

/** Returns the number of enabled notifications, if it is neither all nor none. */
function notificationsText({ notifyDone, notifyFailed, notifyRefunded, notifyLate }: Settings): string {
  const all = [notifyDone, notifyFailed, notifyRefunded, notifyLate]
  const count = all.filter(Boolean).length
  if (count === all.length) return t('settingOn')
  return count === 0 ? t('settingOff') : t('settingSome', { some: String(count), all: String(all.length) })
}
