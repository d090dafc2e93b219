import type { Backup } from '../order/backup.ts'
import { storedOrder } from '../order/stored-order.ts'
import { type Database, onDatabase } from '../storage/database.ts'
import { orderKey } from './history-entry.ts'
import { mayWipe } from './history-filter.ts'

/**
 * Deletes the history: orders, what the service remembered, what pages proposed, and quotes that are kept. Without
 * `isAll` what is not accounted for stays, with its copy in the backup. How many orders stayed; rejects with
 * `storageFailed`.
 */
export function wipe(
  database: () => Promise<Database>,
  backup: Backup,
  { isAll }: { readonly isAll: boolean },
): Promise<number> {
  // What cannot be read says nothing that could be relied on: it is left alone.
  const stays = (row: unknown) => {
    const order = storedOrder(row)
    return !isAll && (order === null || !mayWipe(order))
  }
  return onDatabase(database)(async (opened) => {
    // First: a copy that outlived its order would bring it back at the next start.
    for (const copy of await backup.all()) {
      const stored = await opened.get('orders', copy.id)
      if (!stays(stored?.order ?? copy)) await backup.remove(copy.id)
    }
    return clearBut(opened, stays)
  })
}

/** One transaction: what is written meanwhile comes before it or after it, and is not lost. */
async function clearBut(database: Database, stays: (row: unknown) => boolean): Promise<number> {
  const stores = ['orders', 'entries', 'kept', 'proposals'] as const
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
  const orders = transaction.objectStore('orders')
  const entries = transaction.objectStore('entries')
  const staying = []
  // An order that may not go is among the open ones, or nothing would follow it.
  for (const row of await orders.index('byOpen').getAll(1)) {
    if (!stays(row.order)) continue
    const key = orderKey(row)
    staying.push({ row, line: await entries.get(key) })
  }
  await orders.clear()
  await entries.clear()
  await transaction.objectStore('kept').clear()
  for (const { row, line } of staying) {
    await orders.put(row)
    if (line !== undefined) await entries.put(line)
  }
  const ids = new Set(staying.map(({ row }) => row.id))
  const proposals = transaction.objectStore('proposals')
  for (const { swapId, orderId, waitingSinceMs } of await proposals.getAll()) {
    const stays = orderId === undefined ? waitingSinceMs !== undefined : ids.has(orderId)
    if (!stays) await proposals.delete(swapId)
  }
  await transaction.done
  return staying.length
}
