import { isDeepStrictEqual } from 'node:util'
import type { Address } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { Clock } from '../../lib/base/time.ts'
import { accountProofOf } from '../../lib/order/account-proof.ts'
import { isOrder, type Order } from '../../lib/order/order.ts'
import { claimedPayment, isOpenOrder, type Orders } from '../../lib/order/orders.ts'
import { type UniqueCheck, type UniqueTerms, uniqueKeysOf } from '../../lib/quote/unique-terms.ts'
import { failedCheck } from '../../lib/review/preflight.ts'
import type { PaymentRow } from '../../lib/storage/database.ts'
import type { ExpiringStore } from '../../lib/storage/items.ts'

/**
 * Stores orders without a database, for thousands of runs. It follows the same rules of `rev`. Rows are
 * frozen, where a database would copy them.
 */
export function ordersInMemory(): Orders {
  const rows = new Map<string, Order>()
  const proven = new Set<Address>()
  const payments = new Map<string, PaymentRow>()
  function findClash(terms: UniqueTerms, ownId: string | null = null): UniqueCheck | null {
    const { requestHash, deposit } = uniqueKeysOf(terms)
    const others = [...rows.values()].filter(({ id }) => id !== ownId)
    const keys = others.map((order) => uniqueKeysOf(order.terms))
    if (requestHash !== undefined && keys.some((one) => one.requestHash === requestHash)) return 'X-3'
    return deposit !== undefined && keys.some((one) => one.deposit === deposit) ? 'P-8' : null
  }
  const newestFirst = () => [...rows.values()].sort((a, b) => b.createdMs - a.createdMs)
  return {
    read: async (id) => rows.get(id) ?? null,
    async write(order) {
      const stored = rows.get(order.id)
      if (order.rev !== (stored === undefined ? 0 : stored.rev + 1)) {
        throw new Problem('storageFailed', { facts: { reason: 'rev' } })
      }
      const isSameDeal =
        stored !== undefined && isDeepStrictEqual(uniqueKeysOf(stored.terms), uniqueKeysOf(order.terms))
      const clash = isSameDeal ? null : findClash(order.terms, order.id)
      if (clash !== null) throw failedCheck(clash)
      rows.set(order.id, checkReadable(order))
      const payment = claimedPayment(order)
      if (payment !== null) payments.set(order.id, payment)
      const proof = accountProofOf(order)
      if (proof !== null) proven.add(proof.address)
    },
    payments: async (chainId) => [...payments.values()].filter((one) => one.chainId === chainId),
    provenAccounts: async () => [...proven],
    listOpen: async () => [...rows.values()].filter(isOpenOrder),
    page: async (beforeMs, limit) =>
      newestFirst()
        .filter((order) => beforeMs === null || order.createdMs < beforeMs)
        .slice(0, limit),
    async restore(order) {
      const isNewer = (rows.get(order.id)?.rev ?? -1) < order.rev
      if (isNewer) rows.set(order.id, checkReadable(order))
      return isNewer
    },
    findClash: async (terms) => findClash(terms),
  }
}

/** Returns a row as a database would, and throws if it could not be read again. */
function checkReadable(order: Order): Order {
  const written: unknown = order
  if (!isOrder(written)) throw new Error(`${order.id} could not be read again`)
  return deepFreeze(order)
}

export function expiringStoreInMemory(clock: Clock): ExpiringStore {
  const rows = new Map<string, { value: unknown; savedMs: number; untilMs: number }>()
  return {
    async put(key, value, lifeMs) {
      const savedMs = clock.nowMs()
      rows.set(key, { value: deepFreeze(value), savedMs, untilMs: savedMs + lifeMs })
    },
    async get(key) {
      const row = rows.get(key)
      if (row === undefined || row.untilMs < clock.nowMs()) return null
      return { value: row.value, savedMs: row.savedMs }
    },
    async sweep() {
      for (const [key, row] of rows) if (row.untilMs < clock.nowMs()) rows.delete(key)
    },
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) deepFreeze(part)
  return value
}
