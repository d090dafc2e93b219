import type { IDBPObjectStore } from 'idb'
import * as v from 'valibot'
import { chainIdShape, digitsShape, hashShape, namesShape, objectShape } from '../base/shapes.ts'
import type { Order, OrderKind } from '../order/order.ts'
import { orderStateShape } from '../order/order-shape.ts'
import type { OrderPhase } from '../order/order-state.ts'
import type { HistoryItem, HistoryLeg } from '../service/history.ts'
import { storedTokenShape } from '../service/token-shape.ts'
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

const text = v.nullable(v.string())
const count = v.pipe(v.number(), v.finite())
const units = v.nullable(digitsShape)
const statusCode = v.nullable(v.picklist([0, 1, 2, 3, 4, 5, 6, 7]))

const leg: v.GenericSchema<unknown, HistoryLeg> = objectShape({
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
  input: v.array(leg),
  onTheWay: v.array(leg),
  output: v.array(leg),
  sender: v.string(),
  recipient: v.string(),
  orderMs: v.nullable(count),
  sourceSeconds: v.nullable(count),
  destinationSeconds: v.nullable(count),
  readMs: count,
})

const line: v.GenericSchema<unknown, HistoryEntry> = objectShape({
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
  reviewedMinAmountOut: v.exactOptional(digitsShape),
  fulfilledAmount: units,
  inputValueInUsd: text,
  feesInUsd: text,
  areFeesLeast: v.exactOptional(v.literal(true)),
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
  tookSeconds: v.nullable(count),
  refundSeconds: v.exactOptional(count),
  item: v.nullable(item),
})

function isEntry(value: unknown): value is HistoryEntry {
  return v.is(line, value)
}

/**
 * Returns the entry of a row. If only the service's part of an order's entry is unreadable, returns the entry without
 * that part. Returns null if the entry itself is unreadable: one bad row must not hide the others.
 */
export function entryIn(row: EntryRow | undefined): HistoryEntry | null {
  if (row === undefined) return null
  if (isEntry(row.entry)) return row.entry
  const bare: unknown = { ...Object(row.entry), item: null }
  return isEntry(bare) && bare.orderId !== null ? bare : null
}

/**
 * The store of entries, inside a transaction that may also write the order, its payment and the proof of its account.
 */
type EntryStore =
  | IDBPObjectStore<FerrySchema, ('orders' | 'entries')[], 'entries', 'readwrite'>
  | IDBPObjectStore<FerrySchema, ('orders' | 'entries' | 'accounts' | 'payments')[], 'entries', 'readwrite'>

/** Writes the entry of an order, in the same transaction as the order. */
export async function putOrderEntry(entries: EntryStore, order: Order): Promise<void> {
  const { requestHash, quoteId } = order.terms
  const entry = entryOfOrder({ ...order, requestHash, quoteId }, null)
  const known = entryIn(await entries.get(entry.key))
  const isKnown =
    known?.requestHash === requestHash && known.sourceTransactionHash === order.sourceTransactionHash
  const item = known?.item ?? (isKnown ? null : await adopted(entries, entry))
  await entries.put(rowOf({ ...entry, item }))
}

/** Stores a request from the service's history: in the entry of its order, or as an entry of its own. */
export async function putItem(entries: EntryStore, item: PastServiceRequest): Promise<void> {
  const known = await entriesOf(entries, item)
  const ours = known.find((entry) => entry.orderId !== null && isSameRequest(entry, item))
  const theirs = known.filter((entry) => entry.orderId === null && isSameRequest(entry, item))
  const entry = ours === undefined ? entryOfItem(item, theirs[0] ?? null) : { ...ours, item }
  for (const { key } of theirs) if (key !== entry.key) await entries.delete(key)
  await entries.put(rowOf(entry))
}

function rowOf(entry: HistoryEntry): EntryRow {
  return { key: entry.key, terms: termsOf(entry).map((term) => indexed(term, entry.key)), entry }
}

/** Moves the service's request into the entry of an order that Ferry stored later, and deletes its own entry. */
async function adopted(entries: EntryStore, order: HistoryEntry): Promise<PastServiceRequest | null> {
  for (const entry of await entriesOf(entries, order)) {
    if (entry.orderId !== null || entry.item === null || !isSameRequest(order, entry.item)) continue
    await entries.delete(entry.key)
    return entry.item
  }
  return null
}

/** Returns every entry that has the same request hash or source transaction. */
async function entriesOf(
  entries: EntryStore,
  of: Pick<HistoryItem | HistoryEntry, 'requestHash' | 'sourceTransactionHash'>,
): Promise<readonly HistoryEntry[]> {
  const found = new Map<string, HistoryEntry>()
  for (const id of [of.requestHash, of.sourceTransactionHash]) {
    if (id === null) continue
    const term = idTerm(id)
    const range = IDBKeyRange.bound(`${term}/`, `${term}0`, false, true)
    for (const row of await entries.index('byTerm').getAll(range, 100)) {
      const entry = entryIn(row)
      if (entry !== null) found.set(row.key, entry)
    }
  }
  return [...found.values()]
}
