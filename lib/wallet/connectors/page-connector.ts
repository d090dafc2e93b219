import { isAddress } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { type PickedTab, type Wallet, type WalletListeners, type WalletRef, walletMethods } from '../port.ts'
import { checkPageMessage, type PageCalls, type PageFound, pageCalls } from './page-calls.ts'
import { createPageFront } from './page-front.ts'
import { type PageRequests, pageRequests } from './page-requests.ts'
import {
  openPageMemory,
  type PageMemory,
  type PagePorts,
  type PageSender,
  type PageTab,
  pageTab,
} from './page-tab.ts'
import { walletEvent } from './prepare-wallet.ts'

const goneCheckWaitMs = 300
const readWaitMs = 3_000

export interface FoundInTab extends PageFound {
  readonly tabId: number
}

/** The wallet page with its connected wallet, or a wallet in a tab of another site that the user picked. */
export interface PageConnector extends Wallet {
  /** Wallets in the wallet page, if that is open; opens no page and prompts no wallet. */
  find(): Promise<readonly PageFound[]>
  /** Wallets that show an account to this tab's site. Prompts no wallet. */
  findConnected(tab: PickedTab): Promise<readonly FoundInTab[]>
  /** From now on reaches wallets of this site in this tab, while it shows that site. */
  pick(tab: PickedTab): Promise<void>
  forget(): Promise<void>
  /** Handles a relay's message; undefined for one that it does not expect from this sender. */
  onMessage(message: unknown, sender: PageSender): Promise<true | undefined>
  /** A relay's port closed: all its requests are answered, or its document has closed. */
  onPortClosed(tabId: number): void
}

export interface PageListeners extends WalletListeners {
  onFronted(requestId: string): void
}

interface Opened {
  readonly memory: PageMemory
  readonly tab: PageTab
  readonly calls: PageCalls
  readonly requests: PageRequests
}

/**
 * Reaches an EIP-6963 wallet through the deployment's wallet page (null without one), or through the tab that the user
 * picked, by the wallet's `origin`. Another site that has since opened in that tab gets no requests, and its messages are
 * ignored. Each prompt is one call. The page executes it one time per id and stores the answer, so that it outlives the
 * worker: the answer wakes the next worker, which repeats the steps and receives the stored answers. Where the page of a
 * request is gone the answer is `lost`, or `unreached` if the method itself was not sent yet.
 */
