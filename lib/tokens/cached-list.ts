import * as v from 'valibot'
import type { Clock } from '../base/time.ts'
import type { ServiceCall } from '../order/order.ts'
import { storedChainShape } from '../service/supported-chains.ts'
import type { Chain } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import { createDatabaseAccess, type Database, type ListRow } from '../storage/database.ts'

interface CachedListPorts {
  readonly clock: Clock
  readonly lists: Lists
  readonly onRenewed: () => void
  readonly onFailed: (thrown: unknown) => void
}

interface CachedList<T> {
  /**
   * Returns the list from memory, else the database, else the service. An old list is returned while a new one is read
   * in the background.
   */
  value(): Promise<readonly T[]>
  call(): Promise<ServiceCall | null>
}

interface Known<T> {
  readonly row: ListRow
  readonly items: readonly T[]
}

function readStoredItems<T>({ value }: ListRow, isItem: (one: unknown) => one is T): readonly T[] | null {
  return Array.isArray(value) && value.every(isItem) ? value : null
}

export function createCachedList<T>(
  ports: CachedListPorts,
  key: 'chains',
  freshMs: number,
  read: () => Promise<ServiceResponse<readonly T[]>>,
  isItem: (one: unknown) => one is T,
): CachedList<T> {
  let known: Known<T> | null = null
  let reading: Promise<Known<T>> | null = null

  async function renew(): Promise<Known<T>> {
    const { result, serverRequestId } = await read()
    const isNew = known !== null
    const row = createListRow(key, result, ports.clock.nowMs(), serverRequestId)
    const renewed = { row, items: result }
    known = renewed
    // A list that could not be stored is still used while the worker lives.
    await ports.lists.write(row).catch(ports.onFailed)
    if (isNew) ports.onRenewed()
    return renewed
  }

  function coalesceRenewal(): Promise<Known<T>> {
    reading ??= renew().finally(() => {
      reading = null
    })
    return reading
  }

  async function loadKnown(): Promise<Known<T> | null> {
    if (known !== null) return known
    const row = await ports.lists.read(key).catch((thrown: unknown) => {
      ports.onFailed(thrown)
      return null
    })
    const items = row === null ? null : readStoredItems(row, isItem)
    known ??= row === null || items === null ? null : { row, items }
    return known
  }

  return {
    async value() {
      const list = await loadKnown()
      if (list === null) return (await coalesceRenewal()).items
      const ageMs = ports.clock.nowMs() - list.row.savedMs
      // A negative age: the clock was set back.
      if (ageMs > freshMs || ageMs < 0) coalesceRenewal().catch(ports.onFailed)
      return list.items
    },
    async call() {
      const list = await loadKnown()
      return list === null ? null : serviceCallOf(key, list.row)
    },
  }
}

export function isListedChain(value: unknown): value is Chain {
  return v.is(storedChainShape, value)
}

export function createListRow(
  key: string,
  value: unknown,
  savedMs: number,
  serverRequestId: string | null,
): ListRow {
  return { key, value, savedMs, serverRequestId }
}

export function serviceCallOf(
  endpoint: 'chains' | 'tokens',
  { savedMs, serverRequestId }: Omit<ListRow, 'value'>,
): ServiceCall {
  return { endpoint, atMs: savedMs, outcome: 'ok', serverRequestId }
}

/** Lists of the service in IndexedDB. Every method rejects with `storageFailed`. */
export interface Lists {
  read(key: string): Promise<ListRow | null>
  keys(prefix: string): Promise<readonly string[]>
  write(row: ListRow): Promise<void>
  remove(key: string): Promise<void>
}

/** Creates the lists, written without waiting for the disk: a lost list is read again. */
export function createLists(database: () => Promise<Database>): Lists {
  const stored = createDatabaseAccess(database)
  const relaxed = (open: Database) => open.transaction('lists', 'readwrite', { durability: 'relaxed' })
  return {
    read: (key) => stored(async (open) => (await open.get('lists', key)) ?? null),
    keys: (prefix) =>
      stored((open) => open.getAllKeys('lists', IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
    write: (row) =>
      stored(async (open) => {
        const transaction = relaxed(open)
        await Promise.all([transaction.store.put(row), transaction.done])
      }),
    remove: (key) =>
      stored(async (open) => {
        const transaction = relaxed(open)
        await Promise.all([transaction.store.delete(key), transaction.done])
      }),
  }
}
