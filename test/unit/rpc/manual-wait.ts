export class ManualWait {
  nowMs = 0
  #waiting: { readonly atMs: number; readonly done: () => void }[] = []

  readonly wait = (ms: number): Promise<void> =>
    new Promise((done) => {
      this.#waiting.push({ atMs: this.nowMs + ms, done })
    })

  /** Advances the time, and runs everything that is due on the way. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms
    await settled()
    for (;;) {
      const next = this.#waiting.toSorted((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined || next.atMs > untilMs) break
      this.#waiting = this.#waiting.filter((each) => each !== next)
      this.nowMs = next.atMs
      next.done()
      await settled()
    }
    this.nowMs = untilMs
  }
}

/** Resolves when all work that needs no time has run. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
}
