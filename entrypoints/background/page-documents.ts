import type { Wait } from '../../lib/base/time.ts'
import { type BackgroundToRelay, pageChannel } from '../../lib/sites/page-channel.ts'
import type { PageSwap } from '../../lib/sites/page-swap.ts'
import type { PageDocument } from '../../lib/sites/proposal.ts'
import type { ProposalStore } from '../../lib/sites/proposal-store.ts'
import type { Proposals } from '../../lib/sites/proposals.ts'

interface DocumentPorts {
  readonly tabs: {
    sendMessage(tabId: number, message: BackgroundToRelay, options: { frameId: number }): Promise<unknown>
  }
  readonly store: Pick<ProposalStore, 'waiting'>
  readonly proposals: Pick<Proposals, 'documentGone'>
  readonly wait: Wait
}

/** The documents of pages, as far as they can be told something. */
export interface PageDocuments {
  /** Tells a document of a swap; false when it is not there, or not shown. */
  tell(document: Pick<PageDocument, 'tabId' | 'key'>, swap: PageSwap): Promise<boolean>
  /** Looks after a moment whether the documents of this tab, or of all tabs, that wait for the person are still there. */
  look(tabId?: number): Promise<void>
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
export function createPageDocuments({ tabs, store, proposals, wait }: DocumentPorts): PageDocuments {
  async function say(
    { tabId, key }: Pick<PageDocument, 'tabId' | 'key'>,
    swap?: PageSwap,
  ): Promise<'there' | 'gone' | 'silent'> {
    const told: BackgroundToRelay = { channel: pageChannel, key, ...(swap === undefined ? {} : { swap }) }
    try {
      const slept = wait(frozenMs).then(() => 'silent' as const)
      const heard = tabs.sendMessage(tabId, told, { frameId: 0 })
      return await Promise.race([heard.then((reply) => (reply === true ? 'there' : 'gone')), slept])
    } catch {
      // The browser's way to say that nobody of ours listens there.
      return 'gone'
    }
  }

  /** True when one of them said nothing: its tab is frozen, or on its way to another page. */
  async function lookOnce(tabId: number | undefined): Promise<boolean> {
    let isUnsure = false
    for (const { document } of await store.waiting()) {
      if (tabId !== undefined && document.tabId !== tabId) continue
      const is = await say(document)
      if (is === 'gone') await proposals.documentGone(document)
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
  }
}
