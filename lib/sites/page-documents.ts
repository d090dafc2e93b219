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
  /** Documents that have something which ends when they close. */
  readonly counted: () => Promise<readonly PageDocument[]>
  readonly gone: (document: PageDocument) => Promise<void>
  readonly wait: Wait
}

export interface PageDocuments {
  /** Sends a swap to a document; false when the document is closed or not displayed. */
  tell(document: Pick<PageDocument, 'tabId' | 'key'>, swap: PageSwap): Promise<boolean>
  /** Checks after a moment whether the tracked documents of this tab, or of all tabs, are still open. */
  look(tabId?: number): Promise<void>
  /** Checks all tracked documents now, one time. */
  lookNow(): Promise<void>
}

/** A closed port may open again soon: the worker was stopped, or the document is frozen. */
const lookWaitMs = 500
const frozenMs = 3_000
/** About two minutes of checks. A document that stays silent is left to the expiry of its proposal. */
const mostLooks = 20

/**
 * Reaches the documents of pages. A document answers only to its own key, so no message reaches the next document in its
 * tab (M3).
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
      // The browser throws when no script of Ferry listens there.
      return 'gone'
    }
  }

  /** Returns true when a document did not answer: its tab is frozen, or is navigating. */
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
    // A frozen tab gets the message when it thaws.
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
  /** Ends with the browser's session, as documents do. */
  readonly area: KeyValueArea
  /** The swap as this document may see it now; null where it may not. */
  readonly swap: (swapId: string, document: Pick<PageDocument, 'tabId' | 'key'>) => Promise<PageSwap | null>
  readonly tell: (document: Pick<PageDocument, 'tabId' | 'key'>, swap: PageSwap) => Promise<boolean>
  readonly failed: (thrown: unknown) => void
}

/** Sends swaps to the documents that follow them; never the same state twice in one life of the worker. */
export interface PageEvents {
  /** Sends this document the changes of this swap from now on. */
  follow(swapId: string, document: PageDocument): void
  /** Call it when a swap has changed, or its document has returned. */
  changed(swapId: string): void
  /** The document returned from the back/forward cache: sends it the current state of all its swaps. */
  back(document: PageDocument): void
}

const mostFollowers = 200
const schema = v.array(v.object({ swapId: v.string(), tabId: v.number(), key: v.string() }))
type Follower = v.InferOutput<typeof schema>[number]

/** Creates the sender of swap events. It sends one after the other, so that no older state arrives last. */
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
