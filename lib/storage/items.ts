import type { DBSchema } from 'idb'
import { onceResolved } from '../base/once.ts'
import type { Clock } from '../base/time.ts'
import { createDatabaseAccess, createOpener, type Database, withStorageProblem } from './database.ts'
import type { KeyValueArea, WholeArea } from './local.ts'

const prefix = 'session:'
const beganKey = 'began'

/**
 * Returns the part of an area that ends with the browser session. The browser empties `session` when it starts, so a
 * missing mark there means a new session. Only this mark is stored in `session`, because content scripts may reach it.
 * A script that changes the mark can only clear these rows early or late; it cannot read or write them.
 */
export function sessionItems(items: WholeArea, session: KeyValueArea): KeyValueArea {
  const begin = onceResolved(async () => {
    if ((await session.get(beganKey))[beganKey] === true) return
    const old = Object.keys(await items.get(null)).filter((key) => key.startsWith(prefix))
    for (const key of old) await items.remove(key)
    await session.set({ [beganKey]: true })
  })

  return {
    async get(key) {
      await begin()
      const found = await items.get(prefix + key)
      return Object.hasOwn(found, prefix + key) ? { [key]: found[prefix + key] } : {}
    },
    async set(given) {
      await begin()
      await items.set(Object.fromEntries(Object.entries(given).map(([key, value]) => [prefix + key, value])))
    },
    async remove(key) {
      await begin()
      await items.remove(prefix + key)
    },
  }
}

interface ItemSchema extends DBSchema {
  items: { key: string; value: unknown }
}

/**
 * Stores values under keys in a separate IndexedDB database. The database belongs to the extension's origin, so no
 * content script can reach it in any browser. If the database of orders is lost, these values remain. Writes do not
 * wait for the disk, like the browser's own areas. Rejects with `storageFailed`.
 */
export function createItems(name = 'ferry-items'): WholeArea {
  const database = createOpener<ItemSchema>(name, 1, (created) => void created.createObjectStore('items'))

  async function all(): Promise<{ readonly [key: string]: unknown }> {
    const transaction = (await database()).transaction('items')
    const [keys, values] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()])
    return Object.fromEntries(keys.map((key, at) => [key, values[at]]))
  }

  async function change(keys: readonly string[], items: { readonly [key: string]: unknown }): Promise<void> {
    const transaction = (await database()).transaction('items', 'readwrite', { durability: 'relaxed' })
    for (const key of keys) {
      if (Object.hasOwn(items, key)) await transaction.store.put(items[key], key)
      else await transaction.store.delete(key)
    }
    await transaction.done
  }

  return {
    get: (key) =>
      withStorageProblem(async () => {
        if (key === null) return all()
        const value = await (await database()).get('items', key)
        return value === undefined ? {} : { [key]: value }
      }),
    // Clone first, so that a value that cannot be stored fails before anything is written.
    set: (items) => withStorageProblem(() => change(Object.keys(items), structuredClone(items))),
    remove: (key) => withStorageProblem(() => change([key], {})),
  }
}

/** Values that may be lost, such as quotes under review. They survive a restart of the worker until they expire. */
export type ExpiringStore = ReturnType<typeof createExpiringStore>

/** Written without waiting for the disk. Rejects with `storageFailed`. */
export function createExpiringStore(database: () => Promise<Database>, clock: Clock) {
  const stored = createDatabaseAccess(database)
  return {
    put: (key: string, value: unknown, lifeMs: number): Promise<void> =>
      stored(async (opened) => {
        const savedMs = clock.nowMs()
        await opened.put('kept', { key, value, savedMs, untilMs: savedMs + lifeMs })
      }),
    /** Null if the value never existed or expired. */
    get: (key: string): Promise<{ readonly value: unknown; readonly savedMs: number } | null> =>
      stored(async (opened) => {
        const row = await opened.get('kept', key)
        return row === undefined || row.untilMs < clock.nowMs()
          ? null
          : { value: row.value, savedMs: row.savedMs }
      }),
    sweep: (): Promise<void> =>
      stored(async (opened) => {
        const transaction = opened.transaction('kept', 'readwrite', { durability: 'relaxed' })
        const range = IDBKeyRange.upperBound(clock.nowMs(), true)
        for (const key of await transaction.store.index('byUntil').getAllKeys(range)) {
          await transaction.store.delete(key)
        }
        await transaction.done
      }),
  }
}
