import { type Database, type ListRow, storageProblem } from './database.ts'

/** Lists of the service in IndexedDB. Every method rejects with `storageFailed`. */
export interface Lists {
  read(key: string): Promise<ListRow | null>
  /** Those whose key begins so. */
  readAll(prefix: string): Promise<readonly ListRow[]>
  write(row: ListRow): Promise<void>
  remove(key: string): Promise<void>
}

/** The lists, written without waiting for the disk: what is lost is read again. */
export function createLists(database: () => Promise<Database>): Lists {
  async function guarded<T>(work: (open: Database) => Promise<T>): Promise<T> {
    try {
      return await work(await database())
    } catch (cause) {
      throw storageProblem(cause)
    }
  }
  const relaxed = (open: Database) => open.transaction('lists', 'readwrite', { durability: 'relaxed' })
  return {
    read: (key) => guarded(async (open) => (await open.get('lists', key)) ?? null),
    readAll: (prefix) =>
      guarded((open) => open.getAll('lists', IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
    write: (row) =>
      guarded(async (open) => {
        const transaction = relaxed(open)
        await Promise.all([transaction.store.put(row), transaction.done])
      }),
    remove: (key) =>
      guarded(async (open) => {
        const transaction = relaxed(open)
        await Promise.all([transaction.store.delete(key), transaction.done])
      }),
  }
}
