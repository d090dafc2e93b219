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

/** Keys of the index that one page reads at most, or little more. */
const mostKeysRead = 2_048

interface EntryPage {
  /** Fewer than asked for where much had to be looked through for them; the page is over where `next` is null. */
  readonly entries: readonly HistoryEntry[]
  /** Where to go on; null at the end. */
  readonly next: string | null
  /** More tokens, addresses or ids begin like that than were looked at: more letters find the rest. */
  readonly isCut: boolean
}

interface PageQuery {
  readonly filter: HistoryFilter
  /** `next` of the page before; null for the first page. */
  readonly after: string | null
  /** Nothing that began before this moment. */
  readonly floorMs: number | null
  readonly limit: number
}

/** The lines of the history in IndexedDB, newest first. Every method rejects with `storageFailed`. */
export interface Entries {
  page(query: PageQuery): Promise<EntryPage>
  read(key: string): Promise<HistoryEntry | null>
  /** The newest entries with exactly this term. */
  newest(term: string, limit: number): Promise<readonly HistoryEntry[]>
  /** Keeps what the service remembers. */
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
  // Out of breath before the page was full: the rest is another question's.
  if (key === undefined && found.length <= limit)
    return { ...pageOf(found, limit, isCut), next: keys.reached() }
  return pageOf(found, limit, isCut)
}

/** One more than asked for was read, to know whether there is more; what cannot be read is left out of what there is. */
function pageOf(rows: readonly EntryRow[], limit: number, isCut: boolean): EntryPage {
  const entries = rows.slice(0, limit).flatMap((row) => entryIn(row) ?? [])
  return { entries, next: rows[limit]?.key ?? null, isCut }
}

/**
 * Returns the keys of entries that fit two words. Two tokens that are each in every second entry are looked up as a
 * pair: hopping from one to the other would go through all of them where they were never swapped for each other.
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
  // One token may fit both words by itself.
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
