import type { Clock } from '../base/time.ts'
import type { Kept } from '../swap/kept-store.ts'
import { type Database, storageProblem } from './database.ts'

/** Kept values in IndexedDB, written without waiting for the disk. Rejects with `storageFailed`. */
export function createKept(database: () => Promise<Database>, clock: Clock): Kept {
  return {
    async put(key, value, lifeMs) {
      try {
        const savedMs = clock.nowMs()
        const row = { key, value, savedMs, untilMs: savedMs + lifeMs }
        const transaction = (await database()).transaction('kept', 'readwrite', { durability: 'relaxed' })
        await transaction.store.put(row)
        await transaction.done
      } catch (cause) {
        throw storageProblem(cause)
      }
    },
    async get(key) {
      try {
        const row = await (await database()).get('kept', key)
        return row === undefined || row.untilMs < clock.nowMs()
          ? null
          : { value: row.value, savedMs: row.savedMs }
      } catch (cause) {
        throw storageProblem(cause)
      }
    },
    async sweep() {
      try {
        const transaction = (await database()).transaction('kept', 'readwrite', { durability: 'relaxed' })
        const range = IDBKeyRange.upperBound(clock.nowMs(), true)
        for (const key of await transaction.store.index('byUntil').getAllKeys(range)) {
          await transaction.store.delete(key)
        }
        await transaction.done
      } catch (cause) {
        throw storageProblem(cause)
      }
    },
  }
}
