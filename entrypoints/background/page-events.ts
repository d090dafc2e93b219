import * as v from 'valibot'
import type { PageSwap } from '../../lib/sites/page-swap.ts'
import type { PageDocument } from '../../lib/sites/proposal.ts'
import { type KeyValueArea, localItem } from '../../lib/storage/local.ts'

interface EventPorts {
  /** Ends with the browser's session: documents do not outlive it. */
  readonly area: KeyValueArea
  /** The swap as its page may see it now; null where it may not. */
  readonly swap: (swapId: string) => Promise<PageSwap | null>
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
  const told = new Map<string, string>()
  let turn: Promise<unknown> = Promise.resolve()

  const next = (work: () => Promise<unknown>): void => {
    turn = turn.then(work).catch(failed)
  }

  async function tellOne(follower: Follower): Promise<void> {
    const now = await swap(follower.swapId)
    const text = JSON.stringify(now)
    const name = `${follower.key} ${follower.swapId}`
    if (now === null || told.get(name) === text) return
    if (await tell(follower, now)) told.set(name, text)
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
