import type { TextStorage } from './view-ports.ts'

/** What a first picture stands on. */
export const localKeys = { start: 'ferry.start.1', draft: 'ferry.draft.1' } as const

/** Reads a kept JSON value of this page; null when there is none or it was cut off. */
export function readLocal<T>(storage: TextStorage, key: string): T | null {
  const text = storage.read(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    // A half-written value is worth as much as none; the next write replaces it.
    if (cause instanceof SyntaxError) return null
    throw cause
  }
}

/** Keeps a JSON value; what is there already is not written again, for each writing goes to the disk and to all views. */
export function writeLocal(storage: TextStorage, key: string, value: unknown): void {
  const text = JSON.stringify(value)
  if (storage.read(key) !== text) storage.write(key, text)
}
