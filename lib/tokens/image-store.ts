import type { Clock } from '../base/time.ts'
import { type Database, onDatabase } from '../storage/database.ts'

/** So many pictures of at most 64 kB: 16 MB at most. */
export const mostImages = 256

/** Pictures as blobs in IndexedDB, the oldest leaving first. Every method rejects with `storageFailed`. */
export function createImageStore(database: () => Promise<Database>, clock: Clock) {
  const stored = onDatabase(database)
  return {
    get: (url: string): Promise<{ readonly blob: Blob | null; readonly savedMs: number } | null> =>
      stored(async (opened) => (await opened.get('images', url)) ?? null),
    /** Null: there is no picture there that could be shown. */
    put: (url: string, blob: Blob | null): Promise<void> =>
      stored(async (opened) => {
        const transaction = opened.transaction('images', 'readwrite', { durability: 'relaxed' })
        await transaction.store.put({ url, blob, savedMs: clock.nowMs() })
        const surplus = (await transaction.store.count()) - mostImages
        if (surplus > 0) {
          const oldest = await transaction.store.index('bySaved').getAllKeys(null, surplus)
          for (const key of oldest) await transaction.store.delete(key)
        }
        await transaction.done
      }),
  }
}
