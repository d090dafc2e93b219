import { Problem } from '../base/problem.ts'
import { type Database, storageProblem } from './database.ts'

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
