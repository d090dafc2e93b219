import type { IDBPObjectStore } from 'idb'
import type { Order } from '../order/order.ts'
import type { HistoryItem } from '../service/history-item.ts'
import type { EntryRow, FerrySchema } from '../storage/database.ts'
import { indexed } from './entry-keys.ts'
import {
  entryOfItem,
  entryOfOrder,
  type HistoryEntry,
  isSameRequest,
  type PastServiceRequest,
} from './history-entry.ts'
import { idTerm, termsOf } from './history-filter.ts'

export type EntryStore = IDBPObjectStore<FerrySchema, ('orders' | 'entries')[], 'entries', 'readwrite'>

/** Writes an order's line of the history, in the transaction that writes the order. */
export async function putOrderEntry(entries: EntryStore, order: Order): Promise<void> {
  const { requestHash, quoteId } = order.deal
  const entry = entryOfOrder({ ...order, requestHash, quoteId }, null)
  const known = (await entries.get(entry.key))?.entry ?? null
  const isKnown =
    known?.requestHash === requestHash && known.sourceTransactionHash === order.sourceTransactionHash
  const item = known?.item ?? (isKnown ? null : await adopted(entries, entry))
  await entries.put(rowOf({ ...entry, item }))
}

/** Writes what the service remembers: beside the order it is, or as a line of its own. */
export async function putItem(entries: EntryStore, item: PastServiceRequest): Promise<void> {
  const known = await entriesOf(entries, item)
  const ours = known.find((entry) => entry.orderId !== null && isSameRequest(entry, item))
  const theirs = known.filter((entry) => entry.orderId === null && isSameRequest(entry, item))
  const entry = ours === undefined ? entryOfItem(item, theirs[0] ?? null) : { ...ours, item }
  for (const { key } of theirs) if (key !== entry.key) await entries.delete(key)
  await entries.put(rowOf(entry))
}

export function rowOf(entry: HistoryEntry): EntryRow {
  return { key: entry.key, terms: termsOf(entry).map((term) => indexed(term, entry.key)), entry }
}

/** What the service remembered of an order before the order was known here; its own line goes. */
async function adopted(entries: EntryStore, order: HistoryEntry): Promise<PastServiceRequest | null> {
  for (const entry of await entriesOf(entries, order)) {
    if (entry.orderId !== null || entry.item === null || !isSameRequest(order, entry.item)) continue
    await entries.delete(entry.key)
    return entry.item
  }
  return null
}

/** Every entry that shares an id with this one. */
async function entriesOf(
  entries: EntryStore,
  of: Pick<HistoryItem | HistoryEntry, 'requestHash' | 'sourceTransactionHash'>,
): Promise<readonly HistoryEntry[]> {
  const found = new Map<string, HistoryEntry>()
  for (const id of [of.requestHash, of.sourceTransactionHash]) {
    if (id === null) continue
    const term = idTerm(id)
    const range = IDBKeyRange.bound(`${term}/`, `${term}0`, false, true)
    for (const row of await entries.index('byTerm').getAll(range, 100)) found.set(row.key, row.entry)
  }
  return [...found.values()]
}
