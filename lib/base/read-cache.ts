import { type Clock, isFresh } from './time.ts'

/** Shares the reads of one key for `lifeMs`. A failed read is not cached, nor one from before the clock was set back. */
export function createReadCache<Value>(clock: Clock, lifeMs: number) {
  const cached = new Map<string, { readonly ms: number; readonly value: Promise<Value> }>()
  return (key: string, read: () => Promise<Value>): Promise<Value> => {
    const nowMs = clock.nowMs()
    for (const [name, { ms }] of cached) if (!isFresh(ms, lifeMs, nowMs)) cached.delete(name)
    const known = cached.get(key)
    if (known !== undefined) return known.value
    const current = { ms: nowMs, value: read() }
    cached.set(key, current)
    current.value.catch(() => {
      if (cached.get(key) === current) cached.delete(key)
    })
    return current.value
  }
}
