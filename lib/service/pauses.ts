import { minuteMs, secondMs } from '../base/time.ts'

/** How urgent a request is; the budget serves them in this order (architecture, decision 7). */
export type Priority = 'submit' | 'watchedStatus' | 'quote' | 'backgroundStatus' | 'list'

/** What a request is about: a service that is busy with one is not thereby busy with another. */
type RequestClass = 'submit' | 'status' | 'quote' | 'list'

const classes: { readonly [priority in Priority]: RequestClass } = {
  submit: 'submit',
  watchedStatus: 'status',
  backgroundStatus: 'status',
  quote: 'quote',
  list: 'list',
}

/** The longest pause that a service may ask for. */
const longestPauseMs = 5 * minuteMs

const leastBackOffMs = 2 * secondMs

/**
 * The longest pause that Ferry chooses itself, where the service is busy and names no time: a signature lives for minutes, a
 * user waits for the quote, and an order has to be followed.
 */
const longestBackOffMs: { readonly [kind in RequestClass]: number } = {
  submit: 15 * secondMs,
  quote: 30 * secondMs,
  status: minuteMs,
  list: minuteMs,
}

/** A time in which requests of one class do not go. */
interface Pause {
  readonly fromMs: number
  readonly lengthMs: number
  /** Whether the service named the time (`Retry-After`), or Ferry chose it. */
  readonly isAsked: boolean
}

/** The pauses after answers that said the service is busy, by request class. */
export interface Pauses {
  /** The pause that requests of this priority are in, and how much of it is left; null for none. */
  now(priority: Priority, nowMs: number): { readonly leftMs: number; readonly isAsked: boolean } | null
  /**
   * Starts a pause and returns its length in ms: as long as the service asks, up to five minutes. Without a time the pause
   * is chosen by chance from 2 s up to 60 s, and grows with each busy answer.
   */
  start(priority: Priority, retryAfterMs: number | null, nowMs: number): number
  /** After an answer: the next back-off starts small again. */
  end(priority: Priority): void
  /** As they are stored. */
  kept(): SpentBudget['pauses']
}

/** Creates pauses that begin where the last life of the background left them. `random`: from 0 up to 1. */
export function createPauses(random: () => number, before: SpentBudget['pauses']): Pauses {
  const busyCounts = new Map<RequestClass, number>()
  let pauses = { ...before }

  function pauseOf(kind: RequestClass, nowMs: number): ReturnType<Pauses['now']> {
    const pause = pauses[kind]
    if (pause === undefined) return null
    // A clock that was set back must not stretch the pause.
    const fromMs = Math.min(pause.fromMs, nowMs)
    if (fromMs !== pause.fromMs) pauses = { ...pauses, [kind]: { ...pause, fromMs } }
    const leftMs = fromMs + Math.min(pause.lengthMs, longestPauseMs) - nowMs
    return leftMs > 0 ? { leftMs, isAsked: pause.isAsked } : null
  }

  function backOffMs(kind: RequestClass): number {
    const busyCount = busyCounts.get(kind) ?? 1
    const ceilingMs = Math.min(minuteMs, leastBackOffMs * 2 ** Math.min(busyCount, 10))
    const byChanceMs = leastBackOffMs + Math.floor(random() * (ceilingMs - leastBackOffMs))
    return Math.min(longestBackOffMs[kind], byChanceMs)
  }

  return {
    now: (priority, nowMs) => pauseOf(classes[priority], nowMs),
    start(priority, retryAfterMs, nowMs) {
      const kind = classes[priority]
      busyCounts.set(kind, (busyCounts.get(kind) ?? 0) + 1)
      const isAsked = retryAfterMs !== null
      const lengthMs = isAsked ? Math.min(longestPauseMs, Math.max(secondMs, retryAfterMs)) : backOffMs(kind)
      const before = pauseOf(kind, nowMs)
      if (before !== null && before.leftMs > lengthMs) return before.leftMs
      pauses = { ...pauses, [kind]: { fromMs: nowMs, lengthMs, isAsked } }
      return lengthMs
    },
    end: (priority) => void busyCounts.delete(classes[priority]),
    kept: () => pauses,
  }
}

/** What is left of the right to ask the service at a moment. Stored, so that a new life of the background does not begin with all of it. */
export interface SpentBudget {
  /** Requests that may go at once. */
  readonly tokens: number
  readonly atMs: number
  readonly pauses: { readonly [kind: string]: Pause }
}
