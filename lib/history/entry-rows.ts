import type { IDBPObjectStore } from 'idb'
import * as v from 'valibot'
import { chainIdShape, digitsShape, hashShape, namesShape, objectShape } from '../base/shapes.ts'
import { type Order, type OrderKind, orderStateShape } from '../order/order.ts'
import type { OrderPhase } from '../order/order-state.ts'
import type { HistoryItem, HistoryLeg } from '../service/history.ts'
import { storedTokenShape } from '../service/token-shape.ts'
import type { EntryRow, FerrySchema } from '../storage/database.ts'
import { indexKey } from './entry-keys.ts'
import {
  createOrderEntry,
  createServiceEntry,
  type HistoryEntry,
  isSameRequest,
  type PastServiceRequest,
} from './history-entry.ts'
import { idTerm, termsOf } from './history-filter.ts'

const text = v.nullable(v.string())
const count = v.pipe(v.number(), v.finite())
const units = v.nullable(digitsShape)
const statusCode = v.nullable(v.picklist([0, 1, 2, 3, 4, 5, 6, 7]))

const legShape: v.GenericSchema<unknown, HistoryLeg> = objectShape({
  token: storedTokenShape,
  amount: units,
  minAmountOut: units,
  valueInUsd: text,
  priceInUsd: text,
  minValueInUsd: text,
})

const item: v.GenericSchema<unknown, PastServiceRequest> = objectShape({
  requestType: v.string(),
  requestHash: hashShape,
  statusCode,
  statusName: text,
  sourceTransactionHash: text,
  destinationTransactionHash: text,
  refundTransactionHash: text,
  refundChainId: v.nullable(chainIdShape),
  input: v.array(legShape),
  intermediateSwap: v.array(legShape),
  output: v.array(legShape),
  sender: v.string(),
  recipient: v.string(),
  orderMs: v.nullable(count),
  sourceSeconds: v.nullable(count),
  destinationSeconds: v.nullable(count),
  readMs: count,
})

const entryShape: v.GenericSchema<unknown, HistoryEntry> = objectShape({
  key: v.string(),
  atMs: count,
  orderId: text,
  rev: count,
  kind: v.nullable(
    namesShape<OrderKind>({ signed: true, native: true, inbox: true, manual: true, deposit: true }),
  ),
  state: orderStateShape,
  statusCode,
  reportedCode: statusCode,
  phase: namesShape<OrderPhase>({
    wallet: true,
    needsUser: true,
    offer: true,
    unknown: true,
    stopping: true,
    running: true,
    done: true,
    failed: true,
    refunded: true,
    stopped: true,
    unused: true,
    cancelled: true,
  }),
  fundsSettled: v.boolean(),
  inputToken: v.nullable(storedTokenShape),
  outputToken: v.nullable(storedTokenShape),
  inputAmount: units,
  promisedAmount: units,
  minAmountOut: units,
  fulfilledAmount: units,
  inputValueInUsd: text,
  feesInUsd: text,
  areFeesLowerBound: v.exactOptional(v.literal(true)),
  sender: text,
  receiver: v.string(),
  requestHash: text,
  quoteId: text,
  sourceTransactionHash: text,
  destinationTransactionHash: text,
  refundTransactionHash: text,
  refundChainId: v.nullable(chainIdShape),
  proofSources: v.nullable(count),
  routeKey: text,
  deliverySeconds: v.nullable(count),
  refundSeconds: v.exactOptional(count),
  item: v.nullable(item),
})

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

export async function putItem(entries: EntryStore, itemShape: PastServiceRequest): Promise<void> {
  const existing = await findEntriesOf(entries, itemShape)
  const orderEntry = existing.find((entry) => entry.orderId !== null && isSameRequest(entry, itemShape))
  const serviceEntries = existing.filter((entry) => entry.orderId === null && isSameRequest(entry, itemShape))
  const entry =
    orderEntry === undefined
      ? createServiceEntry(itemShape, serviceEntries[0] ?? null)
      : { ...orderEntry, item: itemShape }
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
