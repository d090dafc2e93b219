import { formatUnits } from '../base/decimal.ts'
import type { ServiceKind } from '../deployment/schema.ts'
import type { Backup } from '../order/backup.ts'
import { describeState } from '../order/describe-state.ts'
import { isOrder, type Order, orderSchema } from '../order/order.ts'
import type { HistoryLeg } from '../service/history.ts'
import type { Token } from '../service/token.ts'
import { createDatabaseAccess, type Database } from '../storage/database.ts'
import type { Entries } from './entries.ts'
import type { HistoryEntry } from './entry-shape.ts'
import { orderKey } from './history-entry.ts'
import { canWipe } from './history-filter.ts'
import type { HistoryFilter } from './history-filter-shape.ts'

interface ExportQuery {
  readonly filter: HistoryFilter
  readonly format: 'csv' | 'json'
  readonly after: string | null
}

interface ExportSource {
  readonly version: string
  readonly nowMs: number
  readonly serviceKind: ServiceKind
}

const entriesPerPiece = 200

export function createExport(
  entries: Pick<Entries, 'readPage'>,
  orders: { read(id: string): Promise<Order | null> },
  about: () => ExportSource,
) {
  return async ({ filter, format, after }: ExportQuery): Promise<{ text: string; next: string | null }> => {
    let page = await entries.readPage({ filter, after, floorMs: null, limit: entriesPerPiece })
    // A filter may match nothing on several pages in a row.
    while (page.entries.length === 0 && page.next !== null) {
      page = await entries.readPage({ filter, after: page.next, floorMs: null, limit: entriesPerPiece })
    }
    if (format === 'csv') {
      const { serviceKind } = about()
      const rows = page.entries.map((entry) => columns.map(([, cell]) => cell(entry, serviceKind)))
      // The byte order mark tells spreadsheets that the file is UTF-8.
      const heading = after === null ? `\ufeff${csvLine(columns.map(([name]) => name))}` : ''
      return { text: heading + rows.map(csvLine).join(''), next: page.next }
    }
    const rows: string[] = []
    for (const entry of page.entries) rows.push(JSON.stringify(await createExportRow(entry, orders)))
    const begin = after === null ? exportHeader(about()) : rows.length === 0 ? '' : ',\n'
    return { text: begin + rows.join(',\n') + (page.next === null ? '\n]}\n' : ''), next: page.next }
  }
}

/** The file has the schema of its orders: one number says how to read all of it. */
function exportHeader({ version, nowMs, serviceKind }: ExportSource): string {
  const exportedAt = new Date(nowMs).toISOString()
  const about = { schema: orderSchema, ferry: version, exportedAt, serviceKind }
  return `${JSON.stringify(about).slice(0, -1)},"swaps":[\n`
}

/** Leaves out the signature and the submit body, which could still be used. */
async function createExportRow(
  { orderId, item, key }: HistoryEntry,
  orders: { read(id: string): Promise<Order | null> },
): Promise<object> {
  const order = orderId === null ? null : await orders.read(orderId)
  if (order === null) return { key, order: null, service: item }
  const { signature: _signature, submitBody: _body, ...shown } = order
  return { key, order: shown, service: item }
}

type Column = readonly [
  heading: string,
  cell: (entry: HistoryEntry, serviceKind: ServiceKind) => string | number | null,
]

