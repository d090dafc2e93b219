import type { ComponentChildren } from 'preact'
import type { AppModel } from '../lib/models/app-model.ts'
import type { Screen, SettingsPageName } from '../lib/models/screen.ts'
import type { OpenSheet } from '../lib/models/screen-model.ts'
import { Lazy, type LoadedView } from './parts/Lazy.tsx'

const code = {
  review: () => import('./review/ReviewScreen.tsx'),
  order: () => import('./order/OrderScreen.tsx'),
  history: () => import('./history/HistoryScreen.tsx'),
  running: () => import('./history/HistoryList.tsx'),
  past: () => import('./history/ServiceRequestScreen.tsx'),
  settings: () => import('./settings/SettingsScreen.tsx'),
  allowances: () => import('./settings/AllowancesScreen.tsx'),
  proposal: () => import('./sites/ProposalScreen.tsx'),
  tokens: () => import('./tokens/TokenPicker.tsx'),
  account: () => import('./wallet/AccountSheet.tsx'),
  accountNotices: () => import('./wallet/AccountNotices.tsx'),
  access: () => import('./parts/AccessNotice.tsx'),
  storage: () => import('./parts/AccessNotice.tsx'),
  wallets: () => import('./wallet/WalletSheet.tsx'),
  routes: () => import('./routes/RouteSheet.tsx'),
  advanced: () => import('./home/AdvancedSheet.tsx'),
  slippage: () => import('./home/SlippageField.tsx'),
  welcome: () => import('./home/Welcome.tsx'),
  deposit: () => import('./home/DepositScreen.tsx'),
  sideButton: () => import('./settings/PlaceSetting.tsx'),
}

/** Loads a screen's code early. A failure is ignored here: the real load fails again and shows it. */
export function preload(name: keyof typeof code): void {
  code[name]().catch(() => undefined)
}

/** Returns any screen except home, with its model. `form` is the swap form that a proposal fills in. */
export function screenView(
  app: AppModel,
  screen: Exclude<Screen, { name: 'home' }>,
  form: () => ComponentChildren,
) {
  const whole = (key: string, load: () => Promise<LoadedView>) => (
    <Lazy key={key} placeholder={<div class="screen" />} load={load} />
  )
  switch (screen.name) {
    case 'review':
      return whole(`review ${screen.quoteKey} ${screen.routeKey} ${screen.pay}`, () =>
        reviewScreen(app, screen),
      )
    case 'deposit':
      return whole(`deposit ${screen.step}`, () => depositScreen(app, screen.step))
    case 'order':
      return whole(`order ${screen.orderId}`, () => orderScreen(app, screen.orderId))
    case 'history':
      return whole('history', () => loadHistory(app, false))
    case 'past':
      return whole(`past ${screen.key}`, () => serviceRequestScreen(app, screen.key))
    case 'proposal':
      return whole('proposal', () => proposalScreen(app, form))
    case 'allowances':
      return whole('allowances', () => allowancesScreen(app))
    case 'settings':
      return whole(`settings ${screen.page}`, () => settingsScreen(app, screen.page))
  }
}

async function reviewScreen(app: AppModel, { name: _name, ...of }: Extract<Screen, { name: 'review' }>) {
  const [{ ReviewScreen }, model] = await Promise.all([code.review(), app.create.review(of)])
  return { view: () => <ReviewScreen app={app} model={model} />, dispose: model.dispose }
}

async function depositScreen(app: AppModel, step: 1 | 2) {
  const [{ DepositScreen }, model] = await Promise.all([code.deposit(), app.create.advanced()])
  return { view: () => <DepositScreen app={app} model={model} step={step} /> }
}

async function orderScreen(app: AppModel, orderId: string) {
  const [{ OrderScreen }, model] = await Promise.all([code.order(), app.create.order(orderId)])
  return { view: () => <OrderScreen app={app} model={model} />, dispose: model.dispose }
}

/** Loads a request that Ferry did not make, by its key in the history. */
async function serviceRequestScreen(app: AppModel, key: string) {
  const [{ ServiceRequestScreen }, past] = await Promise.all([code.past(), app.readEntry(key)])
  return { view: () => <ServiceRequestScreen app={app} past={past} /> }
}

async function proposalScreen(app: AppModel, form: () => ComponentChildren) {
  const [{ ProposalScreen }, model] = await Promise.all([code.proposal(), app.create.proposal()])
  return { view: () => <ProposalScreen app={app} model={model} form={form()} /> }
}

async function allowancesScreen(app: AppModel) {
  const [{ AllowancesScreen }, model] = await Promise.all([code.allowances(), app.create.allowances()])
  return { view: () => <AllowancesScreen app={app} model={model} />, dispose: model.dispose }
}

/** Loads the list of settings, or one settings page. Each loads its own models. */
async function settingsScreen(app: AppModel, page?: SettingsPageName) {
  const { SettingsScreen } = await code.settings()
  return { view: () => <SettingsScreen app={app} page={page} /> }
}