export function createPageConnector(
  walletPage: string | null,
  listeners: PageListeners,
  ports: PagePorts,
): PageConnector {
  const own = walletPage === null ? null : new URL(walletPage)
  const page = own === null ? null : own.origin + own.pathname
  const opened = open()

  async function open(): Promise<Opened> {
    const memory = await openPageMemory(ports.storage)
    const tab = pageTab(walletPage, memory, ports)
    const calls = pageCalls(tab.send, ports)
    const front = createPageFront(memory, tab, ports, listeners.onFronted)
    const requests = pageRequests(memory, tab, calls, { ...ports, isElsewhere, front }, listeners)
    return { memory, tab, calls, requests }
  }

  function isElsewhere(wallet: WalletRef | null): wallet is WalletRef {
    return wallet !== null && wallet.origin !== own?.origin
  }

  async function onMessage(said: unknown, { id, frameId, url, tab }: PageSender): Promise<true | undefined> {
    const tabId = tab?.id
    if (id !== ports.ownId || frameId !== 0 || tabId === undefined) return undefined
    const shown = url === undefined ? null : URL.parse(url)
    const message = shown === null ? null : checkPageMessage(said, shown.origin)
    if (shown === null || message === null) return undefined
    const { origin, pathname } = shown
    const isOwn = origin + pathname === page
    const { memory, calls, requests } = await opened
    // Calls are matched by their own id; every tab may be requested to list its wallets.
    if (calls.onMessage(message, tabId)) return true
    const isKnown = isOwn || memory.isPicked({ tabId, origin })
    if (message.kind === 'said') {
      if (!isOwn && memory.find(message.id)?.tabId !== tabId) return undefined
      // Another site opened in the tab during the request: its answer does not count.
      await (isKnown ? requests.onOutcome(message.id, message.outcome) : requests.giveUp(message.id))
      return true
    }
    if (!isKnown) return undefined
    if (message.kind === 'hello' && isOwn) {
      await memory.setTab(tabId)
      void requests.check(tabId)
      // A wallet that refuses gives no events.
      resumeFollowing(tabId).catch(() => undefined)
    } else if (message.kind === 'event') {
      const { event } = message
      if (event.kind === 'chain') requests.chainChanged(event.wallet.id)
      if (event.wallet.id === memory.watched()) listeners.onEvent(event)
    }
    return true
  }

  /** After a reload: subscribes to the connected wallet again and reports values that may have changed. Never prompts. */
  async function resumeFollowing(tabId: number): Promise<void> {
    const { memory, calls } = await opened
    const rdns = memory.watched()
    const found = rdns === null ? 'noWallet' : await calls.find(tabId, rdns)
    if (typeof found === 'string') return
    const { uuid, wallet } = found
    for (const [name, method] of followedReads) {
      const said = await calls.call(tabId, 'ask', { id: ports.newId(), uuid, method, params: [] })
      const event = said.kind === 'result' ? walletEvent(wallet, name, said.result) : null
      // No account is no change here: a wallet may still be locked, or may have forgotten the page. The next request finds
      // out.
      const isNone = event?.kind === 'accounts' && event.accounts.length === 0
      if (event !== null && !isNone) listeners.onEvent(event)
    }
  }

  /** The pages of earlier requests may have closed while the worker was stopped. */
  async function checkAll({ memory, requests }: Opened): Promise<void> {
    requests.resume()
    const tabIds = new Set(memory.waiting().map((each) => each.tabId))
    await Promise.all([...tabIds].map(requests.check))
  }
  // Memory that cannot be opened rejects each request instead.
  void opened.then(checkAll, () => undefined)

  return {
    async request(request) {
      const { method, wallet } = request
      if (!walletMethods.includes(method)) throw new Problem('walletUnsupported', { facts: { method } })
      const { tab, requests } = await opened
      await requests.request(request, () =>
        (isElsewhere(wallet) ? tab.reachOf(wallet.origin) : tab.reach()).catch((cause) => {
          throw new Problem('walletGone', { cause })
        }),
      )
    },
    async read({ wallet, method, params, waitMs = readWaitMs }) {
      const { memory, calls } = await opened
      const tabId = isElsewhere(wallet) ? memory.tabOf(wallet.origin) : memory.tabId()
      if (tabId === null) return null
      async function read(tab: number): Promise<unknown> {
        const found = await calls.find(tab, wallet.id)
        if (typeof found === 'string' || found.wallet.origin !== wallet.origin) return null
        const { uuid } = found
        const said = await calls.call(tab, 'read', { id: ports.newId(), uuid, method, params })
        return said.kind === 'result' ? said.result : null
      }
      return Promise.race([read(tabId).catch(() => null), ports.wait(waitMs).then(() => null)])
    },
    show: async (wallet) => (await opened).tab.show(isElsewhere(wallet) ? wallet.origin : null),
    async find() {
      const { memory, calls } = await opened
      const tabId = memory.tabId()
      return tabId === null ? [] : calls.list(tabId).catch(() => [])
    },
    async findConnected({ tabId, origin }) {
      const { calls } = await opened
      const isConnected = async ({ uuid }: PageFound): Promise<boolean> => {
        const call = { id: ports.newId(), uuid, method: 'eth_accounts', params: [] }
        // A wallet that refuses, or does not answer in time, is not connected.
        const said = calls.call(tabId, 'read', call).catch(() => null)
        const outcome = await Promise.race([said, ports.wait(readWaitMs).then(() => null)])
        return outcome?.kind === 'result' && Array.isArray(outcome.result) && outcome.result.some(isAddress)
      }
      const all = await calls.list(tabId).catch(() => [])
      const there = all.filter(({ wallet }) => wallet.origin === origin && isElsewhere(wallet))
      const found = await Promise.all(
        there.map(async (one) => ((await isConnected(one)) ? [{ ...one, tabId }] : [])),
      )
      return found.flat()
    },
    pick: async (tab) => (await opened).memory.pick(tab),
    forget: async () => (await opened).memory.watch(null),
    onMessage,
    onPortClosed(tabId) {
      void ports.wait(goneCheckWaitMs).then(async () => (await opened).requests.check(tabId))
    },
  }
}

const followedReads = [
  ['chainChanged', 'eth_chainId'],
  ['accountsChanged', 'eth_accounts'],
] as const
