import { Problem } from '../base/problem.ts'
import { putOrderEntry } from '../history/entry-rows.ts'
import { type UniqueCheck, type UniqueTerms, uniqueKeysOf } from '../quote/unique-terms.ts'
import { failedCheck } from '../review/preflight.ts'
import { createDatabaseAccess, type Database, type OrderRow, type PaymentRow } from '../storage/database.ts'
import { accountProofOf } from './account-proof.ts'
import { mayBeInInbox } from './exits/exit-rules.ts'
import { isOrder, type Order, orderSchema, readOrder } from './order.ts'
import type { OrderStore } from './order-store.ts'
import { withTerms } from './transition.ts'

export interface Orders extends OrderStore {
  /**
   * Restores an order that the database lost, cannot read, or has in an older revision. Returns whether it
   * did.
   */
  restore(order: Order): Promise<boolean>
}

export function isOpenOrder(order: Order): boolean {
  return (
    order.dueMs !== null ||
    order.walletRequest !== null ||
    order.notification?.state === 'pending' ||
    !order.fundsSettled
  )
}

/** Stores the orders in IndexedDB. Every method rejects with `storageFailed`. */
export function createOrders(database: () => Promise<Database>): Orders {
  const stored = createDatabaseAccess(database)
  return {
    read: (id) =>
      stored(async (opened) => {
        const row = await opened.get('orders', id)
        return row === undefined ? null : readOrder(row.order)
      }),
    restore: (order) => stored((opened) => restore(opened, order)),
    write: (order) => stored((opened) => commit(opened, order)),
    listOpen: () =>
      stored(async (opened) => {
        const rows = await opened.getAllFromIndex('orders', 'byOpen', 1)
        // A row that cannot be read stays untouched.
        return rows.flatMap(({ order }) => readOrder(order) ?? [])
      }),
    page: (beforeMs, limit) => stored((opened) => page(opened, beforeMs, limit)),
    provenAccounts: () => stored((opened) => opened.getAllKeys('accounts')),
    payments: (chainId) => stored((opened) => opened.getAllFromIndex('payments', 'byChain', chainId)),
    findClash: (terms) => stored((opened) => findClashIn(opened.transaction('orders').store, terms, null)),
  }
}

/**
 * One of the two writes of a commit; the other one is the backup (`backedUpOrders`). Compares and sets `rev` in one
 * transaction, flushed to disk before it resolves (R1, R2). Rejects an order that could not be read again: its row would
 * no longer be followed, while the existing row still can be.
 */
async function commit(database: Database, order: Order): Promise<void> {
  if (!isOrder(order)) throw new Problem('storageFailed', { facts: { reason: 'shape' } })
  const transaction = openWriteTransaction(database)
  const stored = await transaction.objectStore('orders').get(order.id)
  const expected = stored === undefined ? 0 : stored.rev + 1
  const keys = uniqueKeysOf(order.terms)
  const hasSameKey =
    stored !== undefined && keys.requestHash === stored.requestHash && keys.deposit === stored.deposit
  const clash = hasSameKey
    ? null
    : await findClashIn(transaction.objectStore('orders'), order.terms, order.id)
  if (order.rev !== expected || clash !== null) {
    transaction.abort()
    await transaction.done.catch(() => undefined)
    throw clash === null ? new Problem('storageFailed', { facts: { reason: 'rev' } }) : failedCheck(clash)
  }
  await putOrder(transaction, order)
  await transaction.done
}

/** @internal */
export function claimedPayment({ id, state, evidence }: Order): PaymentRow | null {
  if (state !== 'verified_terminal' || evidence === undefined) return null
  const { chainId, hash, blockNumber, logIndexes, isBalanceGrowth } = evidence
  return {
    orderId: id,
    chainId,
    hash,
    blockNumber,
    logIndexes,
    ...(isBalanceGrowth ? { isBalanceGrowth } : {}),
  }
}

interface OrderIndexes {
  index(name: 'byRequestHash' | 'byDeposit'): { getKey(key: string): Promise<string | undefined> }
}

async function findClashIn(
  orders: OrderIndexes,
  terms: UniqueTerms,
  ownId: string | null,
): Promise<UniqueCheck | null> {
  const { requestHash, deposit } = uniqueKeysOf(terms)
  const isUsed = async (name: 'byRequestHash' | 'byDeposit', key: string | undefined) => {
    const id = key === undefined ? undefined : await orders.index(name).getKey(key)
    return id !== undefined && id !== ownId
  }
  if (await isUsed('byRequestHash', requestHash)) return 'X-3'
  return (await isUsed('byDeposit', deposit)) ? 'P-8' : null
}

/**
 * Stores an order, its history entry, the payment that proved its end, and its account proof in one
 * transaction.
 */
