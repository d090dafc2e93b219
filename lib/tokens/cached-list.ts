import type { Clock } from '../base/time.ts'
import type { ServiceCall } from '../order/order.ts'
import type { ServiceResponse } from '../service/transport.ts'
import { type Database, type ListRow, onDatabase } from '../storage/database.ts'

interface KeptListPorts {
  readonly clock: Clock
  readonly lists: Lists
  readonly renewed: () => void
  readonly failed: (thrown: unknown) => void
}

/** One list of the service. */
export interface CachedList<T> {
  /** From memory, else the database, else the service; an old one serves while it is read anew. */
  value(): Promise<readonly T[]>
  /** The answer that it came in; null where there is none yet. */
  answer(): Promise<ServiceCall | null>
}

export function createCachedList<T>(
  ports: KeptListPorts,
  key: 'chains',
  freshMs: number,
  read: () => Promise<ServiceResponse<readonly T[]>>,
): CachedList<T> {
  let known: ListRow | null = null
  let reading: Promise<ListRow> | null = null
  const listOf = (row: ListRow) => row.value as readonly T[]

  async function renew(): Promise<ListRow> {
    const { result, serverRequestId } = await read()
    const isNew = known !== null
    const row = listRow(key, result, ports.clock.nowMs(), serverRequestId)
    known = row
    // A list that cannot be kept still serves while the worker lives.
    await ports.lists.write(row).catch(ports.failed)
    if (isNew) ports.renewed()
    return row
  }

  function renewOnce(): Promise<ListRow> {
    reading ??= renew().finally(() => {
      reading = null
    })
    return reading
  }

  async function remembered(): Promise<ListRow | null> {
    known ??= await ports.lists.read(key).catch((thrown: unknown) => {
      ports.failed(thrown)
      return null
    })
    return known
  }

  return {
    async value() {
      const row = await remembered()
      if (row === null) return listOf(await renewOnce())
      const ageMs = ports.clock.nowMs() - row.savedMs
      // Younger than nothing: the clock was set back since.
      if (ageMs > freshMs || ageMs < 0) renewOnce().catch(ports.failed)
      return listOf(row)
    },
    async answer() {
      const row = await remembered()
      return row === null ? null : answerOf(key, row)
    },
  }
}

/** Returns a list as it is kept. */
export function listRow(
  key: string,
  value: unknown,
  savedMs: number,
  serverRequestId: string | null,
): ListRow {
  return { key, value, savedMs, ...(serverRequestId === null ? {} : { serverRequestId }) }
}

/** Returns the answer that a kept list came in. */
export function answerOf(
  endpoint: 'chains' | 'tokens',
  { savedMs, serverRequestId }: Omit<ListRow, 'value'>,
): ServiceCall {
  return { endpoint, atMs: savedMs, outcome: 'ok', serverRequestId: serverRequestId ?? null }
}

/** Lists of the service in IndexedDB. Every method rejects with `storageFailed`. */
export interface Lists {
  read(key: string): Promise<ListRow | null>
  /** Those whose key begins so. */
  readAll(prefix: string): Promise<readonly ListRow[]>
  write(row: ListRow): Promise<void>
  remove(key: string): Promise<void>
}

/** Creates the lists, written without waiting for the disk: what is lost is read again. */
export function createLists(database: () => Promise<Database>): Lists {
  const stored = onDatabase(database)
  const relaxed = (open: Database) => open.transaction('lists', 'readwrite', { durability: 'relaxed' })
  return {
    read: (key) => stored(async (open) => (await open.get('lists', key)) ?? null),
    readAll: (prefix) => stored((open) => open.getAll('lists', IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
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
