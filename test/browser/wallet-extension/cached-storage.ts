import type { Storage } from 'webextension-polyfill'

/** Over `storage.local`: read once at the start, written through. */
export class CachedStorage {
  readonly #values: Map<string, string>
  readonly #area: Storage.StorageArea

  private constructor(values: Map<string, string>, area: Storage.StorageArea) {
    this.#values = values
    this.#area = area
  }

  static async open(area: Storage.StorageArea): Promise<CachedStorage> {
    const kept = Object.entries(await area.get(null))
    return new CachedStorage(new Map(kept.map(([key, value]) => [key, String(value)])), area)
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, value)
    void this.#area.set({ [key]: value })
  }

  removeItem(key: string): void {
    this.#values.delete(key)
    void this.#area.remove(key)
  }
}
