import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type Clock, secondMs, type Timers } from '../base/time.ts'
import { type PastQuoteRequest, pastRequestOf } from '../history/past-quote-request.ts'
import type { OrderView } from '../order/order-view.ts'
import { withOption } from '../service/quote-request.ts'
import type { Token } from '../service/token.ts'
import { createBalancesModel } from './balances-model.ts'
import { createDraftModel } from './draft-model.ts'
import { createImagesModel } from './images-model.ts'
import { createOrdersModel, createProposalsModel } from './orders-model.ts'
import { createRecentPairs } from './own-tokens.ts'
import type { ProposalModel } from './proposal-model.ts'
import type { Screen } from './screen.ts'
import { createScreenModel, type ReviewOf } from './screen-model.ts'
import { createAccessModel, createStartModel } from './start-model.ts'
import { createSwapModel } from './swap-model.ts'
import type { TextStorage, ViewPorts } from './view-ports.ts'

export type AppModel = ReturnType<typeof createAppModel>

/** Creates all models of one view, wired to one client; what only a later screen needs is loaded with that screen. */
export function createAppModel(ports: ViewPorts & { readonly hash: string; version(): string }) {
  const { client } = ports
  const screens = createScreenModel(ports)
  const start = createStartModel(ports)
  // What a site proposes is not the user's own draft: it is gone with the view.
  const isForProposal = screens.screen.peek().name === 'proposal'
  const draft = createDraftModel(isForProposal ? { storage: forgetful } : ports)
  const balances = createBalancesModel(ports)
  const orders = createOrdersModel(ports)
  const proposals = createProposalsModel(ports)
  /** The proposal that the form is about while its screen is shown. */
  const proposedId = signal<string | null>(null)
  /** The proposal that became an order in this view. */
  const confirmedId = signal<string | null>(null)
  const nowMs = createTicker(ports)
  const recentPairs = createRecentPairs(ports.storage)
  const formProposal = (): string | null =>
    screens.screen.peek().name === 'proposal' ? proposedId.peek() : null
  let proposal: Promise<ProposalModel> | null = null
  const isHeld = computed(
    () => !isForm(screens.screen.value) || screens.sheet.value !== null || orders.asksWallet.value,
  )
  const swap = createSwapModel({ ...ports, start, draft, balances, isHeld })

  const stopTaking = effect(() => {
    const running = start.view.value?.running
    if (running !== undefined) untracked(() => orders.take(running))
  })
  const stopListening = client.subscribe(
    (push) => {
      const before = start.account.value?.address
      start.onPush(push)
      // What was reviewed was for another account.
      const isOther = push.kind === 'account' && before !== push.account?.address
      if (isOther && screens.screen.value.name === 'review') screens.back()
      orders.onPush(push)
      proposals.onPush(push)
      if (push.kind === 'order') balances.spoil()
      // Those that stayed are still running.
      if (push.kind === 'wiped') void start.load()
    },
    () => {
      void start.load()
      void proposals.load().catch(start.failed)
      const shown = screens.screen.value
      if (shown.name === 'order') void orders.read(shown.orderId).catch(start.failed)
    },
  )
  void start.load()
  const stopAsking = effect(() => {
    if (start.isFresh.value) untracked(() => void proposals.load().catch(start.failed))
  })
  const stopRetrying = effect(() => {
    if (ports.isOnline.value && ports.isVisible.value && start.problem.peek() !== null) {
      untracked(() => void start.load())
    }
  })

  return {
    ...screens,
    start,
    access: createAccessModel({ ...ports, start }),
    swap,
    recentPairs,
    orders,
    proposals,
    /** The proposal that the form on screen is about; null for the user's own. */
    formProposal,
    openProposals: ports.openProposals,
    balances,
    nowMs,
    images: createImagesModel(ports),
    isOnline: ports.isOnline,
    version: ports.version,
    /** Everything the store still gives, as the text of a file. */
    rescue: async () => (await client.send('rescue', null)).text,
    unreadable: () => client.send('unreadable', null),
    /** Makes the models of the screens that come later, each with its own code. */
    create: {
      async review(of: ReviewOf) {
        const { createReviewModel } = await import('./review-model.ts')
        return createReviewModel({
          ...ports,
          start,
          of,
          quotes: swap.quotes,
          renewed: (next) => (next === null ? screens.back() : screens.replace({ name: 'review', ...next })),
          confirmed(orderId) {
            recentPairs.put(draft.input.value, draft.output.value)
            draft.clear()
            if (of.swapId !== undefined) confirmedId.value = of.swapId
            screens.replace({ name: 'order', orderId })
          },
        })
      },
      async order(orderId: string) {
        const { createOrderModel } = await import('./order-model.ts')
        return createOrderModel({ ...ports, orders, orderId })
      },
      async allowances() {
        const { createAllowancesModel } = await import('./settings-models.ts')
        return createAllowancesModel({ client, order: (orderId) => this.order(orderId) })
      },
      async history() {
        const { createHistoryModel } = await import('./history-model.ts')
        return createHistoryModel({ ...ports, account: start.account })
      },
      async wipe(wiped: () => void) {
        const { createWipeModel } = await import('./settings-models.ts')
        return createWipeModel({
          client,
          wiped() {
            draft.clear()
            recentPairs.clear()
            wiped()
          },
        })
      },
      async experience() {
        const { createExperienceModel } = await import('./experience-model.ts')
        return createExperienceModel({ client, quote: swap.quotes.quote })
      },
      async wallets() {
        const { createWalletsModel } = await import('./wallets-model.ts')
        return createWalletsModel({
          ...ports,
          start,
          swapId: formProposal(),
        })
      },
      async about() {
        const { createAboutModel } = await import('./settings-models.ts')
        return createAboutModel(ports)
      },
      async places() {
        const { createPlacesModel } = await import('./settings-models.ts')
        return createPlacesModel(await ports.places())
      },
      async advanced() {
        const { createAdvancedModel } = await import('./advanced-model.ts')
        return createAdvancedModel({ client, draft, receiver: swap.receiver, account: start.account })
      },
      /** One for the life of the view: what was shown before a review is shown after it. */
      proposal() {
        proposal ??= import('./proposal-model.ts').then(({ createProposalModel }) =>
          createProposalModel({ ...ports, proposals, draft, proposedId, confirmedId }),
        )
        return proposal
      },
      async sites() {
        const { createSitesModel } = await import('./settings-models.ts')
        return createSitesModel(ports)
      },
      async picker(side: 'input' | 'output') {
        const { createPickerModel } = await import('./picker-model.ts')
        return createPickerModel({ ...ports, side, start, balances })
      },
    },
    pickToken(side: 'input' | 'output', token: Token): void {
      draft.pick(side, token)
      screens.closeSheet()
    },
    /** A line of the history that is no order. */
    readEntry: (key: string) => client.send('historyEntry', { key }),
    /** Fills the form with a swap of the past and shows it; its quote is a new one. */
    doAgain(past: PastQuoteRequest): void {
      draft.fill(past)
      screens.go({ name: 'home' })
    },
    /** The same swap as a transaction through the inbox, for an account whose signature counts for nothing. */
    async sendInstead(order: OrderView, stop: () => Promise<void>): Promise<void> {
      await stop()
      const past = pastRequestOf(order.reviewed)
      draft.fill({ ...past, options: withOption(past.options, 'useInbox', true) })
      screens.go({ name: 'home' })
    },
    /** Starts over at the form. */
    newSwap(): void {
      screens.go({ name: 'home' })
    },
    dispose(): void {
      stopListening()
      stopTaking()
      stopAsking()
      stopRetrying()
      swap.dispose()
      draft.dispose()
    },
  }
}

const forgetful: TextStorage = { read: () => null, write: () => undefined }

/** The screens that hold the form, and so a living quote. */
function isForm(screen: Screen): boolean {
  return screen.name === 'home' || screen.name === 'proposal'
}

/** Creates the time as a signal that moves once a second, only while somebody looks at it. */
function createTicker({ clock, timers }: { clock: Clock; timers: Timers }): ReadonlySignal<number> {
  let stop: (() => void) | null = null
  const nowMs = signal(clock.nowMs(), {
    watched() {
      nowMs.value = clock.nowMs()
      tick()
    },
    unwatched() {
      stop?.()
      stop = null
    },
  })
  function tick(): void {
    stop = timers.after(secondMs - (clock.nowMs() % secondMs), () => {
      nowMs.value = clock.nowMs()
      tick()
    })
  }
  return nowMs
}
