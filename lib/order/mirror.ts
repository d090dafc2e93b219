import { guarded } from '../storage/database.ts'
import type { WholeArea } from '../storage/local.ts'
import type { Order } from './order.ts'
import { isOrder } from './order-shape.ts'
import { isOpenOrder, type Orders } from './orders.ts'
import { restoredOrder } from './restored.ts'

/** Its rows' keys begin with this. */
export const mirrorPrefix = 'open-order:'

/** The open orders once more, apart from the database: what is left when the browser loses that one. */
export interface Mirror {
  /** The orders that can be read; a row that was half written, or by another schema, is passed over. */
  all(): Promise<readonly Order[]>
  put(order: Order): Promise<void>
  remove(orderId: string): Promise<void>
}

/** The mirror in an area; rejects with `storageFailed`. */
export function createMirror(area: WholeArea): Mirror {
  return {
    all: () =>
      guarded(async () =>
        Object.entries(await area.get(null)).flatMap(([key, row]) => {
          const order = key.startsWith(mirrorPrefix) ? wholeOrder(row) : null
          return order !== null && key === mirrorPrefix + order.id ? [order] : []
        }),
      ),
    put: (order) =>
      guarded(() => area.set({ [mirrorPrefix + order.id]: { text: JSON.stringify(order), rev: order.rev } })),
    remove: (orderId) => guarded(() => area.remove(mirrorPrefix + orderId)),
  }
}

function wholeOrder(row: unknown): Order | null {
  if (typeof row !== 'object' || row === null || !('text' in row) || typeof row.text !== 'string') return null
  try {
    const order: unknown = JSON.parse(row.text)
    return isOrder(order) && 'rev' in row && order.rev === row.rev ? order : null
  } catch {
    return null
  }
}

/**
 * Orders that are mirrored while they are open. The mirror is written first, so that it is never behind what an order
 * was allowed to do: an order rebuilt from it can ask for nothing that was asked already. Where it can neither be
 * written nor taken back, nothing is committed (R1).
 */
export function mirroredOrders(orders: Orders, mirror: Mirror, failed: (thrown: unknown) => void): Orders {
  async function reflect(order: Order): Promise<void> {
    if (!isOpenOrder(order)) return
    try {
      await mirror.put(order)
    } catch (thrown) {
      failed(thrown)
      await mirror.remove(order.id)
    }
  }
  return {
    ...orders,
    async write(order) {
      await reflect(order)
      try {
        await orders.write(order)
      } catch (thrown) {
        const stored = await orders.read(order.id).catch(() => null)
        if (stored !== null) await reflect(stored).catch(failed)
        throw thrown
      }
      // Over: the database alone keeps it. A row that stays is older than the database's and rebuilds nothing.
      if (!isOpenOrder(order)) await mirror.remove(order.id).catch(failed)
    },
  }
}

/**
 * Makes database and mirror agree after a start: each gives the other what it lacks. The ids that the database had lost.
 * What it gets back is marked (`restoredOrder`).
 */
export async function rebuild(orders: Orders, mirror: Mirror, nowMs: number): Promise<readonly string[]> {
  const mirrored = await mirror.all()
  const lost: string[] = []
  for (const order of mirrored) {
    const stored = await orders.read(order.id)
    // The mirror is written first: where the background died before the commit, nothing was done for the newer row.
    if (stored !== null && stored.rev + 1 === order.rev) continue
    if (await orders.restore(restoredOrder(order, nowMs))) lost.push(order.id)
  }
  const known = new Map(mirrored.map((order) => [order.id, order.rev]))
  const open = await orders.open()
  for (const order of open) if (known.get(order.id) !== order.rev) await mirror.put(order)
  for (const { id } of mirrored) if (!open.some((order) => order.id === id)) await mirror.remove(id)
  return lost
}
