import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { createAdvancedModel } from '../lib/models/advanced-model.ts'
import type { AppModel } from '../lib/models/app-model.ts'
import { createExperienceModel } from '../lib/models/experience-model.ts'
import { followForm } from '../lib/models/follow-form.ts'
import { createPickerModel } from '../lib/models/picker-model.ts'
import { createReviewModel } from '../lib/models/review-model.ts'
import type { Screen } from '../lib/models/screen.ts'
import type { OpenSheet } from '../lib/models/screen-model.ts'
import { AdvancedSheet, OptionChips } from './home/AdvancedSheet.tsx'
import { Balance } from './home/Balance.tsx'
import { DepositScreen } from './home/DepositScreen.tsx'
import { isStepOpen, performStep, stepText } from './home/form-steps.ts'
import { GasOffer } from './home/GasOffer.tsx'
import { KeptForGas } from './home/KeptForGas.tsx'
import { QuoteSlot } from './home/QuoteSlot.tsx'
import { HomeLists, isFirstRun, isPopup, LazyOwnTokens, UnderQuote } from './home/UnderQuote.tsx'
import { Welcome } from './home/Welcome.tsx'
import { AppNotices, noticeTitles } from './parts/AppNotices.tsx'
import { aboutAmountOf } from './parts/amount-text.ts'
import { Lazy, type LoadedView } from './parts/Lazy.tsx'
import { useRestoreFocus } from './parts/restore-focus.ts'
import { runTransition } from './parts/screen-transition.ts'
import { useShortcuts } from './parts/shortcuts.ts'
import { ReviewScreen } from './review/ReviewScreen.tsx'
import { RouteColumn, RouteSheet } from './routes/RouteSheet.tsx'
import { TokenPicker } from './tokens/TokenPicker.tsx'

/*
 * Everything that the form's first picture does not need. `LazyScreen.tsx` loads this file after that picture. It has the
 * code of a swap up to its review, and loads the code of the other screens, sheets and parts when it is needed.
 */

const settingsModels = () => import('../lib/models/settings-models.ts')

/** Each with the model that it needs. */
const code = {
  order: () => Promise.all([import('./order/OrderScreen.tsx'), import('../lib/models/order-model.ts')]),
  history: () =>
    Promise.all([import('./history/HistoryScreen.tsx'), import('../lib/models/history-model.ts')]),
  past: () => import('./history/ServiceRequestScreen.tsx'),
  settings: () => import('./settings/SettingsScreen.tsx'),
  allowances: () => Promise.all([import('./settings/AllowancesScreen.tsx'), settingsModels()]),
  proposal: () =>
    Promise.all([import('./sites/ProposalScreen.tsx'), import('../lib/models/proposal-model.ts')]),
  account: () => import('./wallet/AccountSheet.tsx'),
  wallets: () => Promise.all([import('./wallet/WalletSheet.tsx'), import('../lib/models/wallets-model.ts')]),
  sideButton: () => Promise.all([import('./settings/PlaceSetting.tsx'), settingsModels()]),
  shortcuts: () => import('./parts/ShortcutSheet.tsx'),
}

export type CodeName = keyof typeof code

/** Loads a screen's code early. A failure is ignored here: the real load fails again and shows it. */
export function preloadCode(name: CodeName): void {
  code[name]().catch(() => undefined)
}

