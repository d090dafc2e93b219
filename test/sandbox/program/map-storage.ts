/** The part of `Storage` that a wallet's memory uses. It ends with the process. */
export class MapStorage {
  readonly #values = new Map<string, string>()
  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.#values.set(key, value)
  }
  removeItem(key: string): void {
    this.#values.delete(key)
  }
}
