import { createDatabaseAccess, type Database, type EntryRow } from '../storage/database.ts'
import {
  type EntryKeys,
  findTerms,
  intersectionOf,
  keysOfTerm,
  type ReadBudget,
  seek,
  type TermIndex,
  unionOf,
} from './entry-keys.ts'
import { putItem, readEntry } from './entry-rows.ts'
import type { HistoryEntry, PastServiceRequest } from './entry-shape.ts'
import {
  choiceTermsOf,
  keyBounds,
  pairTerm,
  symbolOf,
  type TermQuery,
  textTermsOf,
} from './history-filter.ts'
import type { HistoryFilter } from './history-filter-shape.ts'

/** Limit of index keys that one page reads. The last batch may exceed it a little. */
const maxKeysPerPage = 2_048

export interface EntryPage {
  /** Can be fewer than `limit` when the read budget ended first. The history ends where `next` is null. */
  readonly entries: readonly HistoryEntry[]
  readonly next: string | null
}

interface PageQuery {
  readonly filter: HistoryFilter
  readonly after: string | null
  /** Leaves out entries that began before this time. */
  readonly floorMs: number | null
  readonly limit: number
}

/** Stored history entries, newest first. Every method rejects with `storageFailed`. */
export type Entries = ReturnType<typeof createEntries>

export function createEntries(database: () => Promise<Database>, mostKeys = maxKeysPerPage) {
  const stored = createDatabaseAccess(database)
  return {
    readPage: (query: PageQuery): Promise<EntryPage> =>
      stored((opened) => readPage(opened, query, { keysLeft: mostKeys })),
    read: (key: string): Promise<HistoryEntry | null> =>
      stored(async (opened) => readEntry(await opened.get('entries', key))),
    readNewest: (term: string, limit: number): Promise<readonly HistoryEntry[]> =>
      stored(async (opened) => {
        const range = IDBKeyRange.bound(`${term}/`, `${term}0`, false, true)
        const rows = await opened.getAllFromIndex('entries', 'byTerm', range, limit)
        return rows.flatMap((row) => readEntry(row) ?? [])
      }),
    storeRequests: (items: readonly PastServiceRequest[]): Promise<void> =>
      stored(async (opened) => {
        const transaction = opened.transaction(['orders', 'entries'], 'readwrite', { durability: 'relaxed' })
        for (const item of items) await putItem(transaction.objectStore('entries'), item)
        await transaction.done
      }),
  }
}

async function readPage(
  database: Database,
  { filter, after, floorMs, limit }: PageQuery,
  budget: ReadBudget,
): Promise<EntryPage> {
  const fromMs = Math.max(filter.fromMs ?? 0, floorMs ?? 0)
  const { first, end } = keyBounds({ fromMs, untilMs: filter.untilMs })
  const from = after === null || after < first ? first : after
  const store = database.transaction('entries').store
  const [choices, words] = [choiceTermsOf(filter), textTermsOf(filter)]
  if (choices.length + words.length === 0) {
    const until = end ?? '\uffff'
    const rows =
      from < until ? await store.getAll(IDBKeyRange.bound(from, until, false, true), limit + 1) : []
    return createPage(rows, limit)
  }
  const index = store.index('byTerm')
  const parts = []
  const [one, other] = words
  const isPair = one !== undefined && other !== undefined
  if (isPair) parts.push(await findPairKeys(index, [one, other], end, budget))
  for (const queries of [...choices, ...(isPair ? words.slice(2) : words)]) {
    const terms = await findTerms(index, queries)
    parts.push(unionOf(terms.map((term) => keysOfTerm(index, term, end, budget))))
  }
  const keys = intersectionOf(parts)
  const found: EntryRow[] = []
  let key = await seek(keys, from, budget)
  while (typeof key === 'string' && found.length <= limit) {
    const row = await store.get(key)
    if (row !== undefined) found.push(row)
    key = await seek(keys, `${key}\0`, budget)
  }
  // The read budget ended before the page was full. The next page continues from here.
  if (key === undefined && found.length <= limit)
    return { ...createPage(found, limit), next: keys.position() }
  return createPage(found, limit)
}

/** `rows` holds one more row than `limit`, which tells whether a next page exists. Unreadable rows are left out. */
function createPage(rows: readonly EntryRow[], limit: number): EntryPage {
  const entries = rows.slice(0, limit).flatMap((row) => readEntry(row) ?? [])
  return { entries, next: rows[limit]?.key ?? null }
}

/**
 * Returns the keys of entries that match two words. A token pair has a term of its own. Without it, two frequent tokens
 * that were never swapped for each other would cost a read of all their keys.
 */
async function findPairKeys(
  index: TermIndex,
  [one, other]: readonly [readonly TermQuery[], readonly TermQuery[]],
  end: string | null,
  budget: ReadBudget,
): Promise<EntryKeys> {
  const [firstMatches, secondMatches] = [await findTerms(index, one), await findTerms(index, other)]
  const isSymbol = (term: string) => symbolOf(term) !== null
  const symbols = firstMatches.filter(isSymbol)
  const seconds = other.flatMap(({ start }) => symbolOf(start) ?? [])
  const pairQueries = symbols.flatMap((term) =>
    seconds.map((second) => ({ start: pairTerm(symbolOf(term) ?? '', second), isExact: false })),
  )
  const pairs = await findTerms(index, pairQueries)
  // One symbol can match both words.
  const inBoth = symbols.filter((term) => secondMatches.includes(term))
  const keysOf = (terms: readonly string[]) =>
    unionOf(terms.map((term) => keysOfTerm(index, term, end, budget)))
  const parts: EntryKeys[] = [keysOf([...pairs, ...inBoth])]
  const firstOthers = firstMatches.filter((term) => !isSymbol(term))
  const secondOthers = secondMatches.filter((term) => !isSymbol(term))
  if (firstOthers.length > 0) parts.push(intersectionOf([keysOf(firstOthers), keysOf(secondMatches)]))
  if (secondOthers.length > 0) parts.push(intersectionOf([keysOf(symbols), keysOf(secondOthers)]))
  return unionOf(parts)
}
