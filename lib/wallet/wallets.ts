import { Problem } from '../base/problem.ts'
import type { Wait } from '../base/time.ts'
import type { ExtensionConnector } from './connectors/extension-connector.ts'
import type { LoopbackConnector } from './connectors/loopback-connector.ts'
import type { PageFound } from './connectors/page-calls.ts'
import type { PageConnector } from './connectors/page-connector.ts'
import type { DetectedWallet, PickedTab, WalletChoice, WalletRead, WalletRef, WalletRequest } from './port.ts'

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

  function connectorOf(wallet: WalletRef | null) {
    if (wallet === null && pageUrl === null) throw new Problem('walletNone')
    return connectors[wallet?.connector ?? 'page']
  }

  /** Wallets announced in the wallet page. A closed page, or one without wallets, is offered as `closed`. */
  async function findInPage(): Promise<readonly Offer[]> {
    if (pageUrl === null) return []
    const found = await page.find()
    if (found.length > 0) return found.map(offerOf)
    const { origin, host } = new URL(pageUrl)
    return [{ connector: 'page', id: null, name: host, origin, iconUrl: null, state: 'closed' }]
  }

  const inTime = <Found>(search: Promise<readonly Found[]>, waitMs: number): Promise<readonly Found[]> =>
    Promise.race([search, wait(waitMs).then(() => [])])

  return {
    /**
     * Resolves once the request is queued, never with the answer (`sendInTurn`). Rejects with a `Problem` when no request
     * could be sent.
     */
    request: async (request: WalletRequest) => connectorOf(request.wallet).request(request),
    /** The wallet's answer, unchecked; null when it refuses, is not there, or does not answer in time. */
    read: async (read: WalletRead) => connectorOf(read.wallet).read(read),
    /** Brings the wallet's page to the front; false when there is none. */
    show: async (wallet: WalletRef | null) => connectorOf(wallet).show(wallet),
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
      const others = [...extensions, ...programs].map(({ wallet, state }) => ({ ...wallet, state }))
      return markLastUsed([...others, ...pages], last)
    },
    /** Wallets that are connected with this tab's own site and answer within `waitMs`. Prompts no wallet. */
    async findConnected(tab: PickedTab, last: WalletChoice | null, waitMs: number) {
      const found = await inTime(page.findConnected(tab), waitMs)
      const offers = found.map((one) => ({ ...offerOf(one), tab }))
      return markLastUsed(offers, last)
    },
    closeForbidden: loopback.closeForbidden,
    async choose({ tab }: WalletChoice) {
      if (tab !== undefined) await page.pick(tab)
    },
    /** Null for the only one on the wallet page. Throws `walletNone` for a wallet that is not offered. */
    refOf({ connector, id, tab }: WalletChoice): WalletRef | null {
      const isInPage = connector === 'page' || tab !== undefined
      const url = tab?.origin ?? pageUrl
      if (isInPage && url !== null && id !== null) return pageRef(url, id)
      if (isInPage && url !== null && tab === undefined) return null
      const found = isInPage || id === null ? null : connectors[connector].refOf(id)
      if (found === null) throw new Problem('walletNone')
      return found
    },
    follow(wallet: WalletRef | null) {
      for (const connector of ['extension', 'loopback', 'page'] as const)
        connectors[connector].follow(wallet?.connector === connector ? wallet : null)
    },
    /** Disconnects a wallet, and ends its permission where the wallet supports that. */
    forget: async (wallet: WalletRef) => connectorOf(wallet).forget(wallet),
  }
}

/** The wallet's answer brings its name and icon. */
function pageRef(url: string, rdns: string): WalletRef {
  const { origin, host } = new URL(url)
  return { connector: 'page', id: rdns, name: host, origin, iconUrl: null }
}

type Offer = Omit<DetectedWallet, 'isLastUsed'>

function offerOf({ wallet, isDuplicate }: PageFound): Offer {
  return { ...wallet, state: isDuplicate ? 'double' : 'there' }
}

/** Marks the last choice and moves it to the front. */
function markLastUsed(offers: readonly Offer[], last: WalletChoice | null): readonly DetectedWallet[] {
  const marked = offers.map((offer) => ({
    ...offer,
    isLastUsed:
      offer.connector === last?.connector &&
      offer.tab?.origin === last.tab?.origin &&
      (offer.id === last.id || offer.state === 'closed'),
  }))
  return marked.toSorted((a, b) => Number(b.isLastUsed) - Number(a.isLastUsed))
}
