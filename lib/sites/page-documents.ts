import * as v from 'valibot'
import { createConcurrencyLimit } from '../base/concurrency.ts'
import type { Wait } from '../base/time.ts'
import { type KeyValueArea, localItem } from '../storage/local.ts'
import { pageChannel } from '../wallet/connectors/page-protocol.ts'
import type { FerrySwap } from './ferry-provider.d.ts'
import type { DocumentMessage } from './relay-messages.ts'
import type { PageDocument } from './sites.ts'

interface DocumentPorts {
  readonly tabs: {
    sendMessage(tabId: number, message: DocumentMessage, options: { frameId: number }): Promise<unknown>
  }
  /** Documents that have something which ends when they close. */
  readonly trackedDocuments: () => Promise<readonly PageDocument[]>
  readonly onClosed: (document: PageDocument) => Promise<void>
  readonly wait: Wait
}

export type PageDocuments = ReturnType<typeof createPageDocuments>

/** A closed port may open again soon: the worker was stopped, or the document is frozen. */
const checkDelayMs = 500
const replyTimeoutMs = 3_000
/** About two minutes of checks. A document that stays silent is left to the expiry of its proposal. */
const maxChecks = 20

/** A document answers only to its own key, so no message reaches the next document in its tab (M3). */
export function createPageDocuments({ tabs, trackedDocuments, onClosed, wait }: DocumentPorts) {
  async function messageDocument(
    { tabId, key }: Pick<PageDocument, 'tabId' | 'key'>,
    swap?: FerrySwap,
  ): Promise<'there' | 'gone' | 'silent'> {
    const message: DocumentMessage = { channel: pageChannel, key, ...(swap === undefined ? {} : { swap }) }
    try {
      const slept = wait(replyTimeoutMs).then(() => 'silent' as const)
      const replied = tabs.sendMessage(tabId, message, { frameId: 0 })
      return await Promise.race([replied.then((reply) => (reply === true ? 'there' : 'gone')), slept])
    } catch {
      // The browser throws when no script of Ferry listens there.
      return 'gone'
    }
  }

  /** Returns true when a document did not answer: its tab is frozen, or is navigating. */
  async function checkOnce(tabId: number | undefined): Promise<boolean> {
    const documents = await trackedDocuments()
    const checks = documents
      .filter((document) => tabId === undefined || document.tabId === tabId)
      .map(async (document) => {
        const is = await messageDocument(document)
        if (is === 'gone') await onClosed(document)
        return is
      })
    return (await Promise.all(checks)).includes('silent')
  }

  return {
    isGone: async (document: PageDocument): Promise<boolean> => (await messageDocument(document)) === 'gone',
    // A frozen tab gets the message when it thaws.
    /** Sends a swap to a document; false when the document is closed or not displayed. */
    sendSwap: async (document: Pick<PageDocument, 'tabId' | 'key'>, swap: FerrySwap): Promise<boolean> =>
      (await messageDocument(document, swap)) !== 'gone',
    /** Checks after a moment whether the tracked documents of this tab, or of all tabs, are still open. */
    async checkDocuments(tabId?: number): Promise<void> {
      await wait(checkDelayMs)
      for (let check = 0; check < maxChecks; check++) {
        if (!(await checkOnce(tabId))) return
        await wait(replyTimeoutMs)
      }
    },
    checkDocumentsNow: async (): Promise<void> => void (await checkOnce(undefined)),
  }
}

interface EventPorts {
  /** Ends with the browser's session, as documents do. */
  readonly area: KeyValueArea
  readonly swap: (swapId: string, document: Pick<PageDocument, 'tabId' | 'key'>) => Promise<FerrySwap | null>
  readonly sendSwap: (document: Pick<PageDocument, 'tabId' | 'key'>, swap: FerrySwap) => Promise<boolean>
  readonly failed: (thrown: unknown) => void
}

/** Sends swaps to the documents that follow them; never the same state twice in one life of the worker. */
export type PageEvents = ReturnType<typeof createPageEvents>

const maxFollowers = 200
/** Documents of one tab, also closed ones, can displace only each other. */
const maxFollowersPerTab = 50
const schema = v.array(v.object({ swapId: v.string(), tabId: v.number(), key: v.string() }))
type Follower = v.InferOutput<typeof schema>[number]

/** Creates the sender of swap events. It sends one after the other, so that no older state arrives last. */
export function createPageEvents({ area, swap, sendSwap, failed }: EventPorts) {
  const followers = localItem<Follower[]>(area, 'followers', schema, [])
  const sent = new Map<string, string>()
  const inTurn = createConcurrencyLimit(1)
  const next = (work: () => Promise<unknown>): void => void inTurn(work).catch(failed)

  async function sendOne(follower: Follower): Promise<void> {
    const now = await swap(follower.swapId, follower)
    const text = JSON.stringify(now)
    const name = `${follower.key} ${follower.swapId}`
    if (now === null || sent.get(name) === text) return
    if (await sendSwap(follower, now)) sent.set(name, text)
  }

  async function sendTo(wanted: (follower: Follower) => boolean): Promise<void> {
    for (const follower of await followers.get()) if (wanted(follower)) await sendOne(follower)
  }

  return {
    follow: (swapId: string, { tabId, key }: PageDocument): void =>
      next(async () => {
        const known = await followers.get()
        if (known.some((one) => one.swapId === swapId && one.key === key)) return
        const ofTab = known.filter((one) => one.tabId === tabId)
        const oldest = ofTab.length < maxFollowersPerTab ? undefined : ofTab[0]
        const left = known.filter((one) => one !== oldest)
        await followers.set([...left, { swapId, tabId, key }].slice(-maxFollowers))
      }),
    /** Call it when a swap has changed, or its document has returned. */
    onSwapChanged: (swapId: string): void => next(() => sendTo((one) => one.swapId === swapId)),
    /** The document returned from the back/forward cache: sends it the current state of all its swaps. */
    onDocumentRestored: ({ key }: PageDocument): void => next(() => sendTo((one) => one.key === key)),
  }
}
