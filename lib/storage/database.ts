import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Address } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'

export interface OrderRow {
  readonly id: string
  readonly rev: number
  readonly createdMs: number
  /** Absent for a manual order, which the service identifies by its transaction. */
  readonly requestHash?: string
  /** Chain, address and memo of the deposit; absent without one. */
  readonly deposit?: string
  /** 1 while the order may still need work, absent otherwise. The index therefore holds open orders only. */
  readonly open?: 1
  /** As written, perhaps by a newer version of Ferry. Readers must check that it is an order. */
  readonly order: unknown
}

export interface EntryRow {
  readonly key: string
  /** Each term is followed by `/` and the key. */
  readonly terms: readonly string[]
  /** As written, perhaps by a newer version of Ferry. Readers must check that it is an entry. */
  readonly entry: unknown
}

/** An account that belongs to the user, with the proof of that. The row stays when the order is deleted. */
export interface AccountRow {
  /** Lower case. */
  readonly address: Address
  readonly by: 'signature' | 'transaction'
  readonly orderId: string
  readonly hash: string | null
  readonly provenMs: number
}

interface ExpiringRow {
  readonly key: string
  readonly untilMs: number
  readonly savedMs: number
  readonly value: unknown
}

export interface ProposalRow {
  readonly swapId: string
  readonly createdMs: number
  /**
   * When the proposal was made, while it waits for the user; absent otherwise. The index therefore holds waiting
   * proposals only.
   */
  readonly waitingSinceMs?: number
  /** Absent until the proposal becomes an order. */
  readonly orderId?: string
  /** As written, perhaps by a newer version of Ferry. Readers must check it. */
  readonly proposal: unknown
}

export interface ListRow {
  readonly key: string
  /** The age of the list counts from this time. Even an old list is used until a newer one is read. */
  readonly savedMs: number
  readonly value: unknown
  readonly serverRequestId: string | null
}

/** A logo by its address; a null blob means that the address has no logo that could be shown. */
interface ImageRow {
  readonly url: string
  readonly blob: Blob | null
  readonly savedMs: number
}

/**
 * A payment that proved the end of an order. It counts for that order only. The row stays when the order is deleted
 * from the history, so that the payment cannot count for another order. It is deleted when everything is deleted.
 */
export interface PaymentRow {
  readonly orderId: string
  readonly chainId: number
  readonly hash: string
  readonly blockNumber: string
  readonly logIndexes: readonly number[]
  readonly isBalanceGrowth?: true
}

export interface FerrySchema extends DBSchema {
  orders: {
    key: string
    value: OrderRow
    indexes: { byCreated: number; byOpen: number; byRequestHash: string; byDeposit: string }
  }
  payments: { key: string; value: PaymentRow; indexes: { byChain: number } }
  /** Derived: written with each order, and when the service's history is read. */
  entries: { key: string; value: EntryRow; indexes: { byTerm: string } }
  accounts: { key: Address; value: AccountRow }
  kept: { key: string; value: ExpiringRow; indexes: { byUntil: number } }
  proposals: {
    key: string
    value: ProposalRow
    indexes: { byCreated: number; byWaiting: number }
  }
  lists: { key: string; value: ListRow }
  images: { key: string; value: ImageRow; indexes: { bySaved: number } }
}

export type Database = IDBPDatabase<FerrySchema>

const databaseName = 'ferry'
/**
 * Stays 1 until the first release. Afterwards each change of the stores increases it, with an upgrade step that wipes
 * nothing (PR12).
 */
const databaseVersion = 1

