import * as v from 'valibot'
import { countShape, type Decoded, objectShape } from '../base/shapes.ts'
import { minuteMs, secondMs } from '../base/time.ts'

/** The urgency of a request. The budget serves them in this order (architecture, decision 7). */
export type Priority = 'submit' | 'watchedStatus' | 'quote' | 'backgroundStatus' | 'list'

/** Pauses apply per class: a service that is busy with one class may still serve the others. */
type RequestClass = 'submit' | 'status' | 'quote' | 'list'

const classes: { readonly [priority in Priority]: RequestClass } = {
  submit: 'submit',
  watchedStatus: 'status',
  backgroundStatus: 'status',
  quote: 'quote',
  list: 'list',
}

const maxPauseMs = 5 * minuteMs

const minBackOffMs = 2 * secondMs

/**
 * The longest pause that Ferry chooses if a busy service names no time. It is shorter where waiting hurts: a signature
 * is valid for minutes, a user waits for a quote, and an order has to be followed.
 */
const maxBackOffMs: { readonly [kind in RequestClass]: number } = {
  submit: 15 * secondMs,
  quote: 30 * secondMs,
  status: minuteMs,
  list: minuteMs,
}

const pauseShape = objectShape({
  fromMs: countShape,
  lengthMs: countShape,
  isRequestedByService: v.boolean(),
})

/** The request budget at one moment. It is stored, so that a restart of the background does not refill it. */
export const spentBudgetShape = objectShape({
  /** Requests that may be sent immediately. */
  tokens: countShape,
  atMs: countShape,
  /** By class. */
  pauses: v.record(v.string(), pauseShape),
})

export type SpentBudget = Decoded<typeof spentBudgetShape>

export type Pauses = ReturnType<typeof createPauses>

/**
 * Pauses after the service reported its rate limit (429). They continue those of the background's last life. `random`
 * returns at least 0, below 1.
 */
export function createPauses(random: () => number, before: SpentBudget['pauses']) {
  const busyCounts = new Map<RequestClass, number>()
  let pauses = { ...before }

  function currentPause(kind: RequestClass, nowMs: number): ReturnType<Pauses['current']> {
    const pause = pauses[kind]
    if (pause === undefined) return null
    // If the clock was set back, the pause must not become longer.
    const fromMs = Math.min(pause.fromMs, nowMs)
    if (fromMs !== pause.fromMs) pauses = { ...pauses, [kind]: { ...pause, fromMs } }
    const leftMs = fromMs + Math.min(pause.lengthMs, maxPauseMs) - nowMs
    return leftMs > 0 ? { leftMs, isRequestedByService: pause.isRequestedByService } : null
  }

  function backOffMs(kind: RequestClass): number {
    const busyCount = busyCounts.get(kind) ?? 1
    const ceilingMs = Math.min(minuteMs, minBackOffMs * 2 ** Math.min(busyCount, 10))
    const byChanceMs = minBackOffMs + Math.floor(random() * (ceilingMs - minBackOffMs))
    return Math.min(maxBackOffMs[kind], byChanceMs)
  }

  return {
    current: (
      priority: Priority,
      nowMs: number,
    ): { readonly leftMs: number; readonly isRequestedByService: boolean } | null =>
      currentPause(classes[priority], nowMs),
    /**
     * Starts a pause and returns its length in ms. If the service named a time, it is that time, at most five minutes.
     * Otherwise it is random between 2 s and 60 s, and grows with each busy response.
     */
    start(priority: Priority, retryAfterMs: number | null, nowMs: number): number {
      const kind = classes[priority]
      busyCounts.set(kind, (busyCounts.get(kind) ?? 0) + 1)
      const isRequestedByService = retryAfterMs !== null
      const lengthMs = isRequestedByService
        ? Math.min(maxPauseMs, Math.max(secondMs, retryAfterMs))
        : backOffMs(kind)
      const before = currentPause(kind, nowMs)
      if (before !== null && before.leftMs > lengthMs) return before.leftMs
      pauses = { ...pauses, [kind]: { fromMs: nowMs, lengthMs, isRequestedByService } }
      return lengthMs
    },
    end: (priority: Priority): void => void busyCounts.delete(classes[priority]),
    snapshot: (): SpentBudget['pauses'] => pauses,
  }
}
