import { Problem } from '../base/problem.ts'
import type { Wait } from '../base/time.ts'
import type { ExtensionConnector } from './connectors/extension-connector.ts'
import type { LoopbackConnector } from './connectors/loopback-connector.ts'
import type { FoundInTab, PageConnector } from './connectors/page-connector.ts'
import type {
  DetectedWallet,
  PickedTab,
  Wallet,
  WalletChoice,
  WalletRead,
  WalletRef,
  WalletRequest,
} from './port.ts'

/** All connectors to wallets; `pageUrl` is null where the deployment names no wallet page. */
export interface Connectors {
  readonly extension: ExtensionConnector
  readonly loopback: LoopbackConnector
  readonly page: PageConnector
  readonly pageUrl: string | null
}

export type Wallets = ReturnType<typeof createWallets>

export function createWallets(connectors: Connectors, wait: Wait) {
  const { extension, loopback, page, pageUrl } = connectors
  const followers = [extension, loopback]

  function connectorOf(wallet: WalletRef | null): Wallet {
    if (wallet?.connector === 'extension') return extension
    if (wallet?.connector === 'loopback') return loopback
    if (wallet === null && pageUrl === null) throw new Problem('walletNone')
    return page
  }

  return {
    request: async (request: WalletRequest) => connectorOf(request.wallet).request(request),
    read: async (read: WalletRead) => connectorOf(read.wallet).read(read),
    show: async (wallet: WalletRef | null) => connectorOf(wallet).show(wallet),
    ...createSearch(connectors, wait),
    closeForbidden: loopback.closeForbidden,
    async choose({ tab }: WalletChoice) {
      if (tab !== undefined) await page.pick(tab)
    },
    /** Null for the only one on the wallet page. Throws `walletNone` for a wallet that is not offered. */
    refOf({ connector, id, tab }: WalletChoice) {
      if (tab !== undefined) return tabRef(tab, id)
      if (connector === 'page') return pageRef(pageUrl, id)
      const found = id === null ? null : (connector === 'extension' ? extension : loopback).refOf(id)
      if (found === null) throw new Problem('walletNone')
      return found
    },
    follow(wallet: WalletRef | null) {
      // The page itself follows the wallet that answered last.
      for (const follower of followers) follower.follow(null)
      if (wallet?.connector === 'extension') extension.follow(wallet)
      if (wallet?.connector === 'loopback') loopback.follow(wallet)
    },
    /** Disconnects a wallet, and ends its permission where the wallet supports that. */
    async forget(wallet: WalletRef) {
      if (wallet.connector === 'extension') await extension.forget(wallet)
      else if (wallet.connector === 'loopback') await loopback.forget(wallet)
      else await page.forget()
    },
  }
}

function createSearch({ extension, loopback, page, pageUrl }: Connectors, wait: Wait) {
  /** Wallets announced in the wallet page. A closed page, or one without wallets, is offered as `closed`. */
  async function findInPage(): Promise<readonly Omit<DetectedWallet, 'isLastUsed'>[]> {
    if (pageUrl === null) return []
    const found = await page.find()
    const { origin, host } = new URL(pageUrl)
    if (found.length === 0) {
      return [{ connector: 'page', id: null, name: host, origin, iconUrl: null, state: 'closed' }]
    }
    return found.map(({ wallet, isDuplicate }) => ({ ...wallet, state: isDuplicate ? 'double' : 'there' }))
  }

  const inTime = <Found>(search: Promise<readonly Found[]>, waitMs: number): Promise<readonly Found[]> =>
    Promise.race([search, wait(waitMs).then(() => [])])

  return {
    /**
     * Wallets that answer within `waitMs`, the last choice first; a sleeping one appears in a later search. Prompts no
     * wallet.
     */
    async find(last: WalletChoice | null, waitMs: number): Promise<readonly DetectedWallet[]> {
      const [extensions, programs, pages] = await Promise.all([
        extension.find(waitMs),
        inTime(loopback.find(), waitMs),
        inTime(findInPage(), waitMs),
      ])
      const found = [
        ...[...extensions, ...programs].map(({ wallet, state }) => ({ ...wallet, state })),
        ...pages,
      ]
      const offers = found.map((offer) => ({
        ...offer,
        isLastUsed:
          last?.tab === undefined &&
          offer.connector === last?.connector &&
          (offer.id === last.id || offer.state === 'closed'),
      }))
      return offers.toSorted((a, b) => Number(b.isLastUsed) - Number(a.isLastUsed))
    },
    /** Wallets that are connected with this tab's own site and answer within `waitMs`. Prompts no wallet. */
    findConnected: async (tab: PickedTab, last: WalletChoice | null, waitMs: number) =>
      tabOffers(await inTime(page.findConnected(tab), waitMs), last),
  }
}

function tabOffers(found: readonly FoundInTab[], last: WalletChoice | null): readonly DetectedWallet[] {
  const offers = found.map(({ wallet, isDuplicate, tabId }) => ({
    ...wallet,
    tab: { tabId, origin: wallet.origin },
    state: isDuplicate ? ('double' as const) : ('there' as const),
    isLastUsed: last?.tab?.origin === wallet.origin && last.id === wallet.id,
  }))
  return offers.toSorted((a, b) => Number(b.isLastUsed) - Number(a.isLastUsed))
}

function tabRef({ origin }: PickedTab, rdns: string | null): WalletRef {
  if (rdns === null) throw new Problem('walletNone')
  return { connector: 'page', id: rdns, name: new URL(origin).host, origin, iconUrl: null }
}

/** The wallet's answer brings its name and icon. */
function pageRef(pageUrl: string | null, rdns: string | null): WalletRef | null {
  if (pageUrl === null) throw new Problem('walletNone')
  const { origin, host } = new URL(pageUrl)
  return rdns === null ? null : { connector: 'page', id: rdns, name: host, origin, iconUrl: null }
}
