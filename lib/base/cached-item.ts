import * as v from 'valibot'
import { onceResolved } from './once.ts'

interface Area {
  get(key: string): Promise<{ readonly [key: string]: unknown }>
  set(items: { readonly [key: string]: unknown }): Promise<void>
}

/**
 * A value that is read from storage one time, and then held in memory. A value that does not fit is replaced by the fallback.
 * A failed read rejects, and the next one tries again.
 */
export function cachedItem<T>(area: Area, key: string, schema: v.GenericSchema<unknown, T>, fallback: T) {
  let value = fallback
  const load = onceResolved(async () => {
    const stored = v.safeParse(schema, (await area.get(key))[key])
    if (stored.success) value = stored.output
  })
  return {
    async read(): Promise<T> {
      await load()
      return value
    },
    /** The value in memory: the fallback before the first `read`. */
    now: (): T => value,
    /** Changes the value in memory, without a wait in between, then stores it. Rejects if it cannot be read or stored. */
    async change(changed: (value: T) => T): Promise<void> {
      await load()
      const next = changed(value)
      if (next === value) return
      value = next
      await area.set({ [key]: next })
    },
  }
}
