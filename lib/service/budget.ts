import { Problem } from '../base/problem.ts'
import { type Clock, minuteMs, secondMs, type Timers } from '../base/time.ts'
import { createPauses, type Priority, type SpentBudget } from './pauses.ts'

const ranks: readonly Priority[] = ['submit', 'watchedStatus', 'quote', 'backgroundStatus', 'list']

/** The longest wait in the queue. A request that would wait longer is refused immediately, with the time to wait. */
const maxWaitMs = 20 * secondMs

interface QueuedRequest {
  readonly rank: number
  readonly priority: Priority
  readonly deadlineMs: number
  readonly go: () => void
  readonly fail: (problem: Problem) => void
}

export interface BudgetMemory {
  readonly spent: SpentBudget | null
  /** Stores the budget before a request is sent. Never rejects: if it cannot be stored, the request is sent anyway. */
  store(spent: SpentBudget): Promise<void>
}

export interface BudgetPorts {
  readonly clock: Clock
  readonly timers: Timers
  /** At least 0, below 1; for the jitter of the back-off. */
  readonly random: () => number
  readonly perMinute: number
  readonly memory?: BudgetMemory | undefined
}

/** The request budget, shared by all requests of this browser (interface 8). */
export type Budget = ReturnType<typeof createBudget>

/**
 * Keeps Ferry below the service's rate limit: never more than `perMinute` requests in any minute, with room reserved for a
 * submit. With a memory this also holds across restarts.
 */
export function createBudget({ clock, timers, random, perMinute, memory }: BudgetPorts) {
  const spent = memory?.spent ?? null
  const bucket = createBucket(clock, perMinute, spent)
  let queue: readonly QueuedRequest[] = []
  const pauses = createPauses(random, spent?.pauses ?? {})
  let cancelTimer = (): void => undefined

  function waitMs({ rank, priority }: Pick<QueuedRequest, 'rank' | 'priority'>): number {
    return Math.max(pauses.current(priority, clock.nowMs())?.leftMs ?? 0, bucket.waitMs(rank === 0))
  }

  async function storeSpent(): Promise<void> {
    await memory?.store({ tokens: bucket.tokens(), atMs: clock.nowMs(), pauses: pauses.snapshot() })
  }

  function processQueue(): void {
    cancelTimer()
    const nowMs = clock.nowMs()
    for (const waiting of queue) if (waiting.deadlineMs <= nowMs) refuse(waiting)
    for (const waiting of queue) {
      // A paused request does not block the queue. A request that waits for a refill blocks all requests behind it.
      if (pauses.current(waiting.priority, nowMs) !== null) continue
      if (bucket.waitMs(waiting.rank === 0) > 0) break
      bucket.takeOne()
      queue = queue.filter((other) => other !== waiting)
      waiting.go()
    }
    if (queue.length === 0) return
    const nextMs = Math.min(...queue.map((one) => Math.min(waitMs(one), one.deadlineMs - nowMs)))
    cancelTimer = timers.after(Math.max(1, Math.ceil(nextMs)), processQueue)
  }

  function refuse(waiting: QueuedRequest): void {
    queue = queue.filter((other) => other !== waiting)
    const nowMs = clock.nowMs()
    const retryAfterMs = Math.ceil(Math.max(secondMs, waitMs(waiting)))
    const pause = pauses.current(waiting.priority, nowMs)
    const isRequestedByService = pause?.isRequestedByService ?? true
    waiting.fail(
      new Problem('serviceBusy', {
        reportedBy: pause === null ? 'ferry' : 'service',
        retryAfterMs,
        facts: isRequestedByService ? { untilMs: String(nowMs + retryAfterMs) } : {},
      }),
    )
  }

  return {
    /**
     * Resolves when the request may be sent, by priority and then in order of arrival. Rejects with `aborted`, or with
     * `serviceBusy` if the wait would be too long. A submit is refused only during a long pause that the service
     * requested.
     */
    async acquire(priority: Priority, signal?: AbortSignal): Promise<void> {
      if (signal?.aborted) throw new Problem('aborted')
      const rank = ranks.indexOf(priority)
      const nowMs = clock.nowMs()
      const pauseMs = pauses.current(priority, nowMs)?.leftMs ?? 0
      const isTooLate = pauseMs > maxWaitMs || (rank > 0 && waitMs({ rank, priority }) > maxWaitMs)
      const { promise: turn, resolve: go, reject: fail } = Promise.withResolvers<void>()
      const waiting: QueuedRequest = {
        rank,
        priority,
        deadlineMs: isTooLate ? nowMs : rank === 0 ? Number.POSITIVE_INFINITY : nowMs + maxWaitMs,
        go,
        fail,
      }
      function onAbort(): void {
        queue = queue.filter((other) => other !== waiting)
        fail(new Problem('aborted'))
        processQueue()
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      queue = [...queue, waiting].toSorted((one, other) => one.rank - other.rank)
      processQueue()
      await turn.finally(() => signal?.removeEventListener('abort', onAbort))
      await storeSpent()
    },
    /** Call after a 429. Pauses requests of this class only (`Pauses`), and returns the pause in ms. */
    reportBusy(priority: Priority, retryAfterMs: number | null): number {
      const lengthMs = pauses.start(priority, retryAfterMs, clock.nowMs())
      void storeSpent()
      processQueue()
      return lengthMs
    },
    /** Call after a successful response. The next back-off of this class is short again. */
    reportSuccess: pauses.end,
  }
}

/**
 * Creates a bucket that starts full, or with the tokens of an earlier one. A fifth of the minute's requests may be sent
 * immediately. The others refill over the minute, so that no minute has more than `perMinute`.
 */
function createBucket(
  clock: Clock,
  perMinute: number,
  left: { readonly tokens: number; readonly atMs: number } | null = null,
) {
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
    /** Returns the time in ms until a request may be sent; 0 means now. Only urgent requests may take the last tokens. */
    waitMs(isUrgent: boolean): number {
      refill()
      const needed = isUrgent ? 1 : 1 + reserve
      // Tolerance for rounding: the timer waits whole milliseconds only.
      return tokens + 1e-6 >= needed ? 0 : (needed - tokens) / perMs
    },
    takeOne(): void {
      refill()
      tokens -= 1
    },
    tokens(): number {
      refill()
      return tokens
    },
  }
}
