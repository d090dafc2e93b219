import type { ServiceKind } from '../deployment/deployment.ts'
import type { Order } from '../order/order.ts'
import type { Entries } from './entries.ts'
import { csvHeading, csvLine } from './history-csv.ts'
import type { HistoryEntry } from './history-entry.ts'
import type { HistoryFilter } from './history-filter.ts'

interface ExportAsk {
  readonly filter: HistoryFilter
  readonly format: 'csv' | 'json'
  /** `next` of the piece before; null for the first one. */
  readonly after: string | null
}

/** What the file says of where it comes from. */
interface About {
  readonly version: string
  readonly nowMs: number
  readonly serviceKind: ServiceKind
}

const pieceSize = 200

/** Creates the history as a file, piece by piece: CSV with one line each, or JSON with everything that is kept. */
export function createExport(
  entries: Pick<Entries, 'page'>,
  orders: { read(id: string): Promise<Order | null> },
  about: () => About,
) {
  return async ({ filter, format, after }: ExportAsk): Promise<{ text: string; next: string | null }> => {
    let page = await entries.page({ filter, after, floorMs: null, limit: pieceSize })
    // A filter may have to look far for the next one.
    while (page.entries.length === 0 && page.next !== null) {
      page = await entries.page({ filter, after: page.next, floorMs: null, limit: pieceSize })
    }
    if (format === 'csv') {
      const { serviceKind } = about()
      const lines = page.entries.map((entry) => csvLine(entry, serviceKind)).join('')
      return { text: after === null ? csvHeading + lines : lines, next: page.next }
    }
    const rows: string[] = []
    for (const entry of page.entries) rows.push(JSON.stringify(await rowOf(entry, orders)))
    const begin = after === null ? beginning(about()) : rows.length === 0 ? '' : ',\n'
    return { text: begin + rows.join(',\n') + (page.next === null ? '\n]}\n' : ''), next: page.next }
  }
}

function beginning({ version, nowMs, serviceKind }: About): string {
  const exportedAt = new Date(nowMs).toISOString()
  const about = { schema: 1, ferry: version, exportedAt, serviceKind }
  return `${JSON.stringify(about).slice(0, -1)},"swaps":[\n`
}

/** A signature that could still be used stays here. */
async function rowOf(
  { orderId, item, key }: HistoryEntry,
  orders: { read(id: string): Promise<Order | null> },
): Promise<object> {
  const order = orderId === null ? null : await orders.read(orderId)
  if (order === null) return { key, order: null, service: item }
  const { signature: _signature, submitBody: _body, ...kept } = order
  return { key, order: kept, service: item }
}
