import type { IDBPObjectStore } from 'idb'
import * as v from 'valibot'
import type { Order } from '../order/order.ts'
import type { HistoryItem } from '../service/history.ts'
import type { EntryRow, FerrySchema } from '../storage/database.ts'
import { indexKey } from './entry-keys.ts'
import { entryShape, type HistoryEntry, type PastServiceRequest } from './entry-shape.ts'
import { createOrderEntry, createServiceEntry, isSameRequest } from './history-entry.ts'
import { idTerm, termsOf } from './history-filter.ts'

function isEntry(value: unknown): value is HistoryEntry {
  return v.is(entryShape, value)
}

/**
 * Returns the entry of a row. If only the service's part of an order's entry is unreadable, returns the entry without
 * that part. Returns null if the entry itself is unreadable: one bad row must not hide the others.
 */
export function readEntry(row: EntryRow | undefined): HistoryEntry | null {
  if (row === undefined) return null
  if (isEntry(row.entry)) return row.entry
  const withoutItem: unknown = { ...Object(row.entry), item: null }
  return isEntry(withoutItem) && withoutItem.orderId !== null ? withoutItem : null
}

/** Inside a transaction that may also write the order, its payment and the proof of its account. */
type EntryStore =
  | IDBPObjectStore<FerrySchema, ('orders' | 'entries')[], 'entries', 'readwrite'>
  | IDBPObjectStore<FerrySchema, ('orders' | 'entries' | 'accounts' | 'payments')[], 'entries', 'readwrite'>

export async function putOrderEntry(entries: EntryStore, order: Order): Promise<void> {
  const { requestHash, quoteId } = order.terms
  const entry = createOrderEntry({ ...order, requestHash, quoteId }, null)
  const known = readEntry(await entries.get(entry.key))
  const isKnown =
    known?.requestHash === requestHash && known.sourceTransactionHash === order.sourceTransactionHash
  const item = known?.item ?? (isKnown ? null : await adoptServiceRequest(entries, entry))
  await entries.put(createEntryRow({ ...entry, item }))
}

export async function putItem(entries: EntryStore, item: PastServiceRequest): Promise<void> {
  const existing = await findEntriesOf(entries, item)
  const orderEntry = existing.find((entry) => entry.orderId !== null && isSameRequest(entry, item))
  const serviceEntries = existing.filter((entry) => entry.orderId === null && isSameRequest(entry, item))
  const entry =
    orderEntry === undefined
      ? createServiceEntry(item, serviceEntries[0] ?? null)
      : { ...orderEntry, item: item }
  for (const { key } of serviceEntries) if (key !== entry.key) await entries.delete(key)
  await entries.put(createEntryRow(entry))
}

function createEntryRow(entry: HistoryEntry): EntryRow {
  return { key: entry.key, terms: termsOf(entry).map((term) => indexKey(term, entry.key)), entry }
}

/** Moves the service's request into the entry of an order that Ferry stored later, and deletes its own entry. */
async function adoptServiceRequest(
  entries: EntryStore,
  order: HistoryEntry,
): Promise<PastServiceRequest | null> {
  for (const entry of await findEntriesOf(entries, order)) {
    if (entry.orderId !== null || entry.item === null || !isSameRequest(order, entry.item)) continue
    await entries.delete(entry.key)
    return entry.item
  }
  return null
}

async function findEntriesOf(
  entries: EntryStore,
  of: Pick<HistoryItem | HistoryEntry, 'requestHash' | 'sourceTransactionHash'>,
): Promise<readonly HistoryEntry[]> {
  const found = new Map<string, HistoryEntry>()
  for (const id of [of.requestHash, of.sourceTransactionHash]) {
    if (id === null) continue
    const term = idTerm(id)
    const range = IDBKeyRange.bound(`${term}/`, `${term}0`, false, true)
    for (const row of await entries.index('byTerm').getAll(range, 100)) {
      const entry = readEntry(row)
      if (entry !== null) found.set(row.key, entry)
    }
  }
  return [...found.values()]
}
