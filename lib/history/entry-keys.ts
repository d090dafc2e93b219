import type { IDBPIndex } from 'idb'
import type { FerrySchema } from '../storage/database.ts'
import type { TermQuery } from './history-filter.ts'

export type TermIndex = IDBPIndex<FerrySchema, ['entries'], 'entries', 'byTerm', 'readonly' | 'readwrite'>

/** Sorted entry keys, read in batches on demand. The `from` of the calls must never decrease. */
export interface EntryKeys {
  /** Returns the first key that is not before `from`; null after the last key, undefined if it has to be read first. */
  look(from: string): string | null | undefined
  /** Reads the next batch, so that `look` can answer. */
  read(from: string): Promise<void>
  /** Returns the position of the last `look`: no key before it is still to come. */
  reached(): string
}

/**
 * How many more keys may be read. A read transaction blocks writes to the store, and the next step of a swap must not
 * wait for a search.
 */
export interface ReadBudget {
  left: number
}

/** Returns the first key that is not before `from`; null after the last key, undefined if the budget ended first. */
export async function seek(
  keys: EntryKeys,
  from: string,
  budget: ReadBudget,
): Promise<string | null | undefined> {
  for (;;) {
    // A batch holds up to 1,024 keys, so most calls need no read.
    const key = keys.look(from)
    if (key !== undefined || budget.left <= 0) return key
    await keys.read(from)
  }
}

const firstBatch = 8
const largestBatch = 1_024
const mostTerms = 50
/** Sorts after every character of a term or a key. */
const last = '\uffff'

/** Returns a term as the index stores it. The key follows, so that the keys of one term are sorted. */
export function indexed(term: string, key: string): string {
  return `${term}/${key}`
}

/**
 * Returns the keys of all entries that have exactly this term, up to `end`. Batches grow while most of their keys are
 * used, and shrink while the other list is rarer and skips most of them.
 */
export function keysOfTerm(
  index: TermIndex,
  term: string,
  end: string | null,
  budget: ReadBudget,
): EntryKeys {
  const until = end ?? last
  let batch: readonly string[] = []
  let at = 0
  let given = 0
  let size = firstBatch
  let isLast = false
  let reached = ''
  return {
    look(from) {
      for (; at < batch.length; at += 1) {
        const key = batch[at]
        if (key === undefined || key < from) continue
        given += 1
        reached = key
        return key
      }
      reached = isLast ? last : from
      return isLast ? null : undefined
    },
    reached: () => reached,
    async read(from) {
      if (batch.length > 0) size = given * 4 >= batch.length ? size * 4 : size / 4
      size = Math.min(Math.max(size, firstBatch), largestBatch)
      batch = from < until ? await index.getAllKeys(between(term, from, until), size) : []
      budget.left -= batch.length
      at = 0
      given = 0
      isLast = batch.length < size
    },
  }
}

function between(term: string, from: string, until: string): IDBKeyRange {
  return IDBKeyRange.bound(indexed(term, from), indexed(term, until), false, true)
}

/** Returns every key that is in at least one of the lists, each key only once. */
export function anyOf(keys: readonly EntryKeys[]): EntryKeys {
  return {
    look(from) {
      let first: string | null = null
      let isOpen = false
      for (const one of keys) {
        const key = one.look(from)
        if (key === undefined) isOpen = true
        else if (key !== null && (first === null || key < first)) first = key
      }
      return isOpen ? undefined : first
    },
    reached: () => keys.map((one) => one.reached()).sort()[0] ?? last,
    async read(from) {
      for (const one of keys) if (one.look(from) === undefined) await one.read(from)
    },
  }
}

/** Returns the keys that are in all of the lists. */
export function allOf(keys: readonly EntryKeys[]): EntryKeys {
  let wanted = ''
  return {
    look(from) {
      if (wanted < from) wanted = from
      for (let agreeing = 0; agreeing < keys.length; ) {
        agreeing = 0
        for (const one of keys) {
          const key = one.look(wanted)
          if (key === null) wanted = last
          if (key === undefined && one.reached() > wanted) wanted = one.reached()
          if (key === null || key === undefined) return key
          if (key === wanted) agreeing += 1
          else wanted = key
        }
      }
      return wanted
    },
    reached: () => wanted,
    async read() {
      for (const one of keys) if (one.look(wanted) === undefined) await one.read(wanted)
    },
  }
}

/** Returns the terms in the index that match one of the queries, at most 50; `isCut` says that more exist. */
export async function termsLike(
  index: TermIndex,
  queries: readonly TermQuery[],
): Promise<{ readonly terms: readonly string[]; readonly isCut: boolean }> {
  const terms = queries.filter(({ isExact }) => isExact).map(({ start }) => start)
  for (const { start } of queries.filter(({ isExact }) => !isExact)) {
    let cursor = await index.openKeyCursor(IDBKeyRange.bound(start, start + last, false, true))
    while (cursor !== null) {
      if (terms.length === mostTerms) return { terms, isCut: true }
      const term = cursor.key.slice(0, cursor.key.indexOf('/'))
      terms.push(term)
      // `0` sorts directly after `/`: skip the other entries of this term.
      cursor = await cursor.continue(`${term}0`)
    }
  }
  return { terms, isCut: false }
}
