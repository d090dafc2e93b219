import * as v from 'valibot'
import type { Clock, Wait } from '../../base/time.ts'
import type { IsRequestNeeded, PickedTab } from '../port.ts'
import { pageChannel, type RelayCall, type RelayReply } from './page-protocol.ts'

const retryEveryMs = 200
/** A tab that was there before may be loading. */
const knownTabTries = 5
/** 15 s for a new tab, well below the five minutes that an event may take. */
const newTabTries = 75

export interface PageChannel {
  /** Null when no relay answers. The relay sends the answer to `id` again. */
  fetchKnownIds(tabId: number, id?: string): Promise<readonly string[] | null>
  send(tabId: number, call: RelayCall): Promise<readonly string[] | null>
}

export interface PageTab extends PageChannel {
  /** Opens a tab when there is none; null when the page does not load. */
  reach(): Promise<number | null>
  /** The tab that the user picked for another site, active in its window; null when it is closed. Opens none. */
  reachOf(origin: string): Promise<number | null>
  /** Brings the tab and window of the wallet page, or of another site, to the front; false when there is none. */
  show(origin: string | null): Promise<boolean>
  isHidden(tabId: number): Promise<boolean>
  bringToFront(tabId: number): Promise<void>
}

export function pageTab(
  url: string | null,
  memory: PageMemory,
  { tabs, windows, wait }: Pick<PagePorts, 'tabs' | 'windows' | 'wait'>,
): PageTab {
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
      const known = await send(tabId, { channel: pageChannel, kind: 'look', id })
      if (known !== null || done >= searches) return known
      await wait(retryEveryMs)
    }
  }

  async function front(known: number | null): Promise<number | null> {
    if (known === null || (await search(known, knownTabTries)) === null) return null
    await tabs.update(known, { active: true })
    return known
  }

  async function bringToFront(tabId: number): Promise<void> {
    const { windowId } = await tabs.update(tabId, { active: true })
    if (windowId !== undefined) await windows.update(windowId, { focused: true })
  }

  async function findOrOpen(): Promise<number | null> {
    const known = await front(memory.tabId())
    if (known !== null || url === null) return known
    const opened = (await tabs.create({ url, active: true })).id
    if (opened === undefined) return null
    await memory.setTab(opened)
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
    reachOf: (origin) => front(memory.tabOf(origin)),
    async show(origin) {
      const known = origin === null ? memory.tabId() : memory.tabOf(origin)
      if (known === null || (await search(known, 1)) === null) return false
      await bringToFront(known)
      return true
    },
    async isHidden(tabId) {
      return (await replyOf(tabId, { channel: pageChannel, kind: 'look' }))?.isVisible === false
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
  /** Storage that no page can reach. */
  readonly storage: {
    get(key: string): Promise<{ readonly [key: string]: unknown }>
    set(items: { readonly [key: string]: unknown }): Promise<void>
  }
  readonly wait: Wait
  readonly clock: Clock
  readonly ownOrigin: string
  /** A fresh id, never one from an earlier life of the worker. */
  readonly newId: () => string
  readonly isNeeded: IsRequestNeeded
  /** Called as the last step before the request itself; it durably records that the request is being sent. */
  readonly recordSend: IsRequestNeeded
}

const pageMemoryKey = 'walletPageAsked'
const maxIds = 100
const maxTabs = 20

const memoryShape = v.object({
  tabId: v.nullable(v.number()),
  watched: v.nullable(v.string()),
  picked: v.optional(v.array(v.object({ tabId: v.number(), origin: v.string() })), []),
  asked: v.array(
    v.object({
      requestId: v.string(),
      tabId: v.number(),
      isRequested: v.boolean(),
      isAnswered: v.boolean(),
      popups: v.optional(v.array(v.number()), []),
      sentToWalletMs: v.optional(v.number(), 0),
      isFronted: v.optional(v.boolean(), false),
    }),
  ),
})

export interface PageRequestRecord {
  readonly requestId: string
  readonly tabId: number
  /** Whether the method itself was sent, and not only the steps before it. */
  readonly isRequested: boolean
  readonly isAnswered: boolean
  /** The popup windows that were open before the request. */
  readonly popups: readonly number[]
  /** When the method was sent; 0 before. */
  readonly sentToWalletMs: number
  readonly isFronted: boolean
}

/** State that outlives the worker: the wallet page's tab, the picked tabs, and the tab of each request. */
export interface PageMemory {
  /** The tab that last showed the wallet page. */
  tabId(): number | null
  setTab(tabId: number): Promise<void>
  tabOf(origin: string): number | null
  isPicked(tab: PickedTab): boolean
  /** Assigns this tab to its site, and to no other. */
  pick(tab: PickedTab): Promise<void>
  find(requestId: string): PageRequestRecord | undefined
  waiting(): readonly PageRequestRecord[]
  recordStart(requestId: string, tabId: number, popups: readonly number[]): Promise<void>
  recordSent(requestId: string, sentToWalletMs: number): Promise<void>
  recordFronted(requestId: string): Promise<void>
  recordAnswered(requestId: string): Promise<void>
  /** `rdns` of the connected wallet, whose account and chain are followed. */
  watched(): string | null
  watch(rdns: string | null): Promise<void>
}

/** Reads the stored memory. Unreadable memory counts as empty. */
export async function openPageMemory(storage: PagePorts['storage']): Promise<PageMemory> {
  const stored = v.safeParse(memoryShape, (await storage.get(pageMemoryKey))[pageMemoryKey])
  let tab = stored.success ? stored.output.tabId : null
  let all: readonly PageRequestRecord[] = stored.success ? stored.output.asked : []
  let watched = stored.success ? stored.output.watched : null
  let picked: readonly PickedTab[] = stored.success ? stored.output.picked : []

  const save = (): Promise<void> =>
    storage.set({ [pageMemoryKey]: { tabId: tab, watched, picked, asked: all } })

  function update(requestId: string, part: Partial<PageRequestRecord>): void {
    all = all.map((each) => (each.requestId === requestId ? { ...each, ...part } : each))
  }

  return {
    tabId: () => tab,
    async setTab(tabId) {
      if (tab === tabId) return
      tab = tabId
      await save()
    },
    tabOf: (origin) => picked.findLast((each) => each.origin === origin)?.tabId ?? null,
    isPicked: ({ tabId, origin }) => picked.some((each) => each.tabId === tabId && each.origin === origin),
    async pick(chosen) {
      const others = picked.filter(({ tabId }) => tabId !== chosen.tabId)
      picked = [...others, chosen].slice(-maxTabs)
      await save()
    },
    find: (requestId) => all.find((each) => each.requestId === requestId),
    waiting: () => all.filter((each) => each.isRequested && !each.isAnswered),
    async recordStart(requestId, tabId, popups) {
      const begun = { isRequested: false, isAnswered: false, sentToWalletMs: 0, isFronted: false }
      all = [...all, { requestId, tabId, popups, ...begun }].slice(-maxIds)
      await save()
    },
    async recordSent(requestId, sentToWalletMs) {
      const before = all
      update(requestId, { isRequested: true, sentToWalletMs })
      try {
        await save()
      } catch (thrown) {
        // An unrecorded request is not sent.
        all = before
        throw thrown
      }
    },
    async recordFronted(requestId) {
      update(requestId, { isFronted: true })
      await save()
    },
    async recordAnswered(requestId) {
      if (all.every((each) => each.requestId !== requestId || each.isAnswered)) return
      update(requestId, { isAnswered: true })
      await save()
    },
    watched: () => watched,
    async watch(rdns) {
      if (watched === rdns) return
      watched = rdns
      await save()
    },
  }
}
