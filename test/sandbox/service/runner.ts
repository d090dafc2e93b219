import { setTimeout as sleep } from 'node:timers/promises'
import type { Pace, ServiceSettings } from './service-settings.ts'

const pollMs = 50

/** Runs the solver's work in parallel, at the current pace, until it is stopped. */
export class Runner {
  /** Failures outside of any one request, for the truth. */
  readonly problems: string[] = []
  readonly #serviceSettings: ServiceSettings
  readonly #running = new Set<Promise<void>>()
  #halt = new AbortController()

  constructor(serviceSettings: ServiceSettings) {
    this.#serviceSettings = serviceSettings
  }

  get isStopped(): boolean {
    return this.#halt.signal.aborted
  }

  start(): void {
    this.#halt = new AbortController()
  }

  async stop(): Promise<void> {
    this.#halt.abort()
    await Promise.all(this.#running)
    this.problems.length = 0
  }

  /** Runs a piece of work. Reports its error, unless it was stopped. */
  run(work: Promise<void>, report: (problem: string) => void): void {
    const { signal } = this.#halt
    const guarded: Promise<void> = work
      .catch((error: unknown) => {
        if (!signal.aborted) report(errorMessage(error))
      })
      .finally(() => this.#running.delete(guarded))
    this.#running.add(guarded)
  }

  /** Polls at an interval. A failed round is recorded and does not end the polling. */
  watch(everyMs: number, look: (round: number) => Promise<void>): void {
    const rounds = async () => {
      for (let round = 0; ; round++) {
        await this.wait(everyMs)
        await look(round).catch((error: unknown) => {
          if (!this.isStopped) this.problems.push(errorMessage(error))
        })
      }
    }
    this.run(rounds(), (problem) => this.problems.push(problem))
  }

  /** Throws if the runner is stopped meanwhile. */
  async wait(ms: number): Promise<void> {
    await sleep(ms, null, { signal: this.#halt.signal })
  }

  /**
   * Waits for a state to be due. It reads the pace repeatedly, so that a new pace releases a waiting request.
   */
  async pause(step: keyof Pace, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    const since = Date.now()
    for (;;) {
      const restMs = Math.min(since + this.#serviceSettings.pace[step], untilMs) - Date.now()
      if (restMs <= 0) return
      await this.wait(Math.min(restMs, pollMs))
    }
  }
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
