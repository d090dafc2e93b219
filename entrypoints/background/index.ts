import { defineBackground } from 'wxt/utils/define-background'
import { t } from '../../components/parts/text.ts'
import type { Address } from '../../lib/base/hex.ts'
import { isObject } from '../../lib/base/object.ts'
import { Problem, toProblemData } from '../../lib/base/problem.ts'
import { requireChain } from '../../lib/deployment/deployment.ts'
import { historyHandlers } from '../../lib/history/history-messages.ts'
import { isOrder } from '../../lib/order/order.ts'
import { orderHandlers } from '../../lib/order/order-messages.ts'
import { addChainParameter } from '../../lib/order/wallet-request.ts'
import { browser } from '../../lib/platform/browser.ts'
import { openSideView } from '../../lib/platform/view-places.ts'
import { quoteHandlers } from '../../lib/quote/quote-messages.ts'
import { reviewHandlers } from '../../lib/review/review-messages.ts'
import { appHandlers } from '../../lib/rpc/messages.ts'
import { serveViews, type ViewHandlers } from '../../lib/rpc/rpc-server.ts'
import { requireDurable } from '../../lib/storage/database.ts'
import { storageHandlers } from '../../lib/storage/rescue.ts'
import { addTokenParameter } from '../../lib/tokens/configure-token.ts'
import { tokenHandlers } from '../../lib/tokens/token-messages.ts'
import { accountHandlers } from '../../lib/wallet/account-messages.ts'
import { pageChannel } from '../../lib/wallet/connectors/page-protocol.ts'
import type { PageSender } from '../../lib/wallet/connectors/page-tab.ts'
import { browserNotices, canNotify, openView } from './browser-ports.ts'
import { tickAlarm } from './browser-rules.ts'
import { type Background, composeBackground } from './compose.ts'
import { proposalNotice, readOrderId, showTestNotice } from './notices.ts'

/**
 * Registers every listener before the first await. Each listener then waits for the graph, which reads the
 * deployment file (R7).
 */
export default defineBackground(() => {
  const views = serveViews(browser.runtime, {
    handlers: async () => (await ready).handlers,
    // A view opened: read the wallet's changes since the last view closed.
    onViewCountChange: (count) => {
      runOnGraph(({ accounts }) => accounts.resume())
      // The last view closed: a waiting update no longer interrupts anything.
      if (count === 0) runOnGraph(({ updates }) => updates.installIfIdle())
    },
  })
  const ready = composeBackground(views).then((graph) => ({ graph, handlers: viewHandlers(graph) }))

  browser.runtime.onMessage.addListener((message: unknown, sender: PageSender) =>
    isObject(message) && message.channel === pageChannel
      ? ready.then(({ graph }) => graph.pages.onMessage(message, sender))
      : undefined,
  )
  browser.runtime.onConnect.addListener((port) => {
    if (port.name === pageChannel) runOnGraph(async ({ pages }) => pages.onConnect(port))
  })
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === tickAlarm) reconcile()
  })
  browser.notifications.onClicked.addListener((notificationId) => {
    const orderId = readOrderId(notificationId)
    if (orderId !== null) void openView(`#/order/${orderId}`)
    else if (notificationId === proposalNotice) runOnGraph(({ pages }) => pages.open())
  })
  const accessChanged = () => runOnGraph((graph) => graph.accessChanged())
  browser.permissions.onAdded.addListener(accessChanged)
  browser.permissions.onRemoved.addListener(accessChanged)
  // Listening makes the browser start the background: Firefox forgets alarms between sessions.
  browser.runtime.onStartup.addListener(() => undefined)
  // The popup is off if the person chose the side panel. It must open within the click, or no browser opens it.
  browser.action.onClicked.addListener(({ windowId }) => {
    openSideView(browser, windowId, () => openView('')).catch(failed)
  })
  browser.runtime.onInstalled.addListener((details) =>
    runOnGraph(({ updates }) => updates.installed(details)),
  )
  // Handled, so that an update does not interrupt a swap.
  browser.runtime.onUpdateAvailable.addListener(({ version }) =>
    runOnGraph(({ updates }) => updates.available(version)),
  )

  function failed(thrown: unknown): void {
    views.push({ kind: 'problem', problem: toProblemData(thrown) })
  }

  function runOnGraph(work: (graph: Background) => Promise<void>): void {
    ready.then(({ graph }) => work(graph)).catch(failed)
  }
  const reconcile = (): void => runOnGraph((graph) => graph.reconcile())
  reconcile()
})

function viewHandlers(background: Background): ViewHandlers {
  const { account, items, pages, storage } = background
  const ports = {
    ...background,
    isOrder,
    version: browser.runtime.getManifest().version,
    areas: { local: browser.storage.local, items },
    proposals: pages.proposals,
    canNotify,
    showTestNotice: () => showTestNotice(browserNotices(), background.deployment),
    requireDurable: () => requireDurable(storage),
    chainNameWithId: (name: string, chainId: number) => t('chainNameWithId', { name, id: String(chainId) }),
    addChainParameter: (chainId: number) => addChainParameter(requireChain(background.deployment, chainId)),
    addTokenParameter: (chainId: number, address: Address) =>
      addTokenParameter(background.deployment, background.chain, { chainId, address }),
    async knownAddress() {
      const known = await account.get()
      if (known === null) throw new Problem('walletNotConnected')
      return known.address
    },
  }
  return {
    ...appHandlers(ports),
    ...accountHandlers(ports),
    ...tokenHandlers(ports),
    ...quoteHandlers(ports),
    ...reviewHandlers(ports),
    ...orderHandlers(ports),
    ...historyHandlers(ports),
    ...pages.handlers,
    ...storageHandlers(ports),
  }
}
