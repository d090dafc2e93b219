import { resultInTime } from '../../base/concurrency.ts'
import { isAddress } from '../../base/hex.ts'
import { fieldsOf } from '../../base/object.ts'
import { Problem } from '../../base/problem.ts'
import { createRateLimit } from '../../base/rate-limit.ts'
import { Disconnected, Unreached } from '../connection-errors.ts'
import type { Ledger } from '../ledger.ts'
import type { PickedTab, WalletAnswer, WalletRead, WalletRef, WalletRequest } from '../port.ts'
import { walletEvent } from '../prepare-wallet.ts'
import type { Transport, WalletRequests, WalletSession } from '../requests.ts'
import { type PageFound, pageCalls } from './page-calls.ts'
import { createPageFront } from './page-front.ts'
import {
  type AnnouncedThere,
  type CallOutcome,
  type CheckedMessage,
  checkPageMessage,
} from './page-message.ts'
import {
  createWalletTabs,
  type PageInTab,
  type PagePorts,
  type PageSender,
  pageTab,
  readSender,
  silentAfterMs,
} from './page-tab.ts'

/** Most wallets in pages are extensions, whose windows need time to close. */
const windowCloseMs = 1_000
const goneCheckWaitMs = 300
const readWaitMs = 3_000

type PageAnswer = Extract<CheckedMessage, { kind: 'answer' }>

export type PageConnector = ReturnType<typeof createPageConnector>

/**
 * Reaches an EIP-6963 wallet through the deployment's wallet page (null without one), or through the tab that the user
 * picked, by the wallet's `origin`. Another site that has since opened in that tab gets no requests, and its messages are
 * ignored. Each prompt is one call. The page executes it one time per id and stores the answer, so that it outlives the
 * worker: the answer wakes the next worker, which repeats the steps and receives the stored answers. Where the page of a
 * request is gone the answer is `lost`, or `unreached` if the method itself was not sent yet.
 */
