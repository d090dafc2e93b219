import { minuteMs, secondMs } from '../base/time.ts'

/** How urgent a request is; the budget serves them in this order (architecture, decision 7). */
export type Priority = 'submit' | 'watchedStatus' | 'quote' | 'backgroundStatus' | 'list'

/** What a request is about: a service that is busy with one is not thereby busy with another. */
export type RequestClass = 'submit' | 'status' | 'quote' | 'list'

const classes: { readonly [priority in Priority]: RequestClass } = {
  submit: 'submit',
  watchedStatus: 'status',
  backgroundStatus: 'status',
  quote: 'quote',
  list: 'list',
}

/**
 * The longest that a service may hold each back, whatever it says: a signature lives for minutes, a quote is asked for by
 * somebody who waits, and an order that is followed has to be looked at.
 */
const longestMs: { readonly [kind in RequestClass]: number } = {
  submit: 15 * secondMs,
  quote: 30 * secondMs,
  status: minuteMs,
  list: minuteMs,
}

const leastBackOffMs = 2 * secondMs

/** How long the service asked to be left alone, by what it was asked. */
export interface Pauses {
  leftMs(priority: Priority, nowMs: number): number
  /** After a 429: as long as the service asks, else 2 s to 60 s by chance, never longer than its class allows; the pause in ms. */
  start(priority: Priority, retryAfterMs: number | null, nowMs: number): number
  /** After an answer: the next back-off starts small again. */
  end(priority: Priority): void
  /** As they are kept. */
  kept(): SpentBudget['pauses']
}

/** Pauses that begin where the last life left them. `random`: from 0 up to 1. */
export function createPauses(random: () => number, before: SpentBudget['pauses']): Pauses {
  const busyCounts = new Map<RequestClass, number>()
  let pauses = { ...before }

  function leftOf(kind: RequestClass, nowMs: number): number {
    const pause = pauses[kind]
    if (pause === undefined) return 0
    // A clock that was set back must not stretch the pause.
    const fromMs = Math.min(pause.fromMs, nowMs)
    if (fromMs !== pause.fromMs) pauses = { ...pauses, [kind]: { ...pause, fromMs } }
    return Math.max(0, fromMs + Math.min(pause.lengthMs, longestMs[kind]) - nowMs)
  }

  return {
    leftMs: (priority, nowMs) => leftOf(classes[priority], nowMs),
    start(priority, retryAfterMs, nowMs) {
      const kind = classes[priority]
      const busyCount = (busyCounts.get(kind) ?? 0) + 1
      busyCounts.set(kind, busyCount)
      const ceilingMs = Math.min(minuteMs, leastBackOffMs * 2 ** Math.min(busyCount, 10))
      const jitterMs = leastBackOffMs + Math.floor(random() * (ceilingMs - leastBackOffMs))
      const wantedMs = Math.min(longestMs[kind], Math.max(secondMs, retryAfterMs ?? jitterMs))
      const lengthMs = Math.max(wantedMs, leftOf(kind, nowMs))
      pauses = { ...pauses, [kind]: { fromMs: nowMs, lengthMs } }
      return lengthMs
    },
    end: (priority) => void busyCounts.delete(classes[priority]),
    kept: () => pauses,
  }
}

/** What is left of the right to ask the service, as of a moment; kept, so that a new life of the background does not begin with all of it. */
export interface SpentBudget {
  /** Requests that may go at once. */
  readonly tokens: number
  readonly atMs: number
  /** The pauses that the service asked for last, by what it was asked for. */
  readonly pauses: { readonly [kind: string]: { readonly fromMs: number; readonly lengthMs: number } }
}
