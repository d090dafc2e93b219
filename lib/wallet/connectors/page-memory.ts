import * as v from 'valibot'
import type { PickedTab } from '../account.ts'
import type { PagePorts } from './page-ports.ts'

export const pageMemoryKey = 'walletPageAsked'
const keptIds = 100
const keptTabs = 20

const memory = v.object({
  tabId: v.nullable(v.number()),
  watched: v.nullable(v.string()),
  picked: v.optional(v.array(v.object({ tabId: v.number(), origin: v.string() })), []),
  asked: v.array(
    v.object({
      requestId: v.string(),
      tabId: v.number(),
      isAsked: v.boolean(),
      isAnswered: v.boolean(),
    }),
  ),
})

export interface AskedInPage {
  readonly requestId: string
  readonly tabId: number
  /** Whether the method itself was on its way, and not only the steps before it. */
  readonly isAsked: boolean
  readonly isAnswered: boolean
}

/** What outlives the worker: the wallet page's tab, those the person picked, and which request went to which tab. */
export interface PageMemory {
  /** The tab the wallet page was last seen in. */
  tabId(): number | null
  setTab(tabId: number): Promise<void>
  /** The tab the person picked for this other site; null where none was. */
  tabOf(origin: string): number | null
  /** Whether the person picked this tab while it showed this site. */
  isPicked(tab: PickedTab): boolean
  /** From now on this tab is the one of its site, and of no other. */
  pick(tab: PickedTab): Promise<void>
  find(requestId: string): AskedInPage | undefined
  /** Everything whose method was asked and is not answered yet. */
  waiting(): readonly AskedInPage[]
  begin(requestId: string, tabId: number): Promise<void>
  asked(requestId: string): Promise<void>
  answered(requestId: string): Promise<void>
  /** `rdns` of the connected wallet, whose account and chain are followed. */
  watched(): string | null
  watch(rdns: string | null): Promise<void>
}

/** Reads the memory back. What cannot be read counts as empty. */
export async function openPageMemory(storage: PagePorts['storage']): Promise<PageMemory> {
  const kept = v.safeParse(memory, (await storage.get(pageMemoryKey))[pageMemoryKey])
  let tab = kept.success ? kept.output.tabId : null
  let all: readonly AskedInPage[] = kept.success ? kept.output.asked : []
  let watched = kept.success ? kept.output.watched : null
  let picked: readonly PickedTab[] = kept.success ? kept.output.picked : []

  const save = (): Promise<void> =>
    storage.set({ [pageMemoryKey]: { tabId: tab, watched, picked, asked: all } })

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
      picked = [...others, chosen].slice(-keptTabs)
      await save()
    },
    find: (requestId) => all.find((each) => each.requestId === requestId),
    waiting: () => all.filter((each) => each.isAsked && !each.isAnswered),
    async begin(requestId, tabId) {
      all = [...all, { requestId, tabId, isAsked: false, isAnswered: false }].slice(-keptIds)
      await save()
    },
    async asked(requestId) {
      const before = all
      all = all.map((each) => (each.requestId === requestId ? { ...each, isAsked: true } : each))
      try {
        await save()
      } catch (thrown) {
        // What is not written down will not be asked.
        all = before
        throw thrown
      }
    },
    async answered(requestId) {
      if (all.every((each) => each.requestId !== requestId || each.isAnswered)) return
      all = all.map((each) => (each.requestId === requestId ? { ...each, isAnswered: true } : each))
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
