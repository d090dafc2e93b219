import { signal } from '@preact/signals'
import type { Token } from '../service/token.ts'
import type { Account } from '../wallet/port.ts'
import { createBalancesModel } from './balances-model.ts'
import { createDraftModel } from './draft-model.ts'
import { createImagesModel } from './images-model.ts'
import { createLifetime, createTicker } from './lifetime.ts'
import { createOrdersModel, createProposalsModel } from './orders-model.ts'
import { createRecentPairs } from './recents.ts'
import { createScreenModel } from './screen-model.ts'
import { createAccessModel, createStartModel } from './start-model.ts'
import { createSwapModel } from './swap-model.ts'
import type { TextStorage, ViewPorts } from './view-ports.ts'

export type AppModel = ReturnType<typeof createAppModel>

/**
 * Creates the models that the whole of one view shares. A later screen creates its own from this one, and its code is loaded
 * with it.
 */
export function createAppModel(ports: ViewPorts) {
  const { client } = ports
  const life = createLifetime()
  const screens = createScreenModel(ports)
  const start = createStartModel(ports)
  /** Whether a site fills this view's form. No other screen makes the form the user's own. */
  const isSiteForm = signal(screens.screen.peek().name === 'proposal')
  // A site's proposal is not the user's own draft, so it is not stored.
  const draft = createDraftModel(isSiteForm.peek() ? { storage: nullStorage } : ports)
  const balances = createBalancesModel(ports, start, life)
  const orders = createOrdersModel(ports)
  const proposals = createProposalsModel(ports)
  /**
   * The newly selected account, after its switch closed an open review; null before that, and after the user dismisses the
   * notice.
   */
  const reviewLeft = signal<{ readonly account: Account | null } | null>(null)
  const swap = createSwapModel(ports, start, draft, balances)
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
    ...ports,
    ...screens,
    start,
    access: createAccessModel(ports, start),
    swap,
    recentPairs: createRecentPairs(ports.storage),
    orders,
    proposals,
    reviewLeft,
    openNormalWindow: () => ports.openNormalWindow().catch(start.failed),
    balances,
    nowMs: createTicker(ports),
    images: createImagesModel(ports),
    pickToken(side: 'input' | 'output', token: Token): void {
      draft.pick(side, token)
      screens.closeSheet()
    },
    isSiteForm,
    /** Closes something with this view. */
    own: life.own,
    dispose: life.dispose,
  }
}

const nullStorage: TextStorage = { read: () => null, write: () => undefined }
