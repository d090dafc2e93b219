import { Problem } from '../base/problem.ts'
import { putOrderEntry } from '../history/entry-rows.ts'
import { failedCheck } from '../review/preflight.ts'
import { isTerminal } from '../service/status-codes.ts'
import { type Database, type OrderRow, onDatabase, type PaymentRow } from '../storage/database.ts'
import { accountProofOf } from './account-proof.ts'
import { withTerms } from './deals.ts'
import type { OrderStore } from './flow-ports.ts'
import type { Order } from './order.ts'
import { isOrder, orderSchema } from './order-shape.ts'
import { type UniqueCheck, type UniqueTerms, uniqueKeysOf } from './unique-terms.ts'

/** The durable orders with what puts a lost one back. */
export interface Orders extends OrderStore {
  /** Puts back an order that the database has lost, holds torn, or has an older state of; whether it did. */
  restore(order: Order): Promise<boolean>
}

/** Returns whether an order may still need something: a task, the wallet's answer, a notice, or its money. */
export function isOpenOrder(order: Order): boolean {
  return (
    order.dueMs !== null ||
    order.walletRequest !== null ||
    order.notice?.state === 'pending' ||
    !order.fundsSettled
  )
}

/** Returns the orders in IndexedDB. Every method rejects with `storageFailed`. */
export function createOrders(database: () => Promise<Database>): Orders {
  const stored = onDatabase(database)
  return {
    read: (id) =>
      stored(async (opened) => {
        const row = await opened.get('orders', id)
        return row === undefined ? null : orderIn(row)
      }),
    restore: (order) => stored((opened) => restore(opened, order)),
    write: (order) => stored((opened) => commit(opened, order)),
    open: () =>
      stored(async (opened) => {
        const rows = await opened.getAllFromIndex('orders', 'byOpen', 1)
        return rows.flatMap((row) => orderIn(row) ?? [])
      }),
    page: (beforeMs, limit) => stored((opened) => page(opened, beforeMs, limit)),
    provenAccounts: () => stored((opened) => opened.getAllKeys('accounts')),
    payments: (chainId) => stored((opened) => opened.getAllFromIndex('payments', 'byChain', chainId)),
    clashOf: (terms) => stored((opened) => clashIn(opened.transaction('orders').store, terms, null)),
  }
}

/**
 * Compare and set on `rev` inside one transaction, flushed to disk before it resolves (R1, R2). What could not be read again
 * is refused: its row would be followed no more, and the one that is there can be.
 */
async function commit(database: Database, order: Order): Promise<void> {
  if (!isOrder(order)) throw new Problem('storageFailed', { facts: { reason: 'shape' } })
  const transaction = writing(database)
  const stored = await transaction.objectStore('orders').get(order.id)
  const expected = stored === undefined ? 0 : stored.rev + 1
  const isSameDeal = stored !== undefined && isSameKey(uniqueKeysOf(order.terms), stored)
  const clash = isSameDeal ? null : await clashIn(transaction.objectStore('orders'), order.terms, order.id)
  if (order.rev !== expected || clash !== null) {
    transaction.abort()
    await transaction.done.catch(() => undefined)
    throw clash === null ? new Problem('storageFailed', { facts: { reason: 'rev' } }) : failedCheck(clash)
  }
  await put(transaction, order)
  await transaction.done
}

/**
 * Returns the payment that counts for an order because it proved its end; null where none did.
 *
 * @internal
 */
export function claimedPayment({ id, state, evidence }: Order): PaymentRow | null {
  if (state !== 'verified_terminal' || evidence === undefined) return null
  const { chainId, hash, blockNumber, logIndexes, isByBlock } = evidence
  return { orderId: id, chainId, hash, blockNumber, logIndexes, ...(isByBlock ? { isByBlock } : {}) }
}

