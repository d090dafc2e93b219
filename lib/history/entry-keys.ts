import type { IDBPIndex } from 'idb'
import type { FerrySchema } from '../storage/database.ts'
import type { TermQuery } from './history-filter.ts'

export type TermIndex = IDBPIndex<FerrySchema, ['entries'], 'entries', 'byTerm', 'readonly' | 'readwrite'>

/** Sorted entry keys, read in batches on demand. The `from` of the calls must never decrease. */
export type EntryKeys = ReturnType<typeof keysOfTerm>

/**
 * How many more keys may be read. A read transaction blocks writes to the store, and the next step of a swap must not
 * wait for a search.
 */
export interface ReadBudget {
  keysLeft: number
}

/** Returns the first key that is not before `from`; null after the last key, undefined if the budget ended first. */
export async function seek(
  keys: EntryKeys,
  from: string,
  budget: ReadBudget,
): Promise<string | null | undefined> {
  for (;;) {
    // A batch holds up to 1,024 keys, so most calls need no read.
    const key = keys.peek(from)
    if (key !== undefined || budget.keysLeft <= 0) return key
    await keys.readBatch(from)
  }
}

const firstBatch = 8
const largestBatch = 1_024
const maxTerms = 50
/** Sorts after every character of a term or a key. */
const highestCharacter = '\uffff'

/** Returns a term as the index stores it. The key follows, so that the keys of one term are sorted. */
export function indexKey(term: string, key: string): string {
  return `${term}/${key}`
}

/** Batches grow while most of their keys are used, and shrink while the other list is rarer and skips most of them. */
export function keysOfTerm(index: TermIndex, term: string, end: string | null, budget: ReadBudget) {
  const until = end ?? highestCharacter
  let batch: readonly string[] = []
  let at = 0
  let usedCount = 0
  let size = firstBatch
  let isLastUsed = false
  let reached = ''
  return {
    /** Returns the first key that is not before `from`; null after the last key, undefined if it has to be read first. */
    peek(from: string): string | null | undefined {
      for (; at < batch.length; at += 1) {
        const key = batch[at]
        if (key === undefined || key < from) continue
        usedCount += 1
        reached = key
        return key
      }
      reached = isLastUsed ? highestCharacter : from
      return isLastUsed ? null : undefined
    },
    /** Returns the position of the last `peek`: no key before it is still to come. */
    position: (): string => reached,
    /** Reads the next batch, so that `peek` can answer. */
    async readBatch(from: string): Promise<void> {
      if (batch.length > 0) size = usedCount * 4 >= batch.length ? size * 4 : size / 4
      size = Math.min(Math.max(size, firstBatch), largestBatch)
      batch = from < until ? await index.getAllKeys(createKeyRange(term, from, until), size) : []
      budget.keysLeft -= batch.length
      at = 0
      usedCount = 0
      isLastUsed = batch.length < size
    },
  }
}

function createKeyRange(term: string, from: string, until: string): IDBKeyRange {
  return IDBKeyRange.bound(indexKey(term, from), indexKey(term, until), false, true)
}

export function unionOf(keys: readonly EntryKeys[]): EntryKeys {
  return {
    peek(from) {
      let first: string | null = null
      let needsRead = false
      for (const one of keys) {
        const key = one.peek(from)
        if (key === undefined) needsRead = true
        else if (key !== null && (first === null || key < first)) first = key
      }
      return needsRead ? undefined : first
    },
    position: () => keys.map((one) => one.position()).sort()[0] ?? highestCharacter,
    async readBatch(from) {
      for (const one of keys) if (one.peek(from) === undefined) await one.readBatch(from)
    },
  }
}

export function intersectionOf(keys: readonly EntryKeys[]): EntryKeys {
  let candidate = ''
  return {
    peek(from) {
      if (candidate < from) candidate = from
      for (let matchCount = 0; matchCount < keys.length; ) {
        matchCount = 0
        for (const one of keys) {
          const key = one.peek(candidate)
          if (key === null) candidate = highestCharacter
          if (key === undefined && one.position() > candidate) candidate = one.position()
          if (key === null || key === undefined) return key
          if (key === candidate) matchCount += 1
          else candidate = key
        }
      }
      return candidate
    },
    position: () => candidate,
    async readBatch() {
      for (const one of keys) if (one.peek(candidate) === undefined) await one.readBatch(candidate)
    },
  }
}

/** Returns the terms in the index that match one of the queries, at most 50. A longer text finds the others. */
export async function findTerms(index: TermIndex, queries: readonly TermQuery[]): Promise<readonly string[]> {
  const terms = queries.filter(({ isExact }) => isExact).map(({ start }) => start)
  for (const { start } of queries.filter(({ isExact }) => !isExact)) {
    let cursor = await index.openKeyCursor(IDBKeyRange.bound(start, start + highestCharacter, false, true))
    while (cursor !== null) {
      if (terms.length === maxTerms) return terms
      const term = cursor.key.slice(0, cursor.key.indexOf('/'))
      terms.push(term)
      // `0` sorts directly after `/`: skip the other entries of this term.
      cursor = await cursor.continue(`${term}0`)
    }
  }
  return terms
}
