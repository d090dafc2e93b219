import type { ComponentChildren } from 'preact'
import type { AppModel } from '../lib/models/app-model.ts'
import type { Screen } from '../lib/models/screen.ts'
import type { OpenSheet } from '../lib/models/screen-model.ts'
import type { LoadedView } from './parts/Lazy.tsx'

/*
 * Everything that the form's first picture does not need. `LazyScreen.tsx` loads this file after that picture, and this file
 * loads the code and the models of each screen, sheet and part.
 */

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
  ownTokens: () => import('./tokens/OwnTokens.tsx'),
  account: () => import('./wallet/AccountSheet.tsx'),
  accountNotices: () => import('./wallet/AccountNotices.tsx'),
  notices: () => import('./parts/AccessNotice.tsx'),
  wallets: () => import('./wallet/WalletSheet.tsx'),
  routes: () => import('./routes/RouteSheet.tsx'),
  advanced: () => import('./home/AdvancedSheet.tsx'),
  welcome: () => import('./home/Welcome.tsx'),
  deposit: () => import('./home/DepositScreen.tsx'),
  sideButton: () => import('./settings/PlaceSetting.tsx'),
  gasOffer: () => import('./home/GasOffer.tsx'),
  quote: () => import('./home/QuoteSlot.tsx'),
  shortcuts: () => import('./parts/ShortcutSheet.tsx'),
  pushedProblem: () => import('./parts/PushedProblem.tsx'),
}

export type CodeName = keyof typeof code

/** Loads a screen's code early. A failure is ignored here: the real load fails again and shows it. */
export function preloadCode(name: CodeName): void {
  code[name]().catch(() => undefined)
}

/** Loads any screen except home, with its model. `form` is the swap form that a proposal fills in. */
export async function loadScreen(
  app: AppModel,
  screen: Exclude<Screen, { name: 'home' }>,
  form: () => ComponentChildren,
): Promise<LoadedView> {
  switch (screen.name) {
    case 'review': {
      const { name: _name, ...of } = screen
      const [{ ReviewScreen }, model] = await Promise.all([code.review(), app.create.review(of)])
      return { view: () => <ReviewScreen app={app} model={model} />, dispose: model.dispose }
    }
    case 'deposit': {
      const [{ DepositScreen }, model] = await Promise.all([code.deposit(), app.create.advanced()])
      return { view: () => <DepositScreen app={app} model={model} step={screen.step} /> }
    }
    case 'order': {
      const [{ OrderScreen }, model] = await Promise.all([code.order(), app.create.order(screen.orderId)])
      return { view: () => <OrderScreen app={app} model={model} />, dispose: model.dispose }
    }
    case 'history':
      return loadHistory(app, false)
    // A request that Ferry did not make, by its key in the history.
    case 'past': {
      const [{ ServiceRequestScreen }, past] = await Promise.all([code.past(), app.readEntry(screen.key)])
      return { view: () => <ServiceRequestScreen app={app} past={past} /> }
    }
    case 'proposal': {
      const [{ ProposalScreen }, model] = await Promise.all([code.proposal(), app.create.proposal()])
      return { view: () => <ProposalScreen app={app} model={model} form={form()} /> }
    }
    case 'allowances': {
      const [{ AllowancesScreen }, model] = await Promise.all([code.allowances(), app.create.allowances()])
      return { view: () => <AllowancesScreen app={app} model={model} />, dispose: model.dispose }
    }
    // The list of settings, or one page of them. Each loads its own models.
    case 'settings': {
      const { SettingsScreen } = await code.settings()
      return { view: () => <SettingsScreen app={app} page={screen.page} /> }
    }
  }
}

export async function loadSheet(app: AppModel, sheet: Exclude<OpenSheet, null>): Promise<LoadedView> {
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
    case 'shortcuts': {
      const { ShortcutSheet } = await code.shortcuts()
      return { view: () => <ShortcutSheet app={app} /> }
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

async function loadHistory(app: AppModel, isSideColumn: boolean): Promise<LoadedView> {
  const [{ HistoryScreen }, model] = await Promise.all([code.history(), app.create.history()])
  return {
    view: () => <HistoryScreen app={app} model={model} isSideColumn={isSideColumn} />,
    dispose: model.dispose,
  }
}

export type PartName = keyof typeof parts

/** Parts of the form and of the App's frame. */
const parts = {
  /** The notice above every screen while host access is missing. */
  async access(app) {
    const { AccessNotice } = await code.notices()
    return { view: () => <AccessNotice app={app} /> }
  },
  /** The notice above every screen while the storage fails. */
  async storage(app) {
    const { StorageNotice } = await code.notices()
    return { view: () => <StorageNotice app={app} /> }
  },
  async accountNotices(app) {
    const { AccountOffer, ReviewClosedNotice } = await code.accountNotices()
    return {
      view: () => (
        <>
          <AccountOffer app={app} />
          <ReviewClosedNotice app={app} />
        </>
      ),
    }
  },
  async announcements(app) {
    const { OrderAnnouncements } = await code.running()
    return { view: () => <OrderAnnouncements app={app} /> }
  },
  /** The offer of gas on the destination, below the amount that arrives. */
  async gasOffer(app) {
    const { GasOffer } = await code.gasOffer()
    return { view: () => <GasOffer app={app} /> }
  },
  historyColumn: (app) => loadHistory(app, true),
  async options(app) {
    const { OptionChips } = await code.advanced()
    return { view: () => <OptionChips app={app} /> }
  },
  /** The held tokens of the greatest value, near the form. */
  async ownTokens(app) {
    const [{ OwnTokens }, model] = await Promise.all([code.ownTokens(), app.create.ownTokens()])
    return { view: () => <OwnTokens app={app} model={model} />, dispose: model.dispose }
  },
  async pushedProblem(app) {
    const { PushedProblem } = await code.pushedProblem()
    return { view: () => <PushedProblem app={app} /> }
  },
  /** The quote, or the reason why there is none. */
  async quote(app) {
    const { QuoteSlot } = await code.quote()
    return { view: () => <QuoteSlot app={app} /> }
  },
  /** The notice above every screen while the background does not answer. */
  async restart(app) {
    const { RestartNotice } = await code.notices()
    return { view: () => <RestartNotice app={app} /> }
  },
  /** The routes next to the form in a wide view. */
  async routeColumn(app) {
    const [{ RouteColumn }, past] = await Promise.all([code.routes(), app.create.experience()])
    return { view: () => <RouteColumn app={app} experienceModel={past} />, dispose: past.dispose }
  },
  async running(app) {
    const { RunningStrip } = await code.running()
    return { view: () => <RunningStrip app={app} /> }
  },
  /** The side panel button in the form's header. */
  async sideButton(app) {
    const [{ SideButton }, places] = await Promise.all([code.sideButton(), app.create.places()])
    return { view: () => <SideButton app={app} places={places} /> }
  },
  async welcome(app) {
    const { Welcome } = await code.welcome()
    return { view: () => <Welcome app={app} /> }
  },
} satisfies { readonly [name: string]: (app: AppModel) => Promise<LoadedView> }

export function loadPart(app: AppModel, name: PartName): Promise<LoadedView> {
  return parts[name](app)
}
