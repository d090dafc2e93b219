import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Address } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'

/** An order with the keys it is found by. */
export interface OrderRow {
  readonly id: string
  readonly rev: number
  readonly createdMs: number
  /** Absent for a manual order, which the service knows by its transaction. */
  readonly requestHash?: string
  /** Chain, address and memo of the deposit; absent without one. */
  readonly deposit?: string
  /** 1 while it may still need something; absent otherwise, so that the index holds the open ones only. */
  readonly open?: 1
  /** As it was written, perhaps by a newer Ferry: readers check first that it is an order. */
  readonly order: unknown
}

/** A line of the history with what it is found by. */
export interface EntryRow {
  readonly key: string
  /** Each followed by `/` and the key. */
  readonly terms: readonly string[]
  /** As it was written, perhaps by a newer Ferry: readers check first that it is a line of the history. */
  readonly entry: unknown
}

/** An account of the user's own, with what proved it. Outlives the order. */
export interface AccountRow {
  /** In lower case. */
  readonly address: Address
  readonly by: 'signature' | 'transaction'
  readonly orderId: string
  /** Of the transaction that the account sent; null for a signature. */
  readonly hash: string | null
  readonly provenMs: number
}

/** Something kept for a while: a quote under review. */
interface KeptRow {
  readonly key: string
  readonly untilMs: number
  readonly savedMs: number
  readonly value: unknown
}

/** A swap that a page handed over, with the keys it is found by. */
export interface ProposalRow {
  readonly swapId: string
  readonly createdMs: number
  /** When it was made, while it waits for the user; absent otherwise, so that the index holds the waiting ones only. */
  readonly waitingSinceMs?: number
  /** Absent while it is no order. */
  readonly orderId?: string
  /** The same for what the page handed over. */
  readonly proposal: unknown
}

/** A list of the service as it was read. */
export interface ListRow {
  readonly key: string
  /** Its age is told from this; it is never too old to serve while nothing newer is there. */
  readonly savedMs: number
  readonly value: unknown
  /** Of the answer it came in; null where that had none. */
  readonly serverRequestId: string | null
}

/** A logo by its address; null where there is none that could be shown. */
interface ImageRow {
  readonly url: string
  readonly blob: Blob | null
  readonly savedMs: number
}

/**
 * A payment that proved the end of an order. It counts for that order only, also after the order was deleted from the history,
 * so the row stays then. It goes when everything is deleted: no order is left then that it could be counted for again.
 */
export interface PaymentRow {
  readonly orderId: string
  readonly chainId: number
  readonly hash: string
  readonly blockNumber: string
  readonly logIndexes: readonly number[]
  readonly isByBlock?: true
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
  kept: { key: string; value: KeptRow; indexes: { byUntil: number } }
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
/** Stays 1 until the first release. After that a change of the stores raises it, with an upgrade step that wipes nothing (PR12). */
const databaseVersion = 1

/** Creates the database of the orders and of all that belongs to them. */
export function createDatabase(name: string = databaseName): () => Promise<Database> {
  return opener<FerrySchema>(name, databaseVersion, (database) => {
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
 * Opens a database, and opens it again after the browser closed it. Rejects with `storageFailed`. The reason is `blocked`
 * while another tab keeps an older version open; the database opens as soon as that tab is closed.
 */
export function opener<Schema extends DBSchema>(
  name: string,
  version: number,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  /** Set while it opens: rejects when an older tab is in the way. */
  let blocked: Promise<never> | null = null
  return () => {
    if (opened !== null) return blocked === null ? opened : Promise.race([blocked, opened])
    const { promise: refusal, reject: refuse } = Promise.withResolvers<never>()
    // Heard by whoever waits for the database; nobody may.
    refusal.catch(() => undefined)
    blocked = refusal
    opened = openDB<Schema>(name, version, {
      upgrade: create,
      blocked() {
        refuse(new Problem('storageFailed', { facts: { reason: 'blocked' } }))
      },
      // A newer Ferry in another context wants to upgrade: let it.
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
    // Whoever waits was refused; the database may come late.
    opened.catch(() => undefined)
    return Promise.race([refusal, opened])
  }
}

/** Returns any failure of the database as a problem: nothing was written, so nothing was asked. */
function storageProblem(cause: unknown): Problem {
  if (cause instanceof Problem) return cause
  const reason = cause instanceof Error ? cause.name : typeof cause
  return new Problem('storageFailed', { facts: { reason }, cause })
}

/** Does work on what is stored; rejects with `storageFailed`. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw storageProblem(cause)
  }
}

/** Returns how to work on the database: whatever fails rejects with `storageFailed`. */
export function onDatabase(
  database: () => Promise<Database>,
): <T>(work: (opened: Database) => Promise<T>) => Promise<T> {
  return (work) => guarded(async () => work(await database()))
}

const probeKey = 'self-test'

export type StorageState = 'durable' | 'volatile' | 'broken'

/**
 * Tells whether this browser keeps what it is given, found out by writing, reading back and removing a row. What a
 * private window is given is gone with it, however well it works.
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
  } catch (cause) {
    if (storageProblem(cause).data.code === 'storageFailed') return 'broken'
    throw cause
  }
}

/** Throws where a swap could be forgotten: it is refused before anybody is asked (PR14). */
export async function requireDurable(storage: () => Promise<StorageState>): Promise<void> {
  const state = await storage()
  if (state === 'volatile') throw new Problem('storageVolatile')
  if (state === 'broken') throw new Problem('storageFailed', { facts: { reason: 'self-test' } })
}
