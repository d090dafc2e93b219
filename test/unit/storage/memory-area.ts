import type { WholeArea } from '../../../lib/storage/local.ts'

/**
 * A browser storage area in memory, with its content. Values are copied in and out. WXT's `fakeBrowser` shares one area
 * of each kind per file, returns its own objects, and drops null values, which browsers store. Use `fakeBrowser` only in
 * tests where none of this matters.
 */
export function memoryArea(
  rows: { [key: string]: unknown } = {},
): WholeArea & { readonly rows: typeof rows } {
  return {
    rows,
    get: async (key) => {
      if (key === null) return structuredClone(rows)
      return key in rows ? { [key]: structuredClone(rows[key]) } : {}
    },
    set: async (items) => void Object.assign(rows, structuredClone(items)),
    remove: async (key) => void Reflect.deleteProperty(rows, key),
  }
}

/** An area whose first read fails, as a database may that the browser has just closed. */
export function areaFailingOnce(rows: { [key: string]: unknown } = {}): ReturnType<typeof memoryArea> {
  const area = memoryArea(rows)
  let hasFailed = false
  return {
    ...area,
    get(key) {
      if (hasFailed) return area.get(key)
      hasFailed = true
      return Promise.reject(new Error('closed'))
    },
  }
}
