import { createFakeTime, settle } from '../service/fake-time.ts'

/** A clock that moves only when the test says so, for code that waits. */
export class ManualWait {
  readonly #time = createFakeTime(0)

  get nowMs(): number {
    return this.#time.clock.nowMs()
  }

  readonly wait = (ms: number): Promise<void> => new Promise((done) => void this.#time.timers.after(ms, done))

  /** Advances the time, and runs everything that is due on the way. */
  readonly pass = this.#time.advance
}

export const settled = settle
