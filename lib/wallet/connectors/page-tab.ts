import * as v from 'valibot'
import type { Clock, Wait } from '../../base/time.ts'
import type { KeyValueArea } from '../../storage/local.ts'
import type { IsRequestNeeded, PickedTab, WalletEvent } from '../port.ts'
import { pageChannel, type RelayCall, type RelayReply } from './page-protocol.ts'

const retryEveryMs = 200
/** A tab that was there before may be loading. */
const knownTabTries = 5
/** 15 s for a new tab, well below the five minutes that an event may take. */
const newTabTries = 75

export interface PageTab {
  /** Null when no relay answers. The relay sends the answer to `id` again. */
  fetchKnownIds(tabId: number, id?: string): Promise<readonly string[] | null>
  send(tabId: number, call: RelayCall): Promise<readonly string[] | null>
  /** Opens a tab when there is none; null when the page does not load. */
  reach(): Promise<number | null>
  /** The tab that the user picked for another site, active in its window; null when it is closed. Opens none. */
  reachOf(origin: string): Promise<number | null>
  /** Brings the tab and window of the wallet page, or of another site, to the front; false when there is none. */
  show(origin: string | null): Promise<boolean>
  isHidden(tabId: number): Promise<boolean>
  bringToFront(tabId: number): Promise<void>
}

export function pageTab(url: string | null, known: WalletTabs, { tabs, windows, wait }: PagePorts): PageTab {
  let reaching: Promise<number | null> | null = null

  async function replyOf(tabId: number, call: RelayCall): Promise<RelayReply | null> {
    // The browser rejects where no relay of Ferry listens.
    const reply = await tabs.sendMessage(tabId, call, { frameId: 0 }).catch(() => null)
    return isRelayReply(reply) ? reply : null
  }

  async function send(tabId: number, call: RelayCall): Promise<readonly string[] | null> {
    return (await replyOf(tabId, call))?.known ?? null
  }

  async function search(tabId: number, searches: number, id?: string): Promise<readonly string[] | null> {
    for (let done = 1; ; done += 1) {
      const known = await send(tabId, { channel: pageChannel, kind: 'status', id })
      if (known !== null || done >= searches) return known
      await wait(retryEveryMs)
    }
  }

  async function activateTab(tabId: number | null): Promise<number | null> {
    if (tabId === null || (await search(tabId, knownTabTries)) === null) return null
    await tabs.update(tabId, { active: true })
    return tabId
  }

  async function bringToFront(tabId: number): Promise<void> {
    const { windowId } = await tabs.update(tabId, { active: true })
    if (windowId !== undefined) await windows.update(windowId, { focused: true })
  }

  async function findOrOpen(): Promise<number | null> {
    const reached = await activateTab(known.tabId())
    if (reached !== null || url === null) return reached
    const opened = (await tabs.create({ url, active: true })).id
    if (opened === undefined) return null
    await known.setTab(opened)
    return (await search(opened, newTabTries)) === null ? null : opened
  }

  return {
    reach() {
      reaching ??= findOrOpen().finally(() => {
        reaching = null
      })
      return reaching
    },
    fetchKnownIds: (tabId, id) => search(tabId, knownTabTries, id),
    send,
    reachOf: (origin) => activateTab(known.tabOf(origin)),
    async show(origin) {
      const tabId = origin === null ? known.tabId() : known.tabOf(origin)
      if (tabId === null || (await search(tabId, 1)) === null) return false
      await bringToFront(tabId)
      return true
    },
    async isHidden(tabId) {
      return (await replyOf(tabId, { channel: pageChannel, kind: 'status' }))?.isVisible === false
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
  readonly windows: {
    update(windowId: number, window: { focused: boolean }): Promise<unknown>
    getAll(which: { populate: boolean; windowTypes: 'popup'[] }): Promise<readonly PopupWindow[]>
  }
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
  tabId: v.nullable(v.number()),
  followed: v.nullable(v.string()),
  picked: v.array(v.object({ tabId: v.number(), origin: v.string() })),
})

export type WalletTabs = Awaited<ReturnType<typeof openWalletTabs>>

/**
 * Reads the wallet page's tab, the tabs that the user picked, and the followed wallet, which outlive the worker. Unreadable
 * ones count as none.
 */
export async function openWalletTabs(storage: KeyValueArea) {
  const stored = v.safeParse(tabsShape, (await storage.get(tabsKey))[tabsKey])
  let tabs = stored.success ? stored.output : { tabId: null, followed: null, picked: [] }

  async function save(part: Partial<typeof tabs>): Promise<void> {
    tabs = { ...tabs, ...part }
    await storage.set({ [tabsKey]: tabs })
  }

  return {
    /** The tab that last showed the wallet page. */
    tabId: () => tabs.tabId,
    async setTab(tabId: number) {
      if (tabs.tabId !== tabId) await save({ tabId })
    },
    tabOf: (origin: string) => tabs.picked.findLast((each) => each.origin === origin)?.tabId ?? null,
    isPicked: ({ tabId, origin }: PickedTab) =>
      tabs.picked.some((each) => each.tabId === tabId && each.origin === origin),
    /** Assigns this tab to its site, and to no other. */
    async pick(chosen: PickedTab) {
      const others = tabs.picked.filter(({ tabId }) => tabId !== chosen.tabId)
      await save({ picked: [...others, chosen].slice(-maxTabs) })
    },
    /** `rdns` of the connected wallet, whose account and chain are followed. */
    followed: () => tabs.followed,
    async follow(rdns: string | null) {
      if (tabs.followed !== rdns) await save({ followed: rdns })
    },
  }
}