/** Tells whether an order still has the request and the deposit that its row is found by. */
function isSameKey(
  keys: ReturnType<typeof uniqueKeysOf>,
  row: Pick<OrderRow, 'requestHash' | 'deposit'>,
): boolean {
  return keys.requestHash === row.requestHash && keys.deposit === row.deposit
}

/** The store of orders in any transaction. */
interface OrderIndexes {
  index(name: 'byRequestHash' | 'byDeposit'): { getKey(key: string): Promise<string | undefined> }
}

/** Looks for another order than `ownId` with the same request hash or deposit address. */
async function clashIn(
  orders: OrderIndexes,
  terms: UniqueTerms,
  ownId: string | null,
): Promise<UniqueCheck | null> {
  const { requestHash, deposit } = uniqueKeysOf(terms)
  const isTaken = async (name: 'byRequestHash' | 'byDeposit', key: string | undefined) => {
    const id = key === undefined ? undefined : await orders.index(name).getKey(key)
    return id !== undefined && id !== ownId
  }
  if (await isTaken('byRequestHash', requestHash)) return 'X-3'
  return (await isTaken('byDeposit', deposit)) ? 'P-8' : null
}

/** An order, its line of the history, the payment that proved its end and what it proves of its account, or none of them. */
async function put(transaction: ReturnType<typeof writing>, order: Order): Promise<void> {
  await transaction.objectStore('orders').put(rowOf(order))
  const payment = claimedPayment(order)
  if (payment !== null) await transaction.objectStore('payments').put(payment)
  await putOrderEntry(transaction.objectStore('entries'), order)
  const proof = accountProofOf(order)
  const accounts = transaction.objectStore('accounts')
  // What proved it first stays.
  if (proof !== null && (await accounts.getKey(proof.address)) === undefined) await accounts.put(proof)
}

function writing(database: Database) {
  const stores = ['orders', 'entries', 'accounts', 'payments'] as const
  return database.transaction([...stores], 'readwrite', { durability: 'strict' })
}

async function restore(database: Database, order: Order): Promise<boolean> {
  const transaction = writing(database)
  const stored = await transaction.objectStore('orders').get(order.id)
  const isNewer = stored === undefined || stored.rev < order.rev || isTorn(stored)
  if (isNewer) await put(transaction, order)
  await transaction.done
  return isNewer
}

/**
 * Returns the order that a row holds; null for one that cannot be read: it says nothing that could be relied on, is kept
 * and left alone, and stops none of its neighbours.
 */
function orderIn({ order }: Pick<OrderRow, 'order'>): Order | null {
  return isOrder(order) ? order : null
}

/** Returns whether a row of this schema cannot be read. A row of another schema is a newer Ferry's, and not torn. */
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
  // Orders of the same moment stay on one page: the next one begins before that moment.
  while (cursor !== null && (orders.length < limit || cursor.value.createdMs === orders.at(-1)?.createdMs)) {
    const order = orderIn(cursor.value)
    if (order !== null) orders.push(order)
    cursor = await cursor.continue()
  }
  return orders
}

const reserveKey = 'reserve'
const reserveBytes = 64 * 1024
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
        const order = orderIn(cursor.value)
        const smaller = order === null || isOpenOrder(order) ? order : compactOrder(order)
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

/**
 * A closed order without the bytes that were signed or sent: all that is shown of it stays, and whom it was signed for or
 * sent to. The same one where there are none.
 */
function compactOrder(order: Order): Order {
  const plain = order.offer === null ? order : { ...order, offer: null }
  if (plain.kind === 'signed') {
    const { signTypedData } = plain.terms
    if (Object.keys(signTypedData.values).length === 0) return plain
    return { ...plain, terms: { ...plain.terms, signTypedData: { ...signTypedData, types: {}, values: {} } } }
  }
  const { txData } = plain.terms
  if (txData === null || txData.data === '0x') return plain
  return withTerms(plain, { ...plain.terms, txData: { ...txData, data: '0x' } }) ?? plain
}
