import * as v from 'valibot'
import { cachedItem } from '../../base/cached-item.ts'
import { resultInTime } from '../../base/concurrency.ts'
import type { Clock, Wait } from '../../base/time.ts'
import type { KeyValueArea } from '../../storage/local.ts'
import type { IsRequestNeeded, WalletEvent } from '../port.ts'
import { pageChannel, type RelayCall, type RelayReply } from './page-protocol.ts'

/** A page in a tab: an origin, with the path for the wallet page. The tab may show another one by now. */
export interface PageInTab {
  readonly tabId: number
  readonly page: string
}

const retryEveryMs = 200
/** A tab that was there before may be loading. */
const knownTabTries = 5
/** The time of a page to load, well below the five minutes that an event may take. */
export const pageLoadMs = 15_000
const newTabTries = pageLoadMs / retryEveryMs
/** A tab is silent from then on: it is frozen, or its main thread is blocked. It still gets each message later. */
export const silentAfterMs = 3_000

export type PageTab = ReturnType<typeof pageTab>

export function pageTab(known: WalletTabs, { tabs, windows, wait }: PagePorts) {
  let reaching: Promise<number | null> | null = null

  async function replyOf(tabId: number, call: RelayCall): Promise<RelayReply | null> {
    // The browser rejects where no relay of Ferry listens.
    const reply = await tabs.sendMessage(tabId, call, { frameId: 0 }).catch(() => null)
    return isRelayReply(reply) ? reply : null
  }

  /**
   * The ids of the calls that the relay has; null when no relay answers. A silent tab handles the message when it runs
   * again, so a call that is on its way there stays open.
   */
  async function send(tabId: number, call: RelayCall): Promise<readonly string[] | null> {
    return (await replyOf(tabId, call))?.known ?? null
  }

  async function search(
    tabId: number,
    searches: number,
    of: { readonly page?: string; readonly id?: string | undefined },
  ): Promise<readonly string[] | null> {
    for (let done = 1; ; done += 1) {
      const known = await send(tabId, { channel: pageChannel, kind: 'status', ...of })
      if (known !== null || done >= searches) return known
      await wait(retryEveryMs)
    }
  }

  /** Whether the tab shows the page; null when it is silent even at the front, where the browser thaws a frozen one. */
  async function shows(tabId: number, page: string, searches: number): Promise<boolean | null> {
    const found = search(tabId, searches, { page }).then((ids) => ids !== null)
    const isShown = await resultInTime(found, silentAfterMs, wait)
    if (isShown !== null) return isShown
    await bringToFront(tabId)
    return resultInTime(found, silentAfterMs, wait)
  }

  async function activateTab(page: string): Promise<number | null> {
    const tabId = await known.tabOf(page)
    if (tabId === null || (await shows(tabId, page, knownTabTries)) !== true) return null
    await tabs.update(tabId, { active: true })
    return tabId
  }

  async function bringToFront(tabId: number): Promise<void> {
    const { windowId } = await tabs.update(tabId, { active: true })
    if (windowId !== undefined) await windows?.update(windowId, { focused: true })
  }

  async function findOrOpen(page: string, url: string): Promise<number | null> {
    const reached = await activateTab(page)
    if (reached !== null) return reached
    const opened = (await tabs.create({ url, active: true })).id
    if (opened === undefined) return null
    await known.pick({ tabId: opened, page })
    const found = await resultInTime(search(opened, newTabTries, { page }), pageLoadMs, wait)
    return found === null ? null : opened
  }

  return {
    /**
     * The page's tab, active in its window. Where it shows the page no more, or is silent, opens `url` in a new one; null
     * without a `url`, and when the page does not load.
     */
    reach(page: string, url: string | null): Promise<number | null> {
      if (url === null) return activateTab(page)
      reaching ??= findOrOpen(page, url).finally(() => {
        reaching = null
      })
      return reaching
    },
    /** As `send`, of any document in the tab; waits for a silent one. The relay sends the answer to `id` again. */
    fetchKnownIds: (tabId: number, id?: string) => search(tabId, knownTabTries, { id }),
    send,
    /** Brings the page's tab and window to the front; false when there is none. */
    async show(page: string): Promise<boolean> {
      const tabId = await known.tabOf(page)
      if (tabId === null || (await shows(tabId, page, 1)) === false) return false
      await bringToFront(tabId)
      return true
    },
    /** True of a silent tab too. */
    async isHidden(tabId: number): Promise<boolean> {
      const replied = replyOf(tabId, { channel: pageChannel, kind: 'status' })
      const isHidden = replied.then((reply) => reply?.isVisible === false)
      return (await resultInTime(isHidden, silentAfterMs, wait)) ?? true
    },
    bringToFront,
  }
}

