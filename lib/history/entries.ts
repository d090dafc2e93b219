import { type Database, type EntryRow, onDatabase } from '../storage/database.ts'
import {
  allOf,
  anyOf,
  type EntryKeys,
  keysOfTerm,
  type ReadBudget,
  seek,
  type TermIndex,
  termsLike,
} from './entry-keys.ts'
import { entryIn, putItem } from './entry-rows.ts'
import type { HistoryEntry, PastServiceRequest } from './history-entry.ts'
import {
  choicesOf,
  type HistoryFilter,
  keyBounds,
  pairStart,
  symbolOf,
  type TermQuery,
  wordsOf,
} from './history-filter.ts'

/** Limit of index keys that one page reads. The last batch may exceed it a little. */
const mostKeysRead = 2_048

interface EntryPage {
  /** Can be fewer than `limit` when the read budget ended first. The history ends where `next` is null. */
  readonly entries: readonly HistoryEntry[]
  /** Start of the next page; null at the end. */
  readonly next: string | null
  /**
   * More than 50 tokens, addresses or ids begin like the text, and only 50 were searched. A longer text finds the
   * others.
   */
  readonly isCut: boolean
}

interface PageQuery {
  readonly filter: HistoryFilter
  /** `next` of the previous page; null for the first page. */
  readonly after: string | null
  /** Leaves out entries that began before this time. */
  readonly floorMs: number | null
  readonly limit: number
}

/** Stored history entries, newest first. Every method rejects with `storageFailed`. */
export interface Entries {
  page(query: PageQuery): Promise<EntryPage>
  read(key: string): Promise<HistoryEntry | null>
  /** Returns the newest entries that have exactly this term. */
  newest(term: string, limit: number): Promise<readonly HistoryEntry[]>
  /** Stores requests from the service's history. */
  take(items: readonly PastServiceRequest[]): Promise<void>
}

export function createEntries(database: () => Promise<Database>, mostKeys = mostKeysRead): Entries {
  const stored = onDatabase(database)
  return {
    page: (query) => stored((opened) => page(opened, query, { left: mostKeys })),
    read: (key) => stored(async (opened) => entryIn(await opened.get('entries', key))),
    newest: (term, limit) =>
      stored(async (opened) => {
        const range = IDBKeyRange.bound(`${term}/`, `${term}0`, false, true)
        const rows = await opened.getAllFromIndex('entries', 'byTerm', range, limit)
        return rows.flatMap((row) => entryIn(row) ?? [])
      }),
    take: (items) =>
      stored(async (opened) => {
        const transaction = opened.transaction(['orders', 'entries'], 'readwrite', { durability: 'relaxed' })
        for (const item of items) await putItem(transaction.objectStore('entries'), item)
        await transaction.done
      }),
  }
}

async function page(
  database: Database,
  { filter, after, floorMs, limit }: PageQuery,
  budget: ReadBudget,
): Promise<EntryPage> {
  const fromMs = Math.max(filter.fromMs ?? 0, floorMs ?? 0)
  const { first, end } = keyBounds({ fromMs, untilMs: filter.untilMs })
  const from = after === null || after < first ? first : after
  const store = database.transaction('entries').store
  const [choices, words] = [choicesOf(filter), wordsOf(filter)]
  if (choices.length + words.length === 0) {
    const until = end ?? '\uffff'
    const rows =
      from < until ? await store.getAll(IDBKeyRange.bound(from, until, false, true), limit + 1) : []
    return pageOf(rows, limit, false)
  }
  const index = store.index('byTerm')
  let isCut = false
  const parts = []
  const [one, other] = words
  const isPair = one !== undefined && other !== undefined
  if (isPair) {
    const pair = await keysOfPair(index, [one, other], end, budget)
    isCut ||= pair.isCut
    parts.push(pair.keys)
  }
  for (const queries of [...choices, ...(isPair ? words.slice(2) : words)]) {
    const like = await termsLike(index, queries)
    isCut ||= like.isCut
    parts.push(anyOf(like.terms.map((term) => keysOfTerm(index, term, end, budget))))
  }
  const keys = allOf(parts)
  const found: EntryRow[] = []
  let key = await seek(keys, from, budget)
  while (typeof key === 'string' && found.length <= limit) {
    const row = await store.get(key)
    if (row !== undefined) found.push(row)
    key = await seek(keys, `${key}\0`, budget)
  }
  // The read budget ended before the page was full. The next page continues from here.
  if (key === undefined && found.length <= limit)
    return { ...pageOf(found, limit, isCut), next: keys.reached() }
  return pageOf(found, limit, isCut)
}

/** `rows` holds one more row than `limit`, which tells whether a next page exists. Unreadable rows are left out. */
function pageOf(rows: readonly EntryRow[], limit: number, isCut: boolean): EntryPage {
  const entries = rows.slice(0, limit).flatMap((row) => entryIn(row) ?? [])
  return { entries, next: rows[limit]?.key ?? null, isCut }
}

/**
 * Returns the keys of entries that match two words. A token pair has a term of its own. Without it, two frequent tokens
 * that were never swapped for each other would cost a read of all their keys.
 */
async function keysOfPair(
  index: TermIndex,
  [one, other]: readonly [readonly TermQuery[], readonly TermQuery[]],
  end: string | null,
  budget: ReadBudget,
): Promise<{ readonly keys: EntryKeys; readonly isCut: boolean }> {
  const [here, there] = [await termsLike(index, one), await termsLike(index, other)]
  const isSymbol = (term: string) => symbolOf(term) !== null
  const symbols = here.terms.filter(isSymbol)
  const seconds = other.flatMap(({ start }) => symbolOf(start) ?? [])
  const starts = symbols.flatMap((term) =>
    seconds.map((second) => ({ start: pairStart(symbolOf(term) ?? '', second), isExact: false })),
  )
  const pairs = await termsLike(index, starts)
  // One symbol can match both words.
  const alone = symbols.filter((term) => there.terms.includes(term))
  const keysOf = (terms: readonly string[]) =>
    anyOf(terms.map((term) => keysOfTerm(index, term, end, budget)))
  const parts: EntryKeys[] = [keysOf([...pairs.terms, ...alone])]
  const rest = here.terms.filter((term) => !isSymbol(term))
  const thereRest = there.terms.filter((term) => !isSymbol(term))
  if (rest.length > 0) parts.push(allOf([keysOf(rest), keysOf(there.terms)]))
  if (thereRest.length > 0) parts.push(allOf([keysOf(symbols), keysOf(thereRest)]))
  return { keys: anyOf(parts), isCut: here.isCut || there.isCut || pairs.isCut }
}
