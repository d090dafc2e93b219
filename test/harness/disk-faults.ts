import { Problem } from '../../lib/base/problem.ts'
import type { Orders } from '../../lib/order/orders.ts'

export function withDiskFaults(orders: Orders, disk: { isFull: boolean; failAt: number | null }): Orders {
  return {
    ...orders,
    async write(order) {
      if (disk.failAt !== null) disk.failAt -= 1
      if (disk.isFull || disk.failAt === 0) {
        if (disk.failAt === 0) disk.failAt = null
        throw new Problem('storageFailed', { facts: { reason: 'QuotaExceededError' } })
      }
      await orders.write(order)
    },
  }
}
