import * as v from 'valibot'
import type { Wait } from '../base/time.ts'
import { type KeyValueArea, localItem } from '../storage/local.ts'
import { type BackgroundToRelay, pageChannel } from './page-protocol.ts'
import type { PageSwap } from './page-swap.ts'
import type { PageDocument } from './sites.ts'

interface DocumentPorts {
  readonly tabs: {
    sendMessage(tabId: number, message: BackgroundToRelay, options: { frameId: number }): Promise<unknown>
  }
  /** Those of which something is over when they go. */
  readonly counted: () => Promise<readonly PageDocument[]>
  readonly gone: (document: PageDocument) => Promise<void>
  readonly wait: Wait
}

/** The documents of pages, as far as they can be told something. */
export interface PageDocuments {
  /** Tells a document of a swap; false when it is not there, or not shown. */
  tell(document: Pick<PageDocument, 'tabId' | 'key'>, swap: PageSwap): Promise<boolean>
  /** Looks after a moment whether the documents of this tab, or of all tabs, that are counted on are still there. */
  look(tabId?: number): Promise<void>
  /** Looks at all of them now, once. */
  lookNow(): Promise<void>
}

/** A port that closes may be opened again at once: the worker was stopped, or the document rests. */
const lookWaitMs = 500
const frozenMs = 3_000
/** Two minutes of looks; what still says nothing then is left to the proposal's own end. */
const mostLooks = 20

/**
 * Reaches the documents of pages. A document answers to its own key only, so that nothing meant for it reaches the next
 * one in its tab (M3).
 */
export function createPageDocuments({ tabs, counted, gone, wait }: DocumentPorts): PageDocuments {
  async function say(
    { tabId, key }: Pick<PageDocument, 'tabId' | 'key'>,
    swap?: PageSwap,
  ): Promise<'there' | 'gone' | 'silent'> {
    const message: BackgroundToRelay = { channel: pageChannel, key, ...(swap === undefined ? {} : { swap }) }
    try {
      const slept = wait(frozenMs).then(() => 'silent' as const)
      const replied = tabs.sendMessage(tabId, message, { frameId: 0 })
      return await Promise.race([replied.then((reply) => (reply === true ? 'there' : 'gone')), slept])
    } catch {
      // The browser's way to say that nobody of ours listens there.
      return 'gone'
    }
  }

  /** True when one of them said nothing: its tab is frozen, or on its way to another page. */
  async function lookOnce(tabId: number | undefined): Promise<boolean> {
    let isUnsure = false
    for (const document of await counted()) {
      if (tabId !== undefined && document.tabId !== tabId) continue
      const is = await say(document)
      if (is === 'gone') await gone(document)
      if (is === 'silent') isUnsure = true
    }
    return isUnsure
  }

  return {
    // A tab that the browser froze hears it when it thaws.
    tell: async (document, swap) => (await say(document, swap)) !== 'gone',
    async look(tabId) {
      await wait(lookWaitMs)
      for (let look = 0; look < mostLooks; look++) {
        if (!(await lookOnce(tabId))) return
        await wait(frozenMs)
      }
    },
    lookNow: async () => void (await lookOnce(undefined)),
  }
}

interface EventPorts {
  /** Ends with the browser's session: documents do not outlive it. */
  readonly area: KeyValueArea
  /** The swap as this document may see it now; null where it may not. */
  readonly swap: (swapId: string, document: Pick<PageDocument, 'tabId' | 'key'>) => Promise<PageSwap | null>
  readonly tell: (document: Pick<PageDocument, 'tabId' | 'key'>, swap: PageSwap) => Promise<boolean>
  readonly failed: (thrown: unknown) => void
}

/** Tells documents of the swaps they asked about; never twice the same in one life of the worker. */
export interface PageEvents {
  /** This document wants to know of this swap from now on. */
  follow(swapId: string, document: PageDocument): void
  /** Something of a swap is another way now, or a document is back. */
  changed(swapId: string): void
  /** A document is back out of the cache: it is told how all its swaps stand. */
  back(document: PageDocument): void
}

const mostFollowers = 200
const schema = v.array(v.object({ swapId: v.string(), tabId: v.number(), key: v.string() }))
type Follower = v.InferOutput<typeof schema>[number]

/** Tells pages of their swaps, one thing after another, so that no older state arrives last. */
export function createPageEvents({ area, swap, tell, failed }: EventPorts): PageEvents {
  const followers = localItem<Follower[]>(area, 'followers', schema, [])
  const sent = new Map<string, string>()
  let turn: Promise<unknown> = Promise.resolve()

  const next = (work: () => Promise<unknown>): void => {
    turn = turn.then(work).catch(failed)
  }

  async function tellOne(follower: Follower): Promise<void> {
    const now = await swap(follower.swapId, follower)
    const text = JSON.stringify(now)
    const name = `${follower.key} ${follower.swapId}`
    if (now === null || sent.get(name) === text) return
    if (await tell(follower, now)) sent.set(name, text)
  }

  async function tellAll(wanted: (follower: Follower) => boolean): Promise<void> {
    for (const follower of await followers.get()) if (wanted(follower)) await tellOne(follower)
  }

  return {
    follow: (swapId, { tabId, key }) =>
      next(async () => {
        const known = await followers.get()
        if (known.some((one) => one.swapId === swapId && one.key === key)) return
        await followers.set([...known, { swapId, tabId, key }].slice(-mostFollowers))
      }),
    changed: (swapId) => next(() => tellAll((one) => one.swapId === swapId)),
    back: ({ key }) => next(() => tellAll((one) => one.key === key)),
  }
}
