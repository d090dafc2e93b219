import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { HistoryEntry } from '../history/entry-shape.ts'
import { createOrderEntry } from '../history/history-entry.ts'
import { matchesFilter, noFilter } from '../history/history-filter.ts'
import type { HistoryFilter } from '../history/history-filter-shape.ts'
import type { OrderView } from '../order/order-view.ts'
import type { ViewPush } from '../rpc/messages.ts'
import type { UnreadableOrder } from '../storage/rescue.ts'
import type { AppModel } from './app-model.ts'
import { createHistoryStatistics } from './experience-model.ts'
import { createGeneration } from './generation.ts'
import { createLifetime, type Lifetime, type NewestWait } from './lifetime.ts'

const pageSize = 30
const typingMs = 200

type Lines = ReadonlyMap<string, HistoryEntry>

export type HistoryModel = ReturnType<typeof createHistoryModel>

/**
 * Creates the model of the history, paged from two sides: Ferry's own from the database, and the service's after the user
 * requests it. It shows nothing older than the service's oldest page so far, so that no entry appears above one that was
 * already read.
 */
export function createHistoryModel(app: AppModel) {
  const { client, timers } = app
  const life = createLifetime()
  const side = createServiceSide(app, life)
  const filtering = createFiltering(life.wait(timers), () => void reload())
  const { filter } = filtering
  const { byKey, join, end, readPage, refresh, isRefreshFailed, reload, take, ...pages } = createPages(
    app,
    filter,
    side.floorMs,
  )
  const { state } = pages
  const { readStatistics, forgetStatistics, ...pictures } = createHistoryStatistics(client)

  const onPush = (push: ViewPush): void => {
    if (push.kind === 'order') take(push.order)
    if (push.kind !== 'wiped') return
    forgetStatistics()
    void reload().then(readStatistics)
  }
  life.own(client.subscribe(onPush, () => void refresh()))
  life.own(end)
  void reload()

  const unreadable = signal<readonly UnreadableOrder[] | null>(null)
  const unreadableProblem = signal<ProblemData | null>(null)
  void life.generation().take(client.send('unreadable', null), unreadableProblem, (found) => {
    unreadable.value = found
  })

  return {
    entries: computed(() => [...byKey.value.values()].sort((a, b) => (a.key < b.key ? -1 : 1))),
    ...filtering,
    ...pages,
    ...pictures,
    service: side.state,
    serviceProblem: side.problem,
    serviceCount: side.count,
    canRequestService: computed(() => app.start.account.value !== null),
    /** Stored swaps that Ferry cannot read; null while unknown. */
    unreadable,
    unreadableProblem,
    reload,
    /** Reads from the start with the service's side; later pages include both sides. */
    async requestServiceHistory(): Promise<void> {
      if (side.state.value === 'asking') return
      if (side.state.value !== 'failed') side.forget()
      await side.read()
      await reload()
      await readStatistics()
    },
    /** Reads the next page. Reads the service's first where Ferry's own side has reached the oldest page of the service. */
    async loadMore(): Promise<void> {
      if (state.value === 'loading' || state.value === 'loadingMore') return
      const isCurrent = join()
      const before = byKey.value.size
      if (state.value === 'failed' && before === 0) return reload()
      if (isRefreshFailed()) {
        await refresh()
        // The place of the next page is intact, unless that page failed too.
        if (!isCurrent() || isRefreshFailed() || state.value !== 'failed') return
      }
      await readPage()
      if (!isCurrent() || state.value !== 'more' || byKey.value.size - before >= pageSize) return
      if (side.state.value === 'more' && (await side.read()) && isCurrent()) await readPage()
    },
    /** Reads the pieces of one file. A filter that changes meanwhile does not change the rest of the file. */
    createExport: (wanted: HistoryFilter) => (format: 'csv' | 'json', after: string | null) =>
      client.send('exportHistory', { filter: wanted, format, after }),
    dispose: life.dispose,
  }
}

/** Creates the filter. `changed` is called after the typing pause, and immediately for other changes. */
function createFiltering(rest: NewestWait, changed: () => void) {
  const filter = signal<HistoryFilter>(noFilter)
  return {
    filter,
    isFiltered: computed(() => Object.values(filter.value).some((value) => value !== null && value !== '')),
    /** Number of active filters, without the text. */
    narrowCount: computed(
      () => Object.entries(filter.value).filter(([name, value]) => name !== 'text' && value !== null).length,
    ),
    setFilter(part: Partial<HistoryFilter>): void {
      filter.value = { ...filter.value, ...part }
      rest.stop()
      if (part.text === undefined) changed()
      else rest.start(typingMs, changed)
    },
    clearFilter(): void {
      rest.stop()
      filter.value = noFilter
      changed()
    },
  }
}

