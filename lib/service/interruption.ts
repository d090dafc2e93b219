import { Problem } from '../base/problem.ts'
import type { Timers } from '../base/time.ts'

/** One request's end from outside: the caller gave up, or its time ran out. */
export interface Interruption {
  /** For `fetch`. */
  readonly signal: AbortSignal
  /** Rejects with `aborted` or `serviceTimeout`; never resolves. */
  readonly interrupted: Promise<never>
  /** Stops timer and listener, and lets go of a connection that is still open. */
  end(): void
}

/** Watches one request. The time runs from now until `end`, body included. */
export function watchInterruption(
  timers: Timers,
  timeLimitMs: number,
  signal: AbortSignal | undefined,
): Interruption {
  const controller = new AbortController()
  let reject: (problem: Problem) => void = () => undefined
  const interrupted = new Promise<never>((_, rejectWith) => {
    reject = rejectWith
  })
  // Nobody may be waiting when it rejects, and that is fine.
  interrupted.catch(() => undefined)
  const stop = (problem: Problem): void => {
    reject(problem)
    controller.abort()
  }
  const onAbort = (): void => stop(new Problem('aborted'))
  const cancelTimer = timers.after(timeLimitMs, () =>
    stop(new Problem('serviceTimeout', { facts: { timeLimitMs: String(timeLimitMs) }, retryAfterMs: 2_000 })),
  )
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    interrupted,
    end() {
      cancelTimer()
      signal?.removeEventListener('abort', onAbort)
      controller.abort()
    },
  }
}
