import type { Clock } from '../base/time.ts'
import type { Lists } from './lists.ts'

interface KeptListPorts {
  readonly clock: Clock
  readonly lists: Lists
  readonly renewed: () => void
  readonly failed: (thrown: unknown) => void
}

/** One list of the service: from memory, else the database, else the service; an old one serves while it is read anew. */
export function createKeptList<T>(
  ports: KeptListPorts,
  key: string,
  freshMs: number,
  read: () => Promise<readonly T[]>,
): () => Promise<readonly T[]> {
  let known: { readonly value: readonly T[]; readonly savedMs: number } | null = null
  let reading: Promise<readonly T[]> | null = null

  async function renew(): Promise<readonly T[]> {
    const value = await read()
    const savedMs = ports.clock.nowMs()
    const isNew = known !== null
    known = { value, savedMs }
    // A list that cannot be kept still serves while the worker lives.
    await ports.lists.write({ key, value, savedMs }).catch(ports.failed)
    if (isNew) ports.renewed()
    return value
  }

  function renewOnce(): Promise<readonly T[]> {
    reading ??= renew().finally(() => {
      reading = null
    })
    return reading
  }

  return async () => {
    if (known === null) {
      const row = await ports.lists.read(key).catch((thrown: unknown) => {
        ports.failed(thrown)
        return null
      })
      known = row === null ? null : { value: row.value as readonly T[], savedMs: row.savedMs }
    }
    if (known === null) return renewOnce()
    const ageMs = ports.clock.nowMs() - known.savedMs
    // Younger than nothing: the clock was set back since.
    if (ageMs > freshMs || ageMs < 0) renewOnce().catch(ports.failed)
    return known.value
  }
}
