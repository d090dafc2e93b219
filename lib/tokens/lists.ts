import { type Database, type ListRow, onDatabase } from '../storage/database.ts'

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
