import { setTimeout as sleep } from 'node:timers/promises'
import type { Knobs, Pace } from './knobs.ts'

const lookMs = 50

/** Runs the solver's work side by side, at the pace that is set, until it is stopped. */
export class Runner {
  /** What went wrong outside of any one request, for the oracle. */
  readonly problems: string[] = []
  readonly #knobs: Knobs
  readonly #running = new Set<Promise<void>>()
  #halt = new AbortController()

  constructor(knobs: Knobs) {
    this.#knobs = knobs
  }

  get isStopped(): boolean {
    return this.#halt.signal.aborted
  }

  start(): void {
    this.#halt = new AbortController()
  }

  /** Resolves when no work is under way any more. */
  async stop(): Promise<void> {
    this.#halt.abort()
    await Promise.all(this.#running)
    this.problems.length = 0
  }

  /** Does a piece of work; what it throws is told, unless it was stopped. */
  run(work: Promise<void>, report: (problem: string) => void): void {
    const { signal } = this.#halt
    const guarded: Promise<void> = work
      .catch((error: unknown) => {
        if (!signal.aborted) report(told(error))
      })
      .finally(() => this.#running.delete(guarded))
    this.#running.add(guarded)
  }

  /** Looks again and again; a round that fails is a problem and does not end the watch. */
  watch(everyMs: number, look: (round: number) => Promise<void>): void {
    const rounds = async () => {
      for (let round = 0; ; round++) {
        await this.wait(everyMs)
        await look(round).catch((error: unknown) => {
          if (!this.isStopped) this.problems.push(told(error))
        })
      }
    }
    this.run(rounds(), (problem) => this.problems.push(problem))
  }

  /** Throws when the runner is stopped meanwhile. */
  async wait(ms: number): Promise<void> {
    await sleep(ms, null, { signal: this.#halt.signal })
  }

  /** Waits for a state to be due. The pace is read again and again, so that a new one lets go what is held back. */
  async pause(step: keyof Pace, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    const since = Date.now()
    for (;;) {
      const restMs = Math.min(since + this.#knobs.pace[step], untilMs) - Date.now()
      if (restMs <= 0) return
      await this.wait(Math.min(restMs, lookMs))
    }
  }
}

/** The words of anything that was thrown. */
export function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