export function createDatabase(name: string = databaseName): () => Promise<Database> {
  return createOpener<FerrySchema>(name, databaseVersion, (database) => {
    const orders = database.createObjectStore('orders', { keyPath: 'id' })
    orders.createIndex('byCreated', 'createdMs')
    orders.createIndex('byOpen', 'open')
    orders.createIndex('byRequestHash', 'requestHash')
    orders.createIndex('byDeposit', 'deposit')
    database.createObjectStore('payments', { keyPath: 'orderId' }).createIndex('byChain', 'chainId')
    const entries = database.createObjectStore('entries', { keyPath: 'key' })
    entries.createIndex('byTerm', 'terms', { multiEntry: true })
    database.createObjectStore('accounts', { keyPath: 'address' })
    database.createObjectStore('kept', { keyPath: 'key' }).createIndex('byUntil', 'untilMs')
    const proposals = database.createObjectStore('proposals', { keyPath: 'swapId' })
    proposals.createIndex('byCreated', 'createdMs')
    proposals.createIndex('byWaiting', 'waitingSinceMs')
    database.createObjectStore('lists', { keyPath: 'key' })
    database.createObjectStore('images', { keyPath: 'url' }).createIndex('bySaved', 'savedMs')
  })
}

/**
 * Returns a function that opens a database, and opens it again after the browser closed it. It rejects with
 * `storageFailed`. The reason is `blocked` while another tab holds an older version open; the database opens as soon as
 * that tab is closed.
 */
export function createOpener<Schema extends DBSchema>(
  name: string,
  version: number,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  /** Set while the database opens. Rejects if an older tab blocks it. */
  let blocked: Promise<never> | null = null
  return () => {
    if (opened !== null) return blocked === null ? opened : Promise.race([blocked, opened])
    const { promise: refusal, reject: refuse } = Promise.withResolvers<never>()
    // Callers await the refusal only through the race below. Without callers it must not become an unhandled rejection.
    refusal.catch(() => undefined)
    blocked = refusal
    opened = openDB<Schema>(name, version, {
      upgrade: create,
      blocked() {
        refuse(new Problem('storageFailed', { facts: { reason: 'blocked' } }))
      },
      // A newer version of Ferry in another context wants to upgrade, so close.
      blocking(_current, _blocked, event) {
        ;(event.target as IDBDatabase).close()
        opened = null
      },
      terminated() {
        opened = null
      },
    })
      .catch((cause: unknown) => {
        opened = null
        throw storageProblem(cause)
      })
      .finally(() => {
        blocked = null
      })
    // Pending callers were rejected above. The database may still open later.
    opened.catch(() => undefined)
    return Promise.race([refusal, opened])
  }
}

/** Wraps any failure of the database as a problem. Nothing was written, so no money can have moved. */
function storageProblem(cause: unknown): Problem {
  if (cause instanceof Problem) return cause
  const reason = cause instanceof Error ? cause.name : typeof cause
  return new Problem('storageFailed', { facts: { reason }, cause })
}

export async function withStorageProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw storageProblem(cause)
  }
}

/** Returns a function that runs work on the database; it rejects with `storageFailed`. */
export function createDatabaseAccess(
  database: () => Promise<Database>,
): <T>(work: (opened: Database) => Promise<T>) => Promise<T> {
  return (work) => withStorageProblem(async () => work(await database()))
}

const probeKey = 'self-test'

export type StorageState = 'durable' | 'volatile' | 'broken'

/**
 * Checks whether the browser stores data: writes a row, reads it back and removes it. A private window loses its data
 * when it closes, so it is `volatile` even if the check succeeds.
 */
export async function selfTest(
  database: () => Promise<Database>,
  nowMs: number,
  isPrivate: boolean,
): Promise<StorageState> {
  try {
    const opened = await database()
    const writing = opened.transaction('kept', 'readwrite', { durability: 'strict' })
    await writing.store.put({ key: probeKey, value: nowMs, savedMs: nowMs, untilMs: nowMs })
    await writing.done
    const found = await opened.get('kept', probeKey)
    await opened.delete('kept', probeKey)
    if (found?.value !== nowMs) return 'broken'
    return isPrivate ? 'volatile' : 'durable'
  } catch {
    return 'broken'
  }
}

/** Throws if a swap could be lost from storage. Ferry then refuses it before any wallet request (PR14). */
export async function requireDurable(storage: () => Promise<StorageState>): Promise<void> {
  const state = await storage()
  if (state === 'volatile') throw new Problem('storageVolatile')
  if (state === 'broken') throw new Problem('storageFailed', { facts: { reason: 'self-test' } })
}