function lazyPart(key: string, load: () => Promise<LoadedView['view']>, placeholder?: ComponentChildren) {
  return <Lazy key={key} placeholder={placeholder} load={async () => ({ view: await load() })} />
}

/** The notice above every screen while host access is missing. */
export function accessView(app: AppModel) {
  return lazyPart('access', async () => {
    const { AccessNotice } = await code.access()
    return () => <AccessNotice access={app.access} />
  })
}

export function accountNoticesView(app: AppModel) {
  return lazyPart('accountNotices', async () => {
    const { AccountOffer, ReviewClosedNotice: ReviewLeft } = await code.accountNotices()
    return () => (
      <>
        <AccountOffer app={app} />
        <ReviewLeft app={app} />
      </>
    )
  })
}

export function slippageView(app: AppModel) {
  return lazyPart('slippage', async () => {
    const { SlippageField } = await code.slippage()
    return () => <SlippageField app={app} />
  })
}

export function slippageHintView(app: AppModel) {
  return lazyPart('slippageHint', async () => {
    const { SlippageHint } = await code.slippage()
    return () => {
      const quote = app.swap.quotes.quote.value
      return quote === null ? null : <SlippageHint app={app} quote={quote} />
    }
  })
}

export function noRouteView(app: AppModel, otherMethods: ComponentChildren) {
  return lazyPart('noRoute', async () => {
    const { NoRoute } = await code.routes()
    return () => <NoRoute app={app}>{otherMethods}</NoRoute>
  })
}

/** The notice above every screen while the storage fails. */
export function storageView(app: AppModel) {
  return lazyPart('storage', async () => {
    const { StorageNotice } = await code.storage()
    return () => <StorageNotice app={app} />
  })
}

export function optionsView(app: AppModel) {
  return lazyPart('options', async () => {
    const { OptionChips } = await code.advanced()
    return () => <OptionChips app={app} />
  })
}

export function runningView(app: AppModel) {
  const load = async () => {
    const { RunningStrip } = await code.running()
    return () => <RunningStrip app={app} />
  }
  return lazyPart('running', load, <div class="grow" />)
}

export function announcementsView(app: AppModel) {
  return lazyPart('news', async () => {
    const { OrderAnnouncements } = await code.running()
    return () => <OrderAnnouncements app={app} />
  })
}

export function welcomeView(app: AppModel) {
  const load = async () => {
    const { Welcome } = await code.welcome()
    return () => <Welcome app={app} />
  }
  return lazyPart('welcome', load, <div class="grow" />)
}

/**
 * The side panel button in the form's header. Its space is reserved until Ferry knows whether the browser has a
 * side panel.
 */
export function sidePinView(app: AppModel) {
  return (
    <Lazy
      key="side"
      placeholder={<span class="icon-button" />}
      load={async () => {
        const [{ SideButton }, places] = await Promise.all([code.sideButton(), app.create.places()])
        return { view: () => <SideButton app={app} places={places} /> }
      }}
    />
  )
}

export function historyColumnView(app: AppModel) {
  return <Lazy key="side" load={() => loadHistory(app, true)} />
}

export function sheetView(app: AppModel, sheet: OpenSheet) {
  if (sheet === null) return null
  const key = JSON.stringify(sheet)
  return <Lazy key={key} load={() => loadSheet(app, sheet)} />
}

async function loadSheet(app: AppModel, sheet: Exclude<OpenSheet, null>): Promise<LoadedView> {
  switch (sheet.name) {
    case 'account': {
      const { AccountSheet } = await code.account()
      return { view: () => <AccountSheet app={app} /> }
    }
    case 'wallets': {
      const [{ WalletSheet }, model] = await Promise.all([code.wallets(), app.create.wallets()])
      const isPageOpen = sheet.isPageOpen === true
      return {
        view: () => <WalletSheet app={app} model={model} isPageOpen={isPageOpen} />,
        dispose: model.dispose,
      }
    }
    case 'routes': {
      const [{ RouteSheet }, past] = await Promise.all([code.routes(), app.create.experience()])
      return { view: () => <RouteSheet app={app} experienceModel={past} />, dispose: past.dispose }
    }
    case 'advanced': {
      const [{ AdvancedSheet }, model] = await Promise.all([code.advanced(), app.create.advanced()])
      if (sheet.pays) model.payByDeposit()
      return { view: () => <AdvancedSheet app={app} model={model} /> }
    }
    case 'tokens': {
      const [{ TokenPicker }, model] = await Promise.all([code.tokens(), app.create.picker(sheet.side)])
      return { view: () => <TokenPicker app={app} model={model} />, dispose: model.dispose }
    }
  }
}

async function loadHistory(app: AppModel, isSideColumn: boolean) {
  const [{ HistoryScreen }, model] = await Promise.all([code.history(), app.create.history()])
  return {
    view: () => <HistoryScreen app={app} model={model} isSideColumn={isSideColumn} />,
    dispose: model.dispose,
  }
}