function isRelayReply(reply: unknown): reply is RelayReply {
  return typeof reply === 'object' && reply !== null && 'known' in reply && Array.isArray(reply.known)
}

export interface PageSender {
  readonly id?: string | undefined
  readonly url?: string | undefined
  readonly origin?: string | undefined
  readonly frameId?: number | undefined
  /** Undefined in Firefox before 153. */
  readonly documentId?: string | undefined
  /** In Chromium: `active`, `prerender`, `cached`. */
  readonly documentLifecycle?: string | undefined
  readonly tab?: { readonly id?: number | undefined; readonly incognito?: boolean | undefined } | undefined
}

/**
 * Returns the page that sent a message, by the browser's record; null unless it is the top document of a tab. The tab's own
 * url is not used: the tab may show another page by now.
 */
export function readSender({ id, frameId, url, origin, tab }: PageSender, ownId: string) {
  const tabId = tab?.id ?? -1
  const shown = typeof url === 'string' ? URL.parse(url) : null
  if (id !== ownId || frameId !== 0 || !Number.isSafeInteger(tabId) || tabId < 0 || shown === null)
    return null
  // A sandboxed document has an opaque origin under a site's url.
  if (origin !== undefined && origin !== shown.origin) return null
  return { tabId, origin: shown.origin, path: shown.pathname }
}

/** A window without a tab bar, as wallets open for a request. The browser reveals `url` only for Ferry's own pages. */
export interface PopupWindow {
  readonly id?: number | undefined
  readonly focused: boolean
  readonly tabs?: readonly { readonly url?: string | undefined }[] | undefined
}

export interface PagePorts {
  /** The extension's own id, which its relays have as senders. */
  readonly ownId: string
  readonly tabs: {
    create(tab: { url: string; active: boolean }): Promise<{ readonly id?: number | undefined }>
    update(tabId: number, tab: { active: boolean }): Promise<{ readonly windowId?: number | undefined }>
    sendMessage(tabId: number, message: unknown, options: { frameId: number }): Promise<unknown>
  }
  /** Undefined in Firefox for Android. */
  readonly windows:
    | {
        update(windowId: number, window: { focused: boolean }): Promise<unknown>
        getAll(which: { populate: boolean; windowTypes: 'popup'[] }): Promise<readonly PopupWindow[]>
      }
    | undefined
  readonly storage: KeyValueArea
  readonly wait: Wait
  readonly clock: Clock
  readonly ownOrigin: string
  /** A fresh id, never one from an earlier life of the worker. */
  readonly newId: () => string
  readonly isNeeded: IsRequestNeeded
  readonly onEvent: (event: WalletEvent) => void
}

const tabsKey = 'walletTabs'
const maxTabs = 20

const tabsShape = v.object({
  followed: v.nullable(v.string()),
  picked: v.array(v.object({ tabId: v.number(), origin: v.string() })),
})
type StoredTabs = v.InferOutput<typeof tabsShape>

export type WalletTabs = ReturnType<typeof createWalletTabs>

/**
 * The tabs of the wallet page, those that the user picked for other sites, and the followed wallet. They outlive the worker.
 * Unreadable ones count as none. Storage that cannot be read rejects a request; the next one reads it again.
 */
export function createWalletTabs(storage: KeyValueArea) {
  const noTabs: StoredTabs = { followed: null, picked: [] }
  const { read, change } = cachedItem(storage, tabsKey, tabsShape, noTabs)
  return {
    /** The tab that last showed this page, or that the user picked last. */
    tabOf: async (page: string) =>
      (await read()).picked.findLast((each) => each.origin === page)?.tabId ?? null,
    isPicked: async ({ tabId, page }: PageInTab) =>
      (await read()).picked.some((each) => each.tabId === tabId && each.origin === page),
    /** Assigns this tab to its page, and to no other. */
    pick: ({ tabId, page }: PageInTab): Promise<void> =>
      change((tabs) => {
        const others = tabs.picked.filter((each) => each.tabId !== tabId)
        return { ...tabs, picked: [...others, { tabId, origin: page }].slice(-maxTabs) }
      }),
    /** `rdns` of the connected wallet, whose account and chain are followed. */
    followed: async () => (await read()).followed,
    follow: (rdns: string | null): Promise<void> =>
      change((tabs) => (tabs.followed === rdns ? tabs : { ...tabs, followed: rdns })),
  }
}
