const windowMs = 60_000

export class Rate {
  readonly #limit: number
  readonly #seen = new Map<string, number[]>()
  readonly #passed = new Map<string, number[]>()

  constructor(requestsPerMinute: number) {
    this.#limit = requestsPerMinute
  }

  /** Counts the request. Returns 0 if it may pass, else the milliseconds until the next one may. */
  admit(client: string, nowMs: number): number {
    recent(this.#seen, client, nowMs).push(nowMs)
    const passed = recent(this.#passed, client, nowMs)
    const oldest = passed[0]
    if (passed.length >= this.#limit && oldest !== undefined) return oldest + windowMs - nowMs
    passed.push(nowMs)
    return 0
  }

  /** Requests of the last minute per client, including refused ones. */
  perMinute(nowMs: number): { [client: string]: number } {
    return Object.fromEntries(
      [...this.#seen.keys()].map((client) => [client, recent(this.#seen, client, nowMs).length]),
    )
  }

  reset(): void {
    this.#seen.clear()
    this.#passed.clear()
  }
}

function recent(times: Map<string, number[]>, client: string, nowMs: number): number[] {
  const kept = (times.get(client) ?? []).filter((time) => time > nowMs - windowMs)
  times.set(client, kept)
  return kept
}