function createPages(
  { client }: AppModel,
  filter: ReadonlySignal<HistoryFilter>,
  floorMs: () => number | null,
) {
  const byKey = signal<Lines>(new Map())
  const state = signal<'loading' | 'loadingMore' | 'more' | 'end' | 'failed'>('loading')
  const problem = signal<ProblemData | null>(null)
  /** The newest refresh, if it failed, and whether it runs again. */
  const failedRefresh = signal<{ readonly problem: ProblemData; readonly isRunning: boolean } | null>(null)
  let after: string | null = null
  /** Orders that changed while the first page was read: its answer may be older. */
  let pushed: readonly OrderView[] = []
  const readings = createGeneration()

  /** Reads one full page. A filter may need several requests to fill it. */
  async function readPage(): Promise<void> {
    const isCurrent = readings.join()
    state.value = after === null ? 'loading' : 'loadingMore'
    try {
      for (let missing = pageSize; ; ) {
        const isFirst = after === null
        const requested = { filter: filter.value, after, floorMs: floorMs(), limit: missing }
        const page = await client.send('history', requested)
        if (!isCurrent()) return
        missing -= page.entries.length
        batch(() => {
          byKey.value = merged(isFirst ? new Map() : byKey.value, page.entries)
          const last = page.entries.at(-1)?.key
          after = page.next ?? (last === undefined ? after : `${last}\0`)
          problem.value = null
        })
        if (page.next !== null && missing > 0) continue
        state.value = page.next !== null || floorMs() !== null ? 'more' : 'end'
        pushed.forEach(take)
        pushed = []
        return
      }
    } catch (thrown) {
      if (!isCurrent()) return
      problem.value = toProblemData(thrown)
      state.value = 'failed'
    }
  }

  async function reload(): Promise<void> {
    readings.end()
    pushed = []
    after = null
    failedRefresh.value = null
    await readPage()
  }

  /** Reads the newest page again, as after lost pushes. All rows stay, and so does the place of the next page. */
  async function refresh(): Promise<void> {
    if (after === null) return reload()
    const isCurrent = readings.join()
    const before = failedRefresh.value
    if (before !== null) failedRefresh.value = { ...before, isRunning: true }
    try {
      const requested = { filter: filter.value, after: null, floorMs: floorMs(), limit: pageSize }
      const page = await client.send('history', requested)
      if (!isCurrent()) return
      byKey.value = merged(byKey.value, page.entries)
      failedRefresh.value = null
    } catch (thrown) {
      if (isCurrent()) failedRefresh.value = { problem: toProblemData(thrown), isRunning: false }
    }
  }

  /** Shows the current state of an order. An order older than the pages read so far comes with its page. */
  function take(order: OrderView): void {
    if (state.value === 'loading') pushed = [...pushed, order]
    const isUnread = (key: string) => after !== null && key >= after && state.value !== 'end'
    byKey.value = withOrder(byKey.value, order, filter.value, isUnread)
  }

  return {
    byKey,
    state: computed(() => {
      const isReading = state.value === 'loading' || state.value === 'loadingMore'
      if (isReading || failedRefresh.value === null) return state.value
      return failedRefresh.value.isRunning ? 'loadingMore' : 'failed'
    }),
    problem: computed(() => problem.value ?? failedRefresh.value?.problem ?? null),
    isRefreshFailed: () => failedRefresh.value !== null,
    join: readings.join,
    end: readings.end,
    readPage,
    refresh,
    reload,
    take,
  }
}

function withOrder(
  known: Lines,
  order: OrderView,
  filter: HistoryFilter,
  isUnread: (key: string) => boolean,
): Lines {
  const named = { ...order, requestHash: order.requestHash === '' ? null : order.requestHash }
  const { key } = createOrderEntry(named, null)
  const before = known.get(key)
  if (before === undefined ? isUnread(key) : before.rev > order.rev) return known
  const entry = createOrderEntry(named, before?.item ?? null)
  const next = new Map(known)
  if (matchesFilter(entry, filter)) next.set(key, entry)
  else next.delete(key)
  return next
}

function merged(known: Lines, read: readonly HistoryEntry[]): Lines {
  const next = new Map(known)
  for (const entry of read) if ((next.get(entry.key)?.rev ?? 0) <= entry.rev) next.set(entry.key, entry)
  return next
}

function createServiceSide({ client, start }: AppModel, life: Lifetime) {
  const state = signal<'unasked' | 'asking' | 'more' | 'end' | 'failed'>('unasked')
  const problem = signal<ProblemData | null>(null)
  const count = signal(0)
  /** Time of the oldest row so far; null once read to the end, or not requested. */
  let floorMs: number | null = null
  let pageNumber = 0
  let lastMark = ''

  function forget(): void {
    pageNumber = 0
    lastMark = ''
    floorMs = null
    count.value = 0
    problem.value = null
    state.value = 'unasked'
  }

  // Another account has another history, which the user may request.
  const address = computed(() => start.account.value?.address)
  const owned = life.generation(() => address.value)
  life.watch(() => address.value, forget)

  return {
    state,
    problem,
    count,
    floorMs: () => floorMs,
    forget,
    /** Reads one more page; false where that failed. */
    async read(): Promise<boolean> {
      const isCurrent = owned.begin()
      state.value = 'asking'
      try {
        const page = await client.send('readServiceHistory', { pageNumber: pageNumber + 1 })
        if (!isCurrent()) return false
        pageNumber += 1
        // A service with a single page repeats it for each page number.
        const isRepeated = page.fingerprint === lastMark
        const isEnd = page.isLastUsed || page.count === 0 || isRepeated
        lastMark = page.fingerprint
        if (!isRepeated) count.value += page.count
        floorMs = isEnd ? null : lower(floorMs, page.oldestMs)
        state.value = isEnd ? 'end' : 'more'
        problem.value = null
        return true
      } catch (thrown) {
        if (!isCurrent()) return false
        floorMs = null
        problem.value = toProblemData(thrown)
        state.value = 'failed'
        return false
      }
    },
  }
}

/** The service's pages go back in time; one without times gives no lower bound. */
function lower(floorMs: number | null, oldestMs: number | null): number | null {
  if (oldestMs === null) return floorMs ?? 0
  return floorMs === null ? oldestMs : Math.min(floorMs, oldestMs)
}