/** Exact values: nothing is rounded, grouped or shortened. */
const columns: readonly Column[] = [
  ['started', ({ atMs }) => (atMs === 0 ? null : new Date(atMs).toISOString())],
  ['state', (entry) => describeState({ ...entry, offer: null }).csv],
  ['money_accounted', ({ fundsSettled }) => String(fundsSettled)],
  ['known_by', ({ orderId, item }) => (orderId === null ? 'service' : item === null ? 'ferry' : 'both')],
  ['kind', ({ kind }) => kind],
  ['from_chain', ({ inputToken }) => inputToken?.chainId ?? null],
  ['from_token', ({ inputToken }) => inputToken?.symbol ?? null],
  ['from_token_address', ({ inputToken }) => inputToken?.address ?? null],
  ['from_amount', ({ inputToken, inputAmount }) => formatExact(inputAmount, inputToken)],
  ['to_chain', ({ outputToken }) => outputToken?.chainId ?? null],
  ['to_token', ({ outputToken }) => outputToken?.symbol ?? null],
  ['to_token_address', ({ outputToken }) => outputToken?.address ?? null],
  ['promised_amount', ({ outputToken, promisedAmount }) => formatExact(promisedAmount, outputToken)],
  ['minimum_amount', ({ outputToken, minAmountOut }) => formatExact(minAmountOut, outputToken)],
  ['received_amount', ({ outputToken, fulfilledAmount }) => formatExact(fulfilledAmount, outputToken)],
  ['refunded_amount', ({ refunded }) => (refunded ? formatUnits(refunded.units, refunded.decimals) : null)],
  ['refunded_token', ({ refunded }) => refunded?.symbol ?? null],
  ['from_value_usd', ({ inputValueInUsd }) => inputValueInUsd],
  ['received_value_usd', ({ receivedValueInUsd }) => receivedValueInUsd],
  ['total_cost_usd', ({ costInUsd }) => costInUsd],
  [
    'total_cost_usd_is_least',
    ({ costInUsd, isCostLowerBound }) => (costInUsd === null ? null : String(isCostLowerBound === true)),
  ],
  ['seconds', ({ deliverySeconds }) => deliverySeconds],
  ['route', ({ routeKey }) => routeKey],
  ['sender', ({ sender }) => sender],
  ['receiver', ({ receiver }) => receiver],
  ['status_code', ({ statusCode }) => statusCode],
  ['request_hash', ({ requestHash }) => requestHash],
  ['quote_id', ({ quoteId }) => quoteId],
  ['source_transaction', (entry) => entry.sourceTransactionHash ?? entry.item?.sourceTransactionHash ?? null],
  [
    'destination_transaction',
    (entry) => entry.destinationTransactionHash ?? entry.item?.destinationTransactionHash ?? null,
  ],
  ['refund_transaction', (entry) => entry.refundTransactionHash ?? entry.item?.refundTransactionHash ?? null],
  ['refund_chain', (entry) => findRefundChainId(entry)],
  ['proof_sources', ({ proofSources }) => proofSources],
  ['order_id', ({ orderId }) => orderId],
  ['request_type', ({ item }) => item?.requestType ?? null],
  ['service_status', ({ item }) => item?.statusName ?? null],
  ['to_value_usd', ({ item }) => item?.output[0]?.valueInUsd ?? null],
  ['all_inputs', ({ item }) => formatLegs(item?.input, ({ amount }) => amount)],
  ['all_on_the_way', ({ item }) => formatLegs(item?.intermediateSwap, ({ amount }) => amount)],
  [
    'all_outputs',
    ({ item }) => formatLegs(item?.output, ({ amount, minAmountOut }) => amount ?? minAmountOut),
  ],
  ['source_time', ({ item }) => isoTime(item?.sourceSeconds)],
  ['destination_time', ({ item }) => isoTime(item?.destinationSeconds)],
  // On every line, so that sandbox swaps are not mistaken for real money in a merged file.
  ['service_kind', (_, serviceKind) => serviceKind],
]

function isoTime(seconds: number | null | undefined): string | null {
  return typeof seconds === 'number' ? new Date(seconds * 1_000).toISOString() : null
}

