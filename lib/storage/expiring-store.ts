import type { Clock } from '../base/time.ts'
import { type Database, onDatabase } from './database.ts'

/**
 * Creates a store of expiring values in IndexedDB, written without waiting for the disk. Rejects with `storageFailed`.
 */
export function createExpiringStore(database: () => Promise<Database>, clock: Clock): ExpiringStore {
  const stored = onDatabase(database)
  return {
    put: (key, value, lifeMs) =>
      stored(async (opened) => {
        const savedMs = clock.nowMs()
        const row = { key, value, savedMs, untilMs: savedMs + lifeMs }
        const transaction = opened.transaction('kept', 'readwrite', { durability: 'relaxed' })
        await transaction.store.put(row)
        await transaction.done
      }),
    get: (key) =>
      stored(async (opened) => {
        const row = await opened.get('kept', key)
        return row === undefined || row.untilMs < clock.nowMs()
          ? null
          : { value: row.value, savedMs: row.savedMs }
      }),
    sweep: () =>
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

/** Values that may be lost: quotes under review. They outlive the worker, not their time. */
export interface ExpiringStore {
  put(key: string, value: unknown, lifeMs: number): Promise<void>
  /** Null when it was never there or its time is over. */
  get(key: string): Promise<{ readonly value: unknown; readonly savedMs: number } | null>
  /** Removes what is over. */
  sweep(): Promise<void>
}
