import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type PastQuoteRequest, quoteRequestOfOrder } from '../history/past-quote-request.ts'
import type { OrderView } from '../order/order-view.ts'
import { withOption } from '../service/quote-request.ts'
import type { Token } from '../service/token.ts'
import type { Account } from '../wallet/port.ts'
import { createBalancesModel } from './balances-model.ts'
import { createDraftModel } from './draft-model.ts'
import type { StoredValues } from './held-tokens.ts'
import { createImagesModel } from './images-model.ts'
import { createLifetime, createTicker } from './lifetime.ts'
import { createOrdersModel, createProposalsModel } from './orders-model.ts'
import type { ProposalModel } from './proposal-model.ts'
import { createRecentPairs } from './recents.ts'
import type { Screen } from './screen.ts'
import { createReviewOpener, createScreenModel, type ReviewOf } from './screen-model.ts'
import { createAccessModel, createStartModel } from './start-model.ts'
import { createSwapModel } from './swap-model.ts'
import { localKeys, readLocal, type TextStorage, type ViewPorts, writeLocal } from './view-ports.ts'

export type AppModel = ReturnType<typeof createAppModel>

/** Creates all models of one view with one client. The code of a later screen is loaded with that screen. */
export function createAppModel(ports: ViewPorts & { readonly hash: string; version(): string }) {
  const { client } = ports
  const life = createLifetime()
  const screens = createScreenModel(ports)
  const start = createStartModel(ports)
  // A site's proposal is not the user's own draft, so it is not stored.
  const isForProposal = screens.screen.peek().name === 'proposal'
  const draft = createDraftModel(isForProposal ? { storage: nullStorage } : ports)
  const balances = createBalancesModel(ports)
  const orders = createOrdersModel(ports)
  const proposals = createProposalsModel(ports)
  const proposedId = signal<string | null>(null)
  const confirmedId = signal<string | null>(null)
  const nowMs = createTicker(ports)
  /**
   * The newly selected account, after its switch closed an open review; null before that, and after the user dismisses the
   * notice.
   */
  const reviewLeft = signal<{ readonly account: Account | null } | null>(null)
  const recentPairs = createRecentPairs(ports.storage)
  const forgetValues = () => writeLocal(ports.storage, localKeys.values, null)
  const formProposal = (): string | null =>
    screens.screen.peek().name === 'proposal' ? proposedId.peek() : null
  const settings = () => import('./settings-models.ts')
  const order = lazyModel(
    () => import('./order-model.ts'),
    (code, orderId: string) => code.createOrderModel({ ...ports, orders, orderId }),
  )
  const newProposal = lazyModel(
    () => import('./proposal-model.ts'),
    (code) => code.createProposalModel({ ...ports, proposals, draft, proposedId, confirmedId }),
  )
  let proposal: Promise<ProposalModel> | null = null
  const isHeld = computed(
    () => !isForm(screens.screen.value) || screens.sheet.value !== null || orders.hasWalletRequest.value,
  )
  const swap = createSwapModel({ ...ports, start, draft, balances, isHeld })

  const reviewOpener = createReviewOpener(life, { screens, start, swap, formProposal })

  life.own(swap.dispose)
  life.own(draft.dispose)

  life.watch(
    () => start.view.value?.running,
    (running) => running !== undefined && orders.take(running),
  )
  life.own(
    client.subscribe(
      (push) => {
        const before = start.account.value?.address
        start.onPush(push)
        // The review was for another account.
        const isOther = push.kind === 'account' && before !== push.account?.address
        if (isOther && screens.screen.value.name === 'review') {
          screens.back()
          reviewLeft.value = { account: push.account }
        } else if (isOther) reviewLeft.value = null
        if (push.kind === 'account' && push.problem?.code === 'walletSeveral') {
          start.accountProblem.value = null
          screens.openSheet({ name: 'wallets', isPageOpen: true })
        }
        orders.onPush(push)
        proposals.onPush(push)
        if (push.kind === 'order') balances.invalidate()
        // Orders that stayed are still running.
        if (push.kind === 'wiped') void start.load()
      },
      () => {
        void start.load()
        void proposals.load().catch(start.failed)
        const shown = screens.screen.value
        if (shown.name === 'order') void orders.read(shown.orderId).catch(start.failed)
      },
    ),
  )
  life.watch(
    () => start.view.value?.account,
    (account) => {
      const stored = readLocal<StoredValues>(ports.storage, localKeys.values)
      if (account !== undefined && stored !== null && stored.owner !== account?.address) forgetValues()
    },
  )
  void start.load()
  life.watch(
    () => start.isFresh.value,
    (isFresh) => void (isFresh && proposals.load().catch(start.failed)),
  )
  life.watch(
    () => ports.isOnline.value && ports.isVisible.value,
    (isBack) => void (isBack && start.problem.value !== null && start.load()),
  )

  return {
    ...screens,
    start,
    access: createAccessModel({ ...ports, start }),
    swap,
    recentPairs,
    orders,
    proposals,
    formProposal,
    reviewLeft: reviewLeft as ReadonlySignal<{ readonly account: Account | null } | null>,
    dismissReviewLeft(): void {
      reviewLeft.value = null
    },
    openProposals: ports.openProposals,
    restart: ports.restart,
    openNormalWindow: () => ports.openNormalWindow().catch(start.failed),
    balances,
    nowMs,
    images: createImagesModel(ports),
    isOnline: ports.isOnline,
    version: ports.version,
    /** All readable rows of the store, as the text of a file. */
    rescue: async () => (await client.send('rescue', null)).text,
    unreadable: () => client.send('unreadable', null),
    create: {
      review: lazyModel(
        () => import('./review-model.ts'),
        ({ createReviewModel }, of: ReviewOf) =>
          createReviewModel({
            ...ports,
            start,
            of,
            quotes: swap.quotes,
            onRenewed: (next) =>
              next === null ? screens.back() : screens.replace({ name: 'review', ...next }),
            onConfirmed(orderId) {
              recentPairs.put(draft.input.value, draft.output.value)
              draft.clear()
              if (of.swapId !== undefined) confirmedId.value = of.swapId
              screens.replace({ name: 'order', orderId })
            },
          }),
      ),
      order,
      allowances: lazyModel(settings, (code) =>
        code.createAllowancesModel({ ...ports, start, balances, order }),
      ),
      about: lazyModel(settings, (code) => code.createAboutModel(ports)),
      notices: lazyModel(settings, (code) => code.createNoticesModel(ports)),
      places: lazyModel(settings, async (code) => code.createPlacesModel(await ports.places())),
      sites: lazyModel(settings, (code) => code.createSitesModel(ports)),
      wipe: lazyModel(settings, (code) =>
        code.createWipeModel({
          client,
          wiped() {
            draft.clear()
            recentPairs.clear()
            forgetValues()
          },
        }),
      ),
      history: lazyModel(
        () => import('./history-model.ts'),
        (code) => code.createHistoryModel({ ...ports, account: start.account }),
      ),
      experience: lazyModel(
        () => import('./experience-model.ts'),
        (code) => code.createExperienceModel({ client, quote: swap.quotes.quote }),
      ),
      wallets: lazyModel(
        () => import('./wallets-model.ts'),
        (code) => code.createWalletsModel({ ...ports, start, swapId: formProposal() }),
      ),
      advanced: lazyModel(
        () => import('./advanced-model.ts'),
        (code) =>
          code.createAdvancedModel({
            client,
            draft,
            receiver: swap.receiver,
            account: start.account,
            formOf: start.formOf,
          }),
      ),
      recipients: lazyModel(
        () => import('./recipients-model.ts'),
        (code) => code.createRecipientsModel({ client, start, draft, destination: swap.destination }),
      ),
      ownTokens: lazyModel(
        () => import('./own-tokens-model.ts'),
        (code) => code.createOwnTokensModel({ ...ports, start, balances }),
      ),
      /** One model for the life of the view: the proposal displayed before a review is displayed after it. */
      proposal: () => (proposal ??= newProposal()),
      picker: lazyModel(
        () => import('./picker-model.ts'),
        (code, side: 'input' | 'output') => code.createPickerModel({ ...ports, side, start, balances }),
      ),
    },
    pickToken(side: 'input' | 'output', token: Token): void {
      draft.pick(side, token)
      screens.closeSheet()
    },
    readEntry: (key: string) => client.send('historyEntry', { key }),
    review(): void {
      reviewLeft.value = null
      reviewOpener.open()
    },
    repeatSwap(past: PastQuoteRequest): void {
      draft.fill(past)
      screens.go({ name: 'home' })
      reviewOpener.openWhenReady()
    },
    /** Prepares the same swap as an inbox transaction, for an account whose signature is not valid. */
    async sendInstead(order: OrderView, stop: () => Promise<void>): Promise<void> {
      await stop()
      const past = quoteRequestOfOrder(order.reviewed)
      draft.fill({ ...past, options: withOption(past.options, 'useInbox', true) })
      screens.go({ name: 'home' })
    },
    newSwap(): void {
      screens.go({ name: 'home' })
    },
    dispose: life.dispose,
  }
}

function lazyModel<Code, Args extends readonly unknown[], Model>(
  load: () => Promise<Code>,
  make: (code: Code, ...args: Args) => Model | Promise<Model>,
) {
  return async (...args: Args): Promise<Model> => make(await load(), ...args)
}

const nullStorage: TextStorage = { read: () => null, write: () => undefined }

/** The screens that have the form, and so a live quote. */
function isForm(screen: Screen): boolean {
  return screen.name === 'home' || screen.name === 'deposit' || screen.name === 'proposal'
}