async function putOrder(transaction: ReturnType<typeof openWriteTransaction>, order: Order): Promise<void> {
  await transaction.objectStore('orders').put(rowOf(order))
  const payment = claimedPayment(order)
  if (payment !== null) await transaction.objectStore('payments').put(payment)
  await putOrderEntry(transaction.objectStore('entries'), order)
  const proof = accountProofOf(order)
  const accounts = transaction.objectStore('accounts')
  // Keep the first proof.
  if (proof !== null && (await accounts.getKey(proof.address)) === undefined) await accounts.put(proof)
}

function openWriteTransaction(database: Database) {
  const stores = ['orders', 'entries', 'accounts', 'payments'] as const
  return database.transaction([...stores], 'readwrite', { durability: 'strict' })
}

async function restore(database: Database, order: Order): Promise<boolean> {
  const transaction = openWriteTransaction(database)
  const stored = await transaction.objectStore('orders').get(order.id)
  const isNewer = stored === undefined || stored.rev < order.rev || isTorn(stored)
  if (isNewer) await putOrder(transaction, order)
  await transaction.done
  return isNewer
}

/** A row with another schema belongs to a newer Ferry and is not torn. */
function isTorn({ order }: OrderRow): boolean {
  if (typeof order !== 'object' || order === null) return true
  return (!('schema' in order) || order.schema === orderSchema) && !isOrder(order)
}

function rowOf(order: Order): OrderRow {
  return {
    id: order.id,
    rev: order.rev,
    createdMs: order.createdMs,
    ...uniqueKeysOf(order.terms),
    ...(isOpenOrder(order) ? { open: 1 as const } : {}),
    order,
  }
}

async function page(database: Database, beforeMs: number | null, limit: number): Promise<readonly Order[]> {
  const range = beforeMs === null ? null : IDBKeyRange.upperBound(beforeMs, true)
  const orders: Order[] = []
  const index = database.transaction('orders').store.index('byCreated')
  let cursor = await index.openCursor(range, 'prev')
  // Orders with the same creation time stay on one page, because the next page starts before that time.
  while (cursor !== null && (orders.length < limit || cursor.value.createdMs === orders.at(-1)?.createdMs)) {
    const order = readOrder(cursor.value.order)
    if (order !== null) orders.push(order)
    cursor = await cursor.continue()
  }
  return orders
}

const maxPrunedRows = 50

/** Makes the oldest closed orders smaller, never an open one. Returns their number. */
export async function pruneClosedOrders(database: () => Promise<Database>): Promise<number> {
  const transaction = (await database()).transaction('orders', 'readwrite', { durability: 'strict' })
  let pruned = 0
  let cursor = await transaction.store.index('byCreated').openCursor()
  while (cursor !== null && pruned < maxPrunedRows) {
    const order = readOrder(cursor.value.order)
    const smaller = order === null || isOpenOrder(order) ? order : compactOrder(order)
    if (smaller !== order) {
      await cursor.update({ ...cursor.value, order: smaller })
      pruned += 1
    }
    cursor = await cursor.continue()
  }
  await transaction.done
  return pruned
}

/**
 * Wraps the orders for a disk that may be full. If a write finds no space, Ferry removes the raw payloads of
 * the oldest closed orders and retries.
 */
export function quotaOrders(
  orders: Orders,
  prune: () => Promise<number>,
  failed: (thrown: unknown) => void,
): Orders {
  return {
    ...orders,
    async write(order) {
      try {
        await orders.write(order)
      } catch (thrown) {
        const isFull = thrown instanceof Problem && thrown.data.facts.reason === 'QuotaExceededError'
        if (!isFull) throw thrown
        const pruned = await prune().catch((cause: unknown) => {
          failed(cause)
          return 0
        })
        if (pruned === 0) throw thrown
        await orders.write(order)
      }
    },
  }
}

/**
 * Returns a closed order without the signed or sent bytes. Everything on screen stays, and so do the signer
 * and the targets. Returns the same object if there are no such bytes.
 */
function compactOrder(order: Order): Order {
  const plain = order.offer === null ? order : { ...order, offer: null }
  if (plain.kind === 'signed') {
    const { signTypedData } = plain.terms
    if (Object.keys(signTypedData.values).length === 0) return plain
    return { ...plain, terms: { ...plain.terms, signTypedData: { ...signTypedData, types: {}, values: {} } } }
  }
  const { txData } = plain.terms
  // A withdrawal needs the request in these bytes.
  if (txData === null || txData.data === '0x' || mayBeInInbox(plain)) return plain
  return withTerms(plain, { ...plain.terms, txData: { ...txData, data: '0x' } })
}
