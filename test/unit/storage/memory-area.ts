import type { WholeArea } from '../../../lib/storage/local.ts'

/**
 * An area of a browser, with what is in it; copies in and out. WXT's `fakeBrowser` has one of each kind for all of a file, hands out
 * what it keeps itself, and drops a null, where a browser keeps it: it serves where a test needs none of that.
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
