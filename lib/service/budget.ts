import { Problem } from '../base/problem.ts'
import { type Clock, minuteMs, secondMs, type Timers } from '../base/time.ts'
import { createPauses, type Priority, type SpentBudget } from './pauses.ts'

const ranks: readonly Priority[] = ['submit', 'watchedStatus', 'quote', 'backgroundStatus', 'list']

/** Longer than this nobody waits in the queue: the caller learns at once that it is busy, and for how long. */
const patienceMs = 20 * secondMs

interface Waiting {
  readonly rank: number
  readonly priority: Priority
  readonly giveUpMs: number
  readonly go: () => void
  readonly fail: (problem: Problem) => void
}

/** Where a budget outlives the background that spends it. */
export interface BudgetMemory {
  /** What the last life left; null where there was none. */
  readonly spent: SpentBudget | null
  /** Kept before a request goes. Never rejects: who cannot keep it spends it all the same. */
  keep(spent: SpentBudget): Promise<void>
}

export interface BudgetPorts {
  readonly clock: Clock
  readonly timers: Timers
  /** From 0 up to 1, for the back-off's jitter. */
  readonly random: () => number
  readonly perMinute: number
  readonly memory?: BudgetMemory
}

/** The right to send, shared by every request of this browser (interface 8). */
export interface Budget {
  /**
   * Resolves when it is this request's turn: by priority, then by arrival. Rejects with `aborted`, or with
   * `serviceBusy` when the turn would come too late. Only a long pause of the service's refuses a submit.
   */
  take(priority: Priority, signal?: AbortSignal): Promise<void>
  /** After a 429: requests of this kind pause, and no others (`Pauses`); gives the pause in ms. */
  wasBusy(priority: Priority, retryAfterMs: number | null): number
  /** After an answer: the next back-off of this kind starts small again. */
  wentWell(priority: Priority): void
}

/**
 * Creates a budget that never lets more than `perMinute` requests go in any minute, over restarts too where it has a
 * memory, and always keeps room for a submit.
 */
export function createBudget({ clock, timers, random, perMinute, memory }: BudgetPorts): Budget {
  const spent = memory?.spent ?? null
  const bucket = createBucket(clock, perMinute, spent)
  let queue: readonly Waiting[] = []
  const pauses = createPauses(random, spent?.pauses ?? {})
  let cancelTimer = (): void => undefined

  /** How long a request has to wait, as far as is known now. */
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
      // Who has to pause holds nobody up; who waits for the refill lets nobody past.
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

/** Tokens that refill with time; each request takes one. */
interface Bucket {
  /** Until a request may go; 0 is now. Only the urgent may take the last ones. */
  waitMs(isUrgent: boolean): number
  takeOne(): void
  /** Requests that may go now, a fraction included. */
  tokens(): number
}

/**
 * Creates a bucket that starts full, or with what an earlier one had left. A fifth of the minute's requests may go at
 * once and the rest refill over the minute, so that no minute ever sees more than `perMinute`.
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
    // A clock that was set back gives nothing and takes nothing.
    tokens = Math.min(capacity, tokens + Math.max(0, nowMs - readMs) * perMs)
    readMs = nowMs
  }

  return {
    waitMs(isUrgent) {
      refill()
      const needed = isUrgent ? 1 : 1 + reserve
      // The timer's whole milliseconds must be enough in spite of floating point.
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
