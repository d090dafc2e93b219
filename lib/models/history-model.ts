import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import { entryOfOrder, type HistoryEntry } from '../history/history-entry.ts'
import { fits, type HistoryFilter, noFilter } from '../history/history-filter.ts'
import type { HistoryStatistics, StatisticsRange } from '../history/history-statistics.ts'
import type { ViewPush } from '../rpc/messages.ts'
import type { Account } from '../wallet/port.ts'
import type { ViewPorts } from './view-ports.ts'

const pageSize = 30
const typingMs = 200

export type HistoryModel = ReturnType<typeof createHistoryModel>

/**
 * Creates the model of the history, paged from both sides: ours from the database, and the service's once the user
 * asks for it. Nothing is shown that is older than what the service has told so far, so that a line never appears above
 * one already read.
 */
export function createHistoryModel({
  client,
  timers,
  account,
}: Pick<ViewPorts, 'client' | 'timers'> & { account: ReadonlySignal<Account | null> }) {
  const byKey = signal<ReadonlyMap<string, HistoryEntry>>(new Map())
  const filter = signal<HistoryFilter>(noFilter)
  const state = signal<'loading' | 'more' | 'end' | 'failed'>('loading')
  const problem = signal<ProblemData | null>(null)
  const isCut = signal(false)
  const statistics = signal<HistoryStatistics | null>(null)
  /** How far back they are told; null while nobody wants to see them, since all lines of it are read. */
  const pictured = signal<StatisticsRange | null>(null)
  /** How far the service's side is read. */
  const service = signal<'unasked' | 'asking' | 'more' | 'end' | 'failed'>('unasked')
  const serviceProblem = signal<ProblemData | null>(null)
  const serviceCount = signal(0)
  /** The oldest moment the service has told of so far; null once it is read to its end, or not asked. */
  let floorMs: number | null = null
  let pageNumber = 0
  let lastMark = ''
  let after: string | null = null
  /** Counts the readings from the top: an answer to an older one is not shown. */
  let reading = 0
  let stopWaiting = () => {}

  /** One page: asked for on until it is full, since a filter may have to look far for the next line. */
  async function readPage(): Promise<void> {
    const mine = reading
    state.value = 'loading'
    try {
      for (let missing = pageSize; ; ) {
        const isFirst = after === null
        const asked = { filter: filter.value, after, floorMs, limit: missing }
        const page = await client.send('history', asked)
        if (mine !== reading) return
        missing -= page.entries.length
        batch(() => {
          byKey.value = merged(isFirst ? new Map() : byKey.value, page.entries)
          const last = page.entries.at(-1)?.key
          after = page.next ?? (last === undefined ? after : `${last}\0`)
          isCut.value = page.isCut
          problem.value = null
        })
        if (page.next !== null && missing > 0) continue
        state.value = page.next !== null || floorMs !== null ? 'more' : 'end'
        return
      }
    } catch (thrown) {
      if (mine !== reading) return
      problem.value = problemData(thrown)
      state.value = 'failed'
    }
  }

  async function reload(): Promise<void> {
    reading += 1
    after = null
    await readPage()
  }

  async function readStatistics(): Promise<void> {
    const range = pictured.value
    if (range === null) return
    try {
      const read = await client.send('historyStatistics', { range })
      if (pictured.value === range) statistics.value = read
    } catch (thrown) {
      problem.value = problemData(thrown)
    }
  }

  /** One more page of the service's side; false where it failed. */
  async function readService(): Promise<boolean> {
    service.value = 'asking'
    serviceProblem.value = null
    try {
      const page = await client.send('readServiceHistory', { pageNumber: pageNumber + 1 })
      pageNumber += 1
      // A page that repeats the one before comes from a service that knows one page only.
      const isRepeated = page.mark === lastMark
      const isEnd = page.isLast || page.count === 0 || isRepeated
      lastMark = page.mark
      if (!isRepeated) serviceCount.value += page.count
      floorMs = isEnd ? null : lower(floorMs, page.oldestMs)
      service.value = isEnd ? 'end' : 'more'
      return true
    } catch (thrown) {
      floorMs = null
      serviceProblem.value = problemData(thrown)
      service.value = 'failed'
      return false
    }
  }

  const stopListening = client.subscribe(
    (push: ViewPush) => {
      if (push.kind === 'wiped') {
        statistics.value = null
        void reload().then(readStatistics)
      }
      if (push.kind !== 'order') return
      const { order } = push
      const requestHash = order.requestHash === '' ? null : order.requestHash
      const key = entryOfOrder({ ...order, requestHash }, null).key
      const known = byKey.value.get(key)
      if (known !== undefined && known.rev > order.rev) return
      const entry = entryOfOrder({ ...order, requestHash }, known?.item ?? null)
      // Older than what is read so far: its page brings it.
      if (known === undefined && after !== null && key >= after && state.value !== 'end') return
      const next = new Map(byKey.value)
      if (fits(entry, filter.value)) next.set(key, entry)
      else next.delete(key)
      byKey.value = next
    },
    () => void reload(),
  )
  let askedFor = account.peek()?.address
  const stopWatching = effect(() => {
    const address = account.value?.address
    if (address === askedFor) return
    askedFor = address
    // Another account has another past: it is asked for again, or not.
    untracked(forgetService)
  })
  void reload()

  function forgetService(): void {
    pageNumber = 0
    lastMark = ''
    floorMs = null
    serviceCount.value = 0
    serviceProblem.value = null
    service.value = 'unasked'
  }

  return {
    entries: computed(() => [...byKey.value.values()].sort((a, b) => (a.key < b.key ? -1 : 1))),
    filter,
    isFiltered: computed(() => Object.values(filter.value).some((value) => value !== null && value !== '')),
    /** How many narrow it besides the text. */
    narrowCount: computed(
      () => Object.entries(filter.value).filter(([name, value]) => name !== 'text' && value !== null).length,
    ),
    state,
    problem,
    isCut,
    statistics,
    pictured,
    /** Null for none any more. */
    showPictures(range: StatisticsRange | null): void {
      pictured.value = range
      statistics.value = null
      void readStatistics()
    },
    service,
    serviceProblem,
    serviceCount,
    /** Whether there is an account whose past could be asked for. */
    mayAskService: computed(() => account.value !== null),
    reload,
    setFilter(part: Partial<HistoryFilter>): void {
      filter.value = { ...filter.value, ...part }
      stopWaiting()
      if (part.text === undefined) void reload()
      else stopWaiting = timers.after(typingMs, () => void reload())
    },
    clearFilter(): void {
      stopWaiting()
      filter.value = noFilter
      void reload()
    },
    /** From the top, with the service's side; its pages come along with ours from then on. */
    async askService(): Promise<void> {
      if (service.value === 'asking') return
      if (service.value !== 'failed') forgetService()
      await readService()
      await reload()
      await readStatistics()
    },
    /** The next page: first the service's, where ours has come as far back as the service has told. */
    async loadMore(): Promise<void> {
      if (state.value === 'loading') return
      const mine = reading
      const before = byKey.value.size
      if (state.value === 'failed' && before === 0) return reload()
      await readPage()
      if (mine !== reading || state.value !== 'more' || byKey.value.size - before >= pageSize) return
      if (service.value === 'more' && (await readService()) && mine === reading) await readPage()
    },
    exportPiece: (format: 'csv' | 'json', after: string | null) =>
      client.send('exportHistory', { filter: filter.value, format, after }),
    dispose(): void {
      stopWaiting()
      stopWatching()
      stopListening()
    },
  }
}

function merged(
  known: ReadonlyMap<string, HistoryEntry>,
  read: readonly HistoryEntry[],
): ReadonlyMap<string, HistoryEntry> {
  const next = new Map(known)
  for (const entry of read) if ((next.get(entry.key)?.rev ?? 0) <= entry.rev) next.set(entry.key, entry)
  return next
}

/** The service's pages go back in time; one without times tells nothing of how far. */
function lower(floorMs: number | null, oldestMs: number | null): number | null {
  if (oldestMs === null) return floorMs ?? 0
  return floorMs === null ? oldestMs : Math.min(floorMs, oldestMs)
}
