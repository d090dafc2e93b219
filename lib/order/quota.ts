import { Problem } from '../base/problem.ts'
import { isTerminal } from '../service/status-codes.ts'
import type { Database } from '../storage/database.ts'
import { compactOrder } from './compact-order.ts'
import type { Order } from './order.ts'
import { isOpenOrder, type Orders } from './orders.ts'

const reserveKey = 'ballast'
export const reserveBytes = 64 * 1024
/** Rows that are made smaller at a time. */
const prunedAtOnce = 50

/** Room on a disk that is full. */
export interface Quota {
  /** Keeps some bytes for the day on which there are none left; does nothing where they are there. */
  layReserve(): Promise<void>
  dropReserve(): Promise<void>
  /** Makes the oldest closed orders smaller, never an open one; how many. */
  prune(): Promise<number>
}

export function createQuota(database: () => Promise<Database>): Quota {
  return {
    async layReserve() {
      const opened = await database()
      if ((await opened.getKey('kept', reserveKey)) !== undefined) return
      // Bytes of chance, which no database makes smaller.
      const value = crypto.getRandomValues(new Uint8Array(reserveBytes))
      await opened.put('kept', { key: reserveKey, value, savedMs: 0, untilMs: Number.POSITIVE_INFINITY })
    },
    async dropReserve() {
      await (await database()).delete('kept', reserveKey)
    },
    async prune() {
      const transaction = (await database()).transaction('orders', 'readwrite', { durability: 'strict' })
      let pruned = 0
      let cursor = await transaction.store.index('byCreated').openCursor()
      while (cursor !== null && pruned < prunedAtOnce) {
        const { order } = cursor.value
        const smaller = isOpenOrder(order) ? order : compactOrder(order)
        if (smaller !== order) {
          await cursor.update({ ...cursor.value, order: smaller })
          pruned += 1
        }
        cursor = await cursor.continue()
      }
      await transaction.done
      return pruned
    },
  }
}

/**
 * Orders on a disk that may be full. A write that finds no room is tried once more after the raw payloads of the oldest
 * closed orders are gone; for the end of an order the reserve goes too. A new order never gets the reserve.
 */
export function quotaOrders(orders: Orders, quota: Quota, failed: (thrown: unknown) => void): Orders {
  async function makeRoom(order: Order): Promise<boolean> {
    const isEnd = order.rev > 0 && (isTerminal(order.statusCode) || !isOpenOrder(order))
    if (isEnd) await quota.dropReserve()
    return (await quota.prune()) > 0 || isEnd
  }
  return {
    ...orders,
    async write(order) {
      try {
        await orders.write(order)
      } catch (thrown) {
        if (!isFull(thrown)) throw thrown
        const isWorthwhile = await makeRoom(order).catch((cause: unknown) => {
          failed(cause)
          return false
        })
        if (!isWorthwhile) throw thrown
        await orders.write(order)
      }
    },
  }
}

function isFull(thrown: unknown): boolean {
  return thrown instanceof Problem && thrown.data.facts.reason === 'QuotaExceededError'
}
