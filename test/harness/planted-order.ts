import { createBackup, reconcileBackup } from '../../lib/order/backup.ts'
import type { Order } from '../../lib/order/order.ts'
import { memoryArea } from '../unit/storage/memory-area.ts'
import type { World } from './world.ts'

/** Writes an order into the backup and restores from it, as a start of the background does. Returns the restored ids. */
export function plantInBackup(world: World, order: Order): Promise<readonly string[]> {
  const rows = { [`open-order:${order.id}`]: { rev: order.rev, text: JSON.stringify(order) } }
  return reconcileBackup(world.orders, createBackup(memoryArea(rows)), world.clock.nowMs())
}