export function createPageConnector(
  walletPage: string | null,
  ledger: Ledger,
  requests: WalletRequests,
  ports: PagePorts,
) {
  const own = walletPage === null ? null : new URL(walletPage)
  const page = own === null ? null : own.origin + own.pathname
  const tabs = createWalletTabs(ports.storage)
  const tab = pageTab(tabs, ports)
  const calls = pageCalls(tab.send, ports)
  const front = createPageFront(ledger, tab, ports)
  const isWithinLimit = createRateLimit()

  function isElsewhere(wallet: WalletRef | null): wallet is WalletRef {
    return wallet !== null && wallet.origin !== own?.origin
  }

  /** The page through which Ferry reaches a wallet; null for the wallet page where the deployment has none. */
  const pageOf = (wallet: WalletRef | null): string | null => (isElsewhere(wallet) ? wallet.origin : page)

  /** Whether a call, or an open request of an earlier life of the worker, waits for this message of this tab. */
  async function isAwaited(received: unknown, tabId: number): Promise<boolean> {
    const { kind, id } = fieldsOf(received)
    if (typeof id !== 'string') return false
    if (calls.isAwaited(kind, id, tabId)) return true
    const entry = kind === 'request' ? await ledger.find(id) : undefined
    return entry?.tabId === tabId && entry.sentMs !== null && !entry.isAnswered
  }

  /** Handles a relay's message; undefined for one that it does not expect from this sender. */
  async function onMessage(received: unknown, sender: PageSender): Promise<true | undefined> {
    const from = readSender(sender, ports.ownId)
    if (from === null) return undefined
    const { tabId, origin, path } = from
    // A page can make its relay send any number of messages, and each may carry a picture. It may always answer.
    if (!(await isAwaited(received, tabId)) && !isWithinLimit(origin, ports.clock.nowMs())) return undefined
    const message = checkPageMessage(received, origin)
    if (message === null) return undefined
    const isOwn = origin + path === page
    const isKnown = isOwn || (await tabs.isPicked({ tabId, page: origin }))
    if (message.kind === 'answer') {
      const entry = await ledger.find(message.id)
      // The answer to a step. Without its worker it only wakes the next one, which repeats the step.
      if (entry === undefined) return calls.onMessage(message, tabId) || isOwn ? true : undefined
      // A page can answer only what it got.
      if (entry.tabId !== tabId || entry.sentMs === null || message.call !== 'request') return undefined
      if (isKnown) await passOnAnswer(message, tabId)
      // Another site opened in the tab during the request: its answer does not count.
      else await giveUp(message.id)
      return true
    }
    // Every tab may be requested to list its wallets.
    if (calls.onMessage(message, tabId)) return true
    if (!isKnown) return undefined
    if (message.kind === 'hello' && isOwn) {
      const place = { tabId, page: origin + path }
      await tabs.pick(place)
      check(tabId).catch(() => undefined)
      // A wallet that refuses gives no events.
      resumeFollowing(place).catch(() => undefined)
    } else if (message.kind === 'event') {
      const { event } = message
      if (event.kind === 'chain') requests.onChainChanged(event.wallet.id)
      if (event.wallet.id === (await tabs.followed())) ports.onEvent(event)
    }
    return true
  }

  /**
   * Passes on an answer to the method of a request: to the call of this worker, or of an earlier one. Resolves once
   * its order and the ledger are stored.
   */
  async function passOnAnswer(message: PageAnswer, tabId: number): Promise<void> {
    const { id: requestId, outcome } = message
    const settled = requests.isRunning(requestId) ? requests.waitUntilAnswered(requestId) : null
    if (calls.onMessage(message, tabId)) await settled
    else await requests.deliverAnswer(answerOf(requestId, outcome))
  }

  async function giveUp(requestId: string): Promise<void> {
    await requests.deliverAnswer({ requestId, kind: 'lost' })
    calls.cut(requestId)
  }

  /** Gives up the calls of a tab whose document does not know them. */
  async function check(tabId: number): Promise<void> {
    const unanswered = await ledger.listUnanswered()
    const earlier = unanswered.filter((one) => one.tabId === tabId && !requests.isRunning(one.requestId))
    const waiting = calls.waiting(tabId)
    if (earlier.length === 0 && waiting.length === 0) return
    const known = (await tab.fetchKnownIds(tabId)) ?? []
    for (const id of waiting) if (!known.includes(id)) calls.cut(id)
    for (const { requestId } of earlier) {
      const isAnswered = (await ledger.find(requestId))?.isAnswered === true
      if (!isAnswered && !known.includes(requestId)) await requests.deliverAnswer({ requestId, kind: 'lost' })
    }
  }

  /** After a reload: subscribes to the connected wallet again and reports values that may have changed. Never prompts. */
  async function resumeFollowing(place: PageInTab): Promise<void> {
    const rdns = await tabs.followed()
    const found = rdns === null ? 'noWallet' : await calls.find(place, rdns)
    if (typeof found === 'string') return
    const { uuid, wallet } = found
    for (const [name, method] of followedReads) {
      const outcome = await calls.call(place, 'request', { id: ports.newId(), uuid, method, params: [] })
      const event = outcome.kind === 'result' ? walletEvent(wallet, name, outcome.result) : null
      // No account is no change here: a wallet may still be locked, or may have forgotten the page. The next request finds
      // out.
      const isNone = event?.kind === 'accounts' && event.accounts.length === 0
      if (event !== null && !isNone) ports.onEvent(event)
    }
  }

  /** The pages of earlier requests may have closed while the worker was stopped. */
  async function resume(): Promise<void> {
    const unanswered = await ledger.listUnanswered()
    for (const { requestId, tabId, sentMs } of unanswered) {
      if (tabId === null || sentMs === null) continue
      front.watch(requestId, tabId, sentMs, () => false).catch(() => undefined)
    }
    const tabIds = new Set(unanswered.flatMap(({ tabId }) => tabId ?? []))
    await Promise.all([...tabIds].map(check))
  }
  // Storage that cannot be opened rejects each request instead.
  resume().catch(() => undefined)

  async function reach(wallet: WalletRef | null): Promise<number | null> {
    const to = pageOf(wallet)
    if (to === null) return null
    return tab.reach(to, isElsewhere(wallet) ? null : walletPage).catch((cause) => {
      throw new Problem('walletGone', { cause })
    })
  }

  /** The wallet's answer to a read, unchecked; null when it refuses. */
  async function readFrom(
    place: PageInTab,
    { uuid }: AnnouncedThere,
    method: string,
    params: readonly unknown[],
  ): Promise<unknown> {
    const outcome = await calls.call(place, 'read', { id: ports.newId(), uuid, method, params })
    return outcome.kind === 'result' ? outcome.result : null
  }

  function createSession(
    requestId: string,
    place: PageInTab,
    { uuid, wallet }: AnnouncedThere,
  ): WalletSession {
    return {
      wallet,
      async call(method, params, id) {
        const call = { id: id ?? ports.newId(), uuid, method, params }
        const called = calls.call(place, id === null ? 'read' : 'request', call)
        let isAnswered = false
        const markAnswered = (): void => {
          isAnswered = true
        }
        called.then(markAnswered, markAnswered)
        // Where the page cannot be brought to the front, the user can still open it.
        front.watch(requestId, place.tabId, ports.clock.nowMs(), () => isAnswered).catch(() => undefined)
        const outcome = await called
        if (outcome.kind === 'result') return outcome.result
        if (outcome.kind === 'noWallet') throw new Unreached('noWallet')
        throw outcome.failure
      },
    }
  }

  const transport: Transport = {
    windowCloseMs,
    outlivesWorker: true,
    promptFreeMethods: ['eth_accounts', 'eth_chainId'],
    async reach({ wallet }, earlier) {
      // Continue the steps of an earlier worker in their tab.
      const tabId = earlier?.tabId ?? (await reach(wallet))
      return tabId === null ? null : { key: tabId, tabId, popups: await front.openPopups() }
    },
    async connect({ requestId, wallet }, { tabId }) {
      const to = pageOf(wallet)
      if (tabId === null || to === null) throw new Disconnected('the request has no tab')
      const place = { tabId, page: to }
      const found = await calls.find(place, wallet?.id ?? null)
      if (typeof found === 'string') return found
      if (found.wallet.origin !== (wallet ?? own)?.origin) return transport.goneReason(wallet)
      return createSession(requestId, place, found)
    },
    async isOpen({ requestId, tabId }) {
      async function isKnown(): Promise<boolean> {
        const known = tabId === null ? null : await tab.fetchKnownIds(tabId, requestId)
        if (known?.includes(requestId)) return true
        calls.cut(requestId)
        return false
      }
      // A silent tab may have the request, and answers when it runs again.
      return (await resultInTime(isKnown(), silentAfterMs, ports.wait)) ?? true
    },
    // Ferry can reopen the wallet page, but no other site.
    goneReason: (wallet) => (isElsewhere(wallet) ? 'noTab' : 'noPage'),
  }

  return {
    request: (request: WalletRequest) => requests.sendInTurn(request, transport),
    async read({ wallet, method, params, waitMs = readWaitMs }: WalletRead) {
      const to = pageOf(wallet)
      const tabId = to === null ? null : await tabs.tabOf(to)
      if (to === null || tabId === null) return null
      const place = { tabId, page: to }
      async function read(): Promise<unknown> {
        const found = await calls.find(place, wallet.id)
        if (typeof found === 'string' || found.wallet.origin !== wallet.origin) return null
        return readFrom(place, found, method, params)
      }
      return resultInTime(read(), waitMs, ports.wait)
    },
    async show(wallet: WalletRef | null) {
      const to = pageOf(wallet)
      return to !== null && tab.show(to)
    },
    /** Wallets in the wallet page, if that is open; opens no page and prompts no wallet. */
    async find() {
      const tabId = page === null ? null : await tabs.tabOf(page)
      return page === null || tabId === null ? [] : calls.list({ tabId, page }).catch(() => [])
    },
    /** Wallets that show an account to this tab's site. Prompts no wallet. */
    async findConnected({ tabId, origin }: PickedTab): Promise<readonly PageFound[]> {
      const place = { tabId, page: origin }
      const all = await calls.list(place).catch(() => [])
      const there = all.filter(({ wallet }) => wallet.origin === origin && isElsewhere(wallet))
      const found = there.map(async (one) => {
        const accounts = await resultInTime(readFrom(place, one, 'eth_accounts', []), readWaitMs, ports.wait)
        return Array.isArray(accounts) && accounts.some(isAddress) ? [one] : []
      })
      return (await Promise.all(found)).flat()
    },
    /** From now on reaches wallets of this site in this tab, while it shows that site. */
    pick: ({ tabId, origin }: PickedTab) => tabs.pick({ tabId, page: origin }),
    /** Follows this wallet's account and chain, also after a reload of the wallet page; null follows none. */
    follow(wallet: WalletRef | null): void {
      // Without storage it counts for this life of the worker. The next one follows the account's wallet again.
      tabs.follow(wallet?.id ?? null).catch(() => undefined)
    },
    /** The wallet's permission belongs to the site, which may use it too. */
    forget: () => Promise.resolve(),
    onMessage,
    /** A relay's port closed: all its requests are answered, or its document has closed. */
    onPortClosed(tabId: number) {
      const checked = ports.wait(goneCheckWaitMs).then(() => check(tabId))
      // A request that cannot be settled now is checked again at the next start.
      checked.catch(() => undefined)
    },
  }
}

const followedReads = [
  ['chainChanged', 'eth_chainId'],
  ['accountsChanged', 'eth_accounts'],
] as const

function answerOf(requestId: string, outcome: CallOutcome): WalletAnswer {
  // The page says that it called no wallet, which proves nothing.
  if (outcome.kind === 'noWallet') return { requestId, kind: 'lost' }
  return { requestId, ...outcome }
}