/** Returns a line of CSV (RFC 4180). */
function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Returns a cell, always in quotes. Anyone can create a token with any text. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe, which makes it plain text there. A negative number is no formula, and has to be summed.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const isFormula =
    /^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212|%]/u.test(text) || /^[\t\r\n]/.test(text)
  return `"${(isFormula && !isNumber ? `'${text}` : text).replaceAll('"', '""')}"`
}

function findRefundChainId(entry: HistoryEntry): number | null {
  const isNamed = entry.refundTransactionHash !== null || Boolean(entry.item?.refundTransactionHash)
  const reportedChainId = entry.refundChainId ?? entry.item?.refundChainId ?? null
  return reportedChainId ?? (isNamed ? (entry.inputToken?.chainId ?? null) : null)
}

function formatLegs(
  side: readonly HistoryLeg[] | undefined,
  unitsOf: (leg: HistoryLeg) => string | null,
): string | null {
  if (side === undefined) return null
  const texts = side.map((leg) => {
    const { symbol, chainId, address } = leg.token
    const value = leg.valueInUsd === null ? '' : ` = ${leg.valueInUsd} USD`
    return `${formatExact(unitsOf(leg), leg.token) ?? '?'} ${symbol} (${chainId}:${address})${value}`
  })
  return texts.join('; ')
}

function formatExact(units: string | null, token: Token | null): string | null {
  return units === null || token === null ? null : formatUnits(units, token.decimals)
}

/**
 * Deletes the history: orders, the service's requests, proposals of pages, and cached quotes. Without `isAll`, orders
 * whose money is not accounted for stay (`canWipe`), together with their backup copies. Returns how many orders stayed;
 * rejects with `storageFailed`.
 */
export function wipe(
  database: () => Promise<Database>,
  backup: Backup,
  { isAll }: { readonly isAll: boolean },
): Promise<number> {
  // An unreadable row might be an open order, so it stays.
  const mustStay = (row: unknown) => !isAll && (!isOrder(row) || !canWipe(row))
  return createDatabaseAccess(database)(async (opened) => {
    const removedIds: string[] = []
    // Backup first: a copy without its order would restore the order at the next start.
    for (const copy of await backup.all()) {
      const stored = await opened.get('orders', copy.id)
      if (mustStay(stored?.order ?? copy)) continue
      await backup.remove(copy.id)
      removedIds.push(copy.id)
    }
    const remainingCount = await clearExcept(opened, mustStay, isAll)
    // Again: an order that was being written meanwhile may have restored its copy.
    for (const id of removedIds) if ((await opened.get('orders', id)) === undefined) await backup.remove(id)
    return remainingCount
  })
}

/** One transaction, so that a concurrent write comes before or after it and is not lost. */
async function clearExcept(
  database: Database,
  stays: (row: unknown) => boolean,
  isAll: boolean,
): Promise<number> {
  const stores = ['orders', 'entries', 'accounts', 'kept', 'proposals', 'payments'] as const
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
  const orders = transaction.objectStore('orders')
  const entries = transaction.objectStore('entries')
  const remaining = []
  for (let cursor = await orders.openCursor(); cursor !== null; cursor = await cursor.continue()) {
    const row = cursor.value
    // A closed row that cannot be read is not followed.
    const isNeeded = stays(row.order) && (row.open === 1 || isOrder(row.order))
    if (isNeeded) remaining.push({ row, line: await entries.get(orderKey(row)) })
  }
  await orders.clear()
  await entries.clear()
  await transaction.objectStore('accounts').clear()
  await transaction.objectStore('kept').clear()
  // A payment counts once, so it is only deleted when every order that it could count for is deleted.
  if (isAll) await transaction.objectStore('payments').clear()
  for (const { row, line } of remaining) {
    await orders.put(row)
    if (line !== undefined) await entries.put(line)
  }
  const ids = new Set(remaining.map(({ row }) => row.id))
  const proposals = transaction.objectStore('proposals')
  for (const { swapId, orderId, waitingSinceMs } of await proposals.getAll()) {
    const stays = orderId === undefined ? waitingSinceMs !== undefined : ids.has(orderId)
    if (!stays) await proposals.delete(swapId)
  }
  await transaction.done
  return remaining.length
}
