import { type RelayCall, type RelayReply, walletChannel } from '../page/wallet-messages.ts'
import type { PageMemory } from './page-memory.ts'
import type { PagePorts } from './page-ports.ts'

const lookEveryMs = 200
/** A tab that was there may be loading. */
const looksAtKnownTab = 5
/** 15 s for a new one, well below the five minutes an event may take. */
const looksAtNewTab = 75

/** Speaks to the relay in a tab. */
export interface PageChannel {
  /** The ids the tab's document was asked; null when nobody answers there. The answer to `id` is given once more. */
  look(tabId: number, id?: string): Promise<readonly string[] | null>
  send(tabId: number, call: RelayCall): Promise<readonly string[] | null>
}

/** The wallet page's tab: found, opened, spoken to. */
export interface PageTab extends PageChannel {
  /** The tab with the page's relay in it, in front of its window; opened when there is none; null when the page does not come. */
  reach(): Promise<number | null>
  /** The tab the person picked for this other site, in front of its window; null when it is gone. Opens none. */
  reachOf(origin: string): Promise<number | null>
  /** Brings the wallet page's tab and window to the front, or those of another site; false when it is nowhere. */
  show(origin: string | null): Promise<boolean>
}

export function pageTab(
  url: string | null,
  memory: PageMemory,
  { tabs, windows, wait }: Pick<PagePorts, 'tabs' | 'windows' | 'wait'>,
): PageTab {
  let reaching: Promise<number | null> | null = null

  async function send(tabId: number, call: RelayCall): Promise<readonly string[] | null> {
    try {
      const reply = await tabs.sendMessage(tabId, call, { frameId: 0 })
      return isRelayReply(reply) ? reply.known : null
    } catch {
      // The browser's way to say that no relay of ours listens there.
      return null
    }
  }

  async function look(tabId: number, looks: number, id?: string): Promise<readonly string[] | null> {
    for (let done = 1; ; done += 1) {
      const known = await send(tabId, { channel: walletChannel, kind: 'look', id })
      if (known !== null || done >= looks) return known
      await wait(lookEveryMs)
    }
  }

  /** Brings a tab in which a relay of ours answers in front of its window; null where none does. */
  async function front(known: number | null): Promise<number | null> {
    if (known === null || (await look(known, looksAtKnownTab)) === null) return null
    await tabs.update(known, { active: true })
    return known
  }

  async function findOrOpen(): Promise<number | null> {
    const known = await front(memory.tabId())
    if (known !== null || url === null) return known
    const opened = (await tabs.create({ url, active: true })).id
    if (opened === undefined) return null
    await memory.setTab(opened)
    return (await look(opened, looksAtNewTab)) === null ? null : opened
  }

  return {
    // Two requests at once share one tab.
    reach() {
      reaching ??= findOrOpen().finally(() => {
        reaching = null
      })
      return reaching
    },
    look: (tabId, id) => look(tabId, looksAtKnownTab, id),
    send,
    reachOf: (origin) => front(memory.tabOf(origin)),
    async show(origin) {
      const known = origin === null ? memory.tabId() : memory.tabOf(origin)
      if (known === null || (await look(known, 1)) === null) return false
      const { windowId } = await tabs.update(known, { active: true })
      if (windowId !== undefined) await windows.update(windowId, { focused: true })
      return true
    },
  }
}

function isRelayReply(reply: unknown): reply is RelayReply {
  return typeof reply === 'object' && reply !== null && 'known' in reply && Array.isArray(reply.known)
}
