import type { KeyValueArea, WholeArea } from './local.ts'

const prefix = 'session:'
const beganKey = 'began'

/**
 * The part of an area that ends with the browser's session. `session` is emptied by the browser as it starts, which is
 * how that is known; nothing else is kept there, since content scripts may reach it. Who changes the mark in it has these
 * rows forgotten early or late, and learns and plants nothing.
 */
export function sessionItems(items: WholeArea, session: KeyValueArea): KeyValueArea {
  const begun = begin()
  // Whoever uses the area hears of it.
  begun.catch(() => undefined)

  async function begin(): Promise<void> {
    if ((await session.get(beganKey))[beganKey] === true) return
    const old = Object.keys(await items.get(null)).filter((key) => key.startsWith(prefix))
    for (const key of old) await items.remove(key)
    await session.set({ [beganKey]: true })
  }

  return {
    async get(key) {
      await begun
      const found = await items.get(prefix + key)
      return Object.hasOwn(found, prefix + key) ? { [key]: found[prefix + key] } : {}
    },
    async set(given) {
      await begun
      await items.set(Object.fromEntries(Object.entries(given).map(([key, value]) => [prefix + key, value])))
    },
    async remove(key) {
      await begun
      await items.remove(prefix + key)
    },
  }
}
