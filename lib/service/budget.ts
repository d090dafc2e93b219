import { Problem } from '../base/problem.ts'
import { type Clock, minuteMs, secondMs, type Timers } from '../base/time.ts'
import { createPauses, type Priority, type SpentBudget } from './pauses.ts'

const ranks: readonly Priority[] = ['submit', 'watchedStatus', 'quote', 'backgroundStatus', 'list']

/** The longest wait in the queue. A request that would wait longer is refused immediately, with the time to wait. */
const patienceMs = 20 * secondMs

interface Waiting {
  readonly rank: number
  readonly priority: Priority
  readonly giveUpMs: number
  readonly go: () => void
  readonly fail: (problem: Problem) => void
}

/** Stores the budget across restarts of the background. */
export interface BudgetMemory {
  /** The budget at the end of the last life; null if there was none. */
  readonly spent: SpentBudget | null
  /** Stores the budget before a request is sent. Never rejects: if it cannot be stored, the request is sent anyway. */
  keep(spent: SpentBudget): Promise<void>
}

export interface BudgetPorts {
  readonly clock: Clock
  readonly timers: Timers
  /** At least 0, below 1; for the jitter of the back-off. */
  readonly random: () => number
  readonly perMinute: number
  readonly memory?: BudgetMemory
}

/** The request budget, shared by all requests of this browser (interface 8). */
export interface Budget {
  /**
   * Resolves when the request may be sent, by priority and then in order of arrival. Rejects with `aborted`, or with
   * `serviceBusy` if the wait would be too long. A submit is refused only during a long pause that the service
   * requested.
   */
  take(priority: Priority, signal?: AbortSignal): Promise<void>
  /** Call after a 429. Pauses requests of this class only (`Pauses`), and returns the pause in ms. */
  wasBusy(priority: Priority, retryAfterMs: number | null): number
  /** Call after a successful response. The next back-off of this class is short again. */
  wentWell(priority: Priority): void
}

/**
 * Creates a budget that never sends more than `perMinute` requests in any minute, and always reserves room for a
 * submit. With a memory this also holds across restarts.
 */
export function createBudget({ clock, timers, random, perMinute, memory }: BudgetPorts): Budget {
  const spent = memory?.spent ?? null
  const bucket = createBucket(clock, perMinute, spent)
  let queue: readonly Waiting[] = []
  const pauses = createPauses(random, spent?.pauses ?? {})
  let cancelTimer = (): void => undefined

  /** Returns the time that a request has to wait, as far as it is known now. */
  function waitMs({ rank, priority }: Pick<Waiting, 'rank' | 'priority'>): number {
    return Math.max(pauses.now(priority, clock.nowMs())?.leftMs ?? 0, bucket.waitMs(rank === 0))
  }

  function kept(): Promise<void> | undefined {
    return memory?.keep({ tokens: bucket.tokens(), atMs: clock.nowMs(), pauses: pauses.kept() })
  }

  function pump(): void {
    cancelTimer()
    const nowMs = clock.nowMs()
    for (const waiting of queue) if (waiting.giveUpMs <= nowMs) refuse(waiting)
    for (const waiting of queue) {
      // A paused request does not block the queue. A request that waits for a refill blocks all requests behind it.
      if (pauses.now(waiting.priority, nowMs) !== null) continue
      if (bucket.waitMs(waiting.rank === 0) > 0) break
      bucket.takeOne()
      queue = queue.filter((other) => other !== waiting)
      waiting.go()
    }
    if (queue.length === 0) return
    const nextMs = Math.min(...queue.map((one) => Math.min(waitMs(one), one.giveUpMs - nowMs)))
    cancelTimer = timers.after(Math.max(1, Math.ceil(nextMs)), pump)
  }

  function refuse(waiting: Waiting): void {
    queue = queue.filter((other) => other !== waiting)
    const nowMs = clock.nowMs()
    const retryAfterMs = Math.ceil(Math.max(secondMs, waitMs(waiting)))
    const pause = pauses.now(waiting.priority, nowMs)
    const isAsked = pause?.isAsked ?? true
    waiting.fail(
      new Problem('serviceBusy', {
        saidBy: pause === null ? 'ferry' : 'service',
        retryAfterMs,
        facts: isAsked ? { untilMs: String(nowMs + retryAfterMs) } : {},
      }),
    )
  }

  return {
    take(priority, signal) {
      const rank = ranks.indexOf(priority)
      return new Promise<void>((resolve, reject) => {
        if (signal?.aborted) {
          reject(new Problem('aborted'))
          return
        }
        const settle = (): void => signal?.removeEventListener('abort', onAbort)
        const nowMs = clock.nowMs()
        const pauseMs = pauses.now(priority, nowMs)?.leftMs ?? 0
        const isTooLate = pauseMs > patienceMs || (rank > 0 && waitMs({ rank, priority }) > patienceMs)
        const waiting: Waiting = {
          rank,
          priority,
          giveUpMs: isTooLate ? nowMs : rank === 0 ? Number.POSITIVE_INFINITY : nowMs + patienceMs,
          go: () => {
            settle()
            const keeping = kept()
            if (keeping === undefined) resolve()
            else void keeping.then(resolve)
          },
          fail: (problem) => {
            settle()
            reject(problem)
          },
        }
        function onAbort(): void {
          queue = queue.filter((other) => other !== waiting)
          waiting.fail(new Problem('aborted'))
          pump()
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        const behind = queue.findIndex((other) => other.rank > rank)
        queue =
          behind === -1 ? [...queue, waiting] : [...queue.slice(0, behind), waiting, ...queue.slice(behind)]
        pump()
      })
    },
    wasBusy(priority, retryAfterMs) {
      const lengthMs = pauses.start(priority, retryAfterMs, clock.nowMs())
      void kept()
      pump()
      return lengthMs
    },
    wentWell: pauses.end,
  }
}

/** A token bucket: tokens refill with time, and each request takes one. */
interface Bucket {
  /** Returns the time in ms until a request may be sent; 0 means now. Only urgent requests may take the last tokens. */
  waitMs(isUrgent: boolean): number
  takeOne(): void
  /** Requests that may be sent now, including a fraction. */
  tokens(): number
}

/**
 * Creates a bucket that starts full, or with the tokens of an earlier one. A fifth of the minute's requests may be sent
 * immediately. The others refill over the minute, so that no minute has more than `perMinute`.
 */
function createBucket(
  clock: Clock,
  perMinute: number,
  left: { readonly tokens: number; readonly atMs: number } | null = null,
): Bucket {
  const capacity = Math.max(1, Math.floor(perMinute / 5))
  const reserve = Math.min(3, Math.floor(capacity / 4))
  const perMs = Math.max(perMinute - capacity, perMinute / 2) / minuteMs
  let tokens = left?.tokens ?? capacity
  let readMs = left?.atMs ?? clock.nowMs()

  function refill(): void {
    const nowMs = clock.nowMs()
    // If the clock was set back, no tokens are added or removed.
    tokens = Math.min(capacity, tokens + Math.max(0, nowMs - readMs) * perMs)
    readMs = nowMs
  }

  return {
    waitMs(isUrgent) {
      refill()
      const needed = isUrgent ? 1 : 1 + reserve
      // Tolerance for rounding: the timer waits whole milliseconds only.
      return tokens + 1e-6 >= needed ? 0 : (needed - tokens) / perMs
    },
    takeOne() {
      refill()
      tokens -= 1
    },
    tokens() {
      refill()
      return tokens
    },
  }
}
