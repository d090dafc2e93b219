import { matchPattern } from '../../lib/deployment/deployment.ts'
import type { Deployment } from '../../lib/deployment/schema.ts'
import type { OrderStore } from '../../lib/order/order-store.ts'
import { browser } from '../../lib/platform/browser.ts'
import { wait } from '../../lib/platform/timers.ts'
import { createSideOpener, windowSize } from '../../lib/platform/view-places.ts'
import { originRule } from '../../lib/service/client.ts'
import type { KeyValueArea } from '../../lib/storage/local.ts'
import type { Settings } from '../../lib/storage/settings-shape.ts'
import { createExtensionConnector } from '../../lib/wallet/connectors/extension-connector.ts'
import { createLoopbackConnector } from '../../lib/wallet/connectors/loopback-connector.ts'
import { createPageConnector } from '../../lib/wallet/connectors/page-connector.ts'
import type { Ledger } from '../../lib/wallet/ledger.ts'
import type { WalletAnswer, WalletEvent } from '../../lib/wallet/port.ts'
import { createWalletRequests, type RequestPorts } from '../../lib/wallet/requests.ts'
import { createWallets } from '../../lib/wallet/wallets.ts'
import { clock, createHostAccess, type HostAccess } from './browser-rules.ts'
import { badgeText, type NoticeApi } from './notices.ts'

export function createWalletConnectors(
  deployment: Deployment,
  ledger: Ledger,
  background: Pick<RequestPorts, 'isNeeded' | 'claimSend' | 'onEnded'> & {
    readonly onAnswer: (answer: WalletAnswer) => Promise<void>
    readonly onEvent: (event: WalletEvent) => void
    readonly isSeen: () => boolean
  },
  storage: KeyValueArea,
  addedIds: () => readonly string[],
) {
  const { onAnswer, ...rules } = background
  const ports = { ...rules, storage, wait, newId: () => crypto.randomUUID() }
  const postponeStop = () => browser.runtime.getPlatformInfo()
  const requests = createWalletRequests(ledger, onAnswer, { ...ports, postponeStop })
  const ownOrigin = browser.runtime.getURL('').replace(/\/$/, '')
  const isFirefox = ownOrigin.startsWith('moz-extension:')
  const named = deployment.walletExtensions.flatMap(({ name, chromeIds, firefoxIds }) =>
    (isFirefox ? firefoxIds : chromeIds).map((id) => ({ id, name })),
  )
  const known = () => [
    ...named,
    ...addedIds()
      .filter((id) => named.every((one) => one.id !== id))
      .map((id) => ({ id, name: id })),
  ]
  const { walletPage } = deployment
  const page = createPageConnector(walletPage, ledger, requests, {
    ...ports,
    ownId: browser.runtime.id,
    tabs: browser.tabs,
    windows: browser.windows,
    clock,
    ownOrigin,
  })
  const wallet = createWallets(
    {
      extension: createExtensionConnector(known, requests, { ...ports, runtime: browser.runtime }),
      loopback: createLoopbackConnector(deployment.loopbackWallets, requests, {
        ...ports,
        origin: ownOrigin,
        open: (url) => new WebSocket(url),
        isAllowed: (endpoint) =>
          browser.permissions.contains({ origins: [matchPattern(endpoint, isFirefox)] }),
      }),
      page,
      pageUrl: walletPage,
    },
    wait,
  )
  return { wallet, page, isAnyOpen: requests.isAnyOpen }
}

/** Firefox needs a granted host for content scripts too; Chromium grants it on installation. */
export function browserAccess(deployment: Deployment): HostAccess {
  const { host_permissions: patterns } = browser.runtime.getManifest() as { host_permissions?: string[] }
  const isFirefox = browser.runtime.getURL('').startsWith('moz-extension:')
  const { walletPage } = deployment
  return createHostAccess({
    contains: (requested) => browser.permissions.contains(requested),
    isFirefox,
    networkPatterns: patterns ?? [],
    pagePatterns: isFirefox && walletPage !== null ? [matchPattern(walletPage, isFirefox)] : [],
  })
}

export function browserNotices(): NoticeApi {
  return {
    create: browser.notifications.create,
    clear: browser.notifications.clear,
    iconUrl: browser.runtime.getURL('icon/128.png'),
  }
}

/**
 * Adds the operator's origin to requests to the service, if the deployment file names one. The session rule
 * ends with the browser and is set at each start, so no package leaves a rule for the next.
 */
export async function setRequestOrigin(service: Deployment['service']): Promise<void> {
  const rule = originRule(service, new URL(browser.runtime.getURL('')).host)
  if (rule === null) return
  await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds: [rule.id], addRules: [rule] })
}

/** In a tab if the browser has no windows. Returns the ID of the window or tab. */
export async function openView(hash: string): Promise<number | null> {
  const url = browser.runtime.getURL(`popup.html${hash}`)
  // Firefox for Android has one window and no `windows` API.
  const windows: typeof browser.windows | undefined = browser.windows
  if (windows !== undefined) return (await windows.create({ url, type: 'popup', ...windowSize })).id ?? null
  return (await browser.tabs.create({ url })).id ?? null
}

/** Returns whether the browser shows notifications, as far as it reports that. Firefox has no such query. */
export async function canNotify(): Promise<boolean> {
  const notifications: typeof browser.notifications & { getPermissionLevel?: () => Promise<string> } =
    browser.notifications
  return (await notifications.getPermissionLevel?.()) !== 'denied'
}

/** The App's accent, loss and coral colors, each with a readable text color. */
const badgeColors = {
  running: { color: '#00627f', text: '#ffffff' },
  failed: { color: '#ad2424', text: '#ffffff' },
  needsUser: { color: '#e8512f', text: '#0b1d26' },
} as const
const newestCount = 50

/** Draws the toolbar badge from the stored orders. The browser loses it when it closes. */
export async function showBadge(
  orders: OrderStore,
  isBlocked: boolean,
  proposedCount: number,
): Promise<void> {
  const [open, newest] = [await orders.listOpen(), await orders.page(null, newestCount)]
  const { text, tone } = badgeText(open, newest, isBlocked, proposedCount)
  const { color, text: letters } = badgeColors[tone]
  await browser.action.setBadgeText({ text })
  await browser.action.setBadgeBackgroundColor({ color })
  await browser.action.setBadgeTextColor({ color: letters })
}

/** Without a popup page, the browser reports each click. */
export async function configureToolbar({ opensIn }: Settings): Promise<void> {
  const popup = browser.runtime.getManifest().action?.default_popup ?? ''
  const isAtSide = opensIn === 'side' && createSideOpener(browser, 0) !== null
  await browser.action.setPopup({ popup: isAtSide ? '' : popup })
}
