import type { KeyValueArea } from './local.ts'

/**
 * An area whose `parts` lie under one key, so that page loads read one (M11); every other key is the area's own. Writes
 * of parts come one after another.
 */
export function withPageMark(area: KeyValueArea, markKey: string, parts: readonly string[]): KeyValueArea {
  let turn: Promise<void> = Promise.resolve()

  async function mark(): Promise<{ readonly [part: string]: unknown }> {
    const stored = (await area.get(markKey))[markKey]
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  }

  function change(changed: (known: { readonly [part: string]: unknown }) => object): Promise<void> {
    const done = turn.then(async () => area.set({ [markKey]: changed(await mark()) }))
    turn = done.catch(() => undefined)
    return done
  }

  return {
    async get(key) {
      if (!parts.includes(key)) return area.get(key)
      const known = await mark()
      return Object.hasOwn(known, key) ? { [key]: known[key] } : {}
    },
    async set(items) {
      const own = Object.entries(items).filter(([key]) => parts.includes(key))
      const others = Object.entries(items).filter(([key]) => !parts.includes(key))
      if (others.length > 0) await area.set(Object.fromEntries(others))
      if (own.length > 0) await change((known) => ({ ...known, ...Object.fromEntries(own) }))
    },
    async remove(key) {
      if (!parts.includes(key)) return area.remove(key)
      await change((known) => Object.fromEntries(Object.entries(known).filter(([part]) => part !== key)))
    },
  }
}