/** Loads any screen except home with its model. `form` is the swap form that a proposal fills in. */
export async function loadScreen(
  app: AppModel,
  screen: Exclude<Screen, { name: 'home' }>,
  form: () => ComponentChildren,
): Promise<LoadedView> {
  switch (screen.name) {
    case 'review': {
      const { name: _name, ...of } = screen
      const model = createReviewModel(app, of)
      return { view: () => <ReviewScreen app={app} model={model} />, dispose: model.dispose }
    }
    case 'deposit': {
      const model = createAdvancedModel(app)
      return { view: () => <DepositScreen app={app} model={model} step={screen.step} /> }
    }
    case 'order': {
      const [{ OrderScreen }, { createOrderModel }] = await code.order()
      const model = createOrderModel(app, screen.orderId)
      return { view: () => <OrderScreen app={app} model={model} />, dispose: model.dispose }
    }
    case 'history':
      return loadHistory(app, false)
    // A request that Ferry did not make, by its key in the history.
    case 'past': {
      const { key } = screen
      const [{ ServiceRequestScreen }, past] = await Promise.all([
        code.past(),
        app.client.send('historyEntry', { key }),
      ])
      return { view: () => <ServiceRequestScreen app={app} past={past} /> }
    }
    case 'proposal': {
      const [{ ProposalScreen }, { createProposalModel }] = await code.proposal()
      const model = createProposalModel(app)
      return {
        view: () => <ProposalScreen app={app} model={model} form={form()} />,
        dispose: model.dispose,
      }
    }
    case 'allowances': {
      const [{ AllowancesScreen }, { createAllowancesModel }] = await code.allowances()
      const model = createAllowancesModel(app)
      return { view: () => <AllowancesScreen app={app} model={model} />, dispose: model.dispose }
    }
    // The list of settings, or one page of them. Each creates its own models.
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
      const [{ WalletSheet }, { createWalletsModel }] = await code.wallets()
      const model = createWalletsModel(app)
      const isPageOpen = sheet.isPageOpen === true
      return {
        view: () => <WalletSheet app={app} model={model} isPageOpen={isPageOpen} />,
        dispose: model.dispose,
      }
    }
    case 'routes': {
      const past = createExperienceModel(app.client, app.swap.quotes.quote)
      return { view: () => <RouteSheet app={app} experienceModel={past} />, dispose: past.dispose }
    }
    case 'shortcuts': {
      const { ShortcutSheet } = await code.shortcuts()
      return { view: () => <ShortcutSheet app={app} /> }
    }
    case 'advanced': {
      const model = createAdvancedModel(app)
      if (sheet.pays) model.payByDeposit()
      return { view: () => <AdvancedSheet app={app} model={model} /> }
    }
    case 'tokens': {
      const model = createPickerModel(app, sheet.side)
      return { view: () => <TokenPicker app={app} model={model} />, dispose: model.dispose }
    }
  }
}

async function loadHistory(app: AppModel, isSideColumn: boolean): Promise<LoadedView> {
  const [{ HistoryScreen }, { createHistoryModel }] = await code.history()
  const model = createHistoryModel(app)
  return {
    view: () => <HistoryScreen app={app} model={model} isSideColumn={isSideColumn} />,
    dispose: model.dispose,
  }
}

const laterScreens = ['order', 'history', 'settings', 'account'] as const

/**
 * Listens to the single keys and to the focus on the form, and announces changes of orders. The form's screen has its amount
 * field in place of a title.
 */
function Unseen({ app }: { app: AppModel }) {
  useShortcuts(app)
  useEffect(() => {
    // Wait until the first screen is painted and idle: it has priority.
    const waiting = setTimeout(() => laterScreens.forEach(preloadCode), 400)
    return () => clearTimeout(waiting)
  }, [])
  useRestoreFocus(
    () => document.querySelector('.stage'),
    () => (app.screen.peek().name === 'home' ? document.getElementById('amount') : null),
  )
  if (app.orders.byId.value.size === 0) return null
  return (
    <Lazy
      load={async () => {
        const { OrderAnnouncements } = await import('./history/HistoryList.tsx')
        return { view: () => <OrderAnnouncements app={app} /> }
      }}
    />
  )
}

/** The quote, or the reason why there is none. */
function Quote({ app }: { app: AppModel }) {
  return (
    <>
      <OptionChips app={app} />
      <QuoteSlot app={app} />
    </>
  )
}

/** The side panel button in the form's header. */
function LazySideButton({ app }: { app: AppModel }) {
  return (
    <Lazy
      placeholder={<span class="icon-button" />}
      load={async () => {
        const [[{ SideButton }, { createPlacesModel }], all] = await Promise.all([
          code.sideButton(),
          app.places(),
        ])
        const places = createPlacesModel(all)
        return { view: () => <SideButton app={app} places={places} /> }
      }}
    />
  )
}

/** The second column of a wide view. */
function SecondPane({ app, isHome }: { app: AppModel; isHome: boolean }) {
  if (isHome && isFirstRun(app)) return <Welcome app={app} />
  if (isHome && (app.swap.quotes.quote.value?.routes.length ?? 0) > 0)
    return (
      // The key keeps Preact from taking it for the history below, which has the same place.
      <Lazy
        key="routes"
        load={async () => {
          const past = createExperienceModel(app.client, app.swap.quotes.quote)
          return { view: () => <RouteColumn app={app} experienceModel={past} />, dispose: past.dispose }
        }}
      />
    )
  return (
    <>
      {isHome && app.start.account.value !== null && <LazyOwnTokens app={app} />}
      <Lazy load={() => loadHistory(app, true)} />
    </>
  )
}

/** What the form and its frame do later than in their first picture. */
export const later = {
  aboutAmountOf,
  followForm,
  isPopup,
  isStepOpen,
  noticeTitles,
  performStep,
  runTransition,
  stepText,
  AppNotices,
  Balance,
  GasOffer,
  HomeLists,
  KeptForGas,
  LazySideButton,
  Quote,
  SecondPane,
  UnderQuote,
  Unseen,
}
