import { Problem } from '../base/problem.ts'
import { type Clock, minuteMs, secondMs, type Timers } from '../base/time.ts'
import type { Priority } from '../swap/service.ts'
import type { SpentBudget } from '../swap/spent-budget.ts'
import { createBucket } from './bucket.ts'

const ranks: readonly Priority[] = ['submit', 'watchedStatus', 'quote', 'backgroundStatus', 'list']

/** Longer than this nobody waits in the queue: the caller learns at once that it is busy, and for how long. */
const patienceMs = 20 * secondMs
const submitPauseMs = 2 * secondMs

interface Waiting {
  readonly rank: number
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
   * `serviceBusy` when the turn would come too late; a submit is never refused for that.
   */
  take(priority: Priority, signal?: AbortSignal): Promise<void>
  /** After a 429: everything pauses as long as the service asks, else 2 s to 60 s by chance; gives the pause in ms. */
  wasBusy(retryAfterMs: number | null): number
  /** After an answer: the next back-off starts small again. */
  wentWell(): void
}

/**
 * A budget that never lets more than `perMinute` requests go in any minute, over restarts too where it has a memory, and
 * always keeps room for a submit.
 */
export function createBudget({ clock, timers, random, perMinute, memory }: BudgetPorts): Budget {
  const spent = memory?.spent ?? null
  const bucket = createBucket(clock, perMinute, spent)
  let queue: readonly Waiting[] = []
  let busyCount = 0
  let pause = { fromMs: spent?.pauseFromMs ?? 0, lengthMs: spent?.pauseLengthMs ?? 0 }
  let cancelTimer = (): void => undefined

  /** How long this rank has to wait, as far as is known now. */
  function waitMs(rank: number): number {
    const nowMs = clock.nowMs()
    // A clock that was set back must not stretch the pause.
    if (nowMs < pause.fromMs) pause = { ...pause, fromMs: nowMs }
    const lengthMs = rank === 0 ? Math.min(pause.lengthMs, submitPauseMs) : pause.lengthMs
    return Math.max(pause.fromMs + lengthMs - nowMs, bucket.waitMs(rank === 0))
  }

  function kept(): Promise<void> | undefined {
    const { fromMs: pauseFromMs, lengthMs: pauseLengthMs } = pause
    return memory?.keep({ tokens: bucket.tokens(), atMs: clock.nowMs(), pauseFromMs, pauseLengthMs })
  }

  function pump(): void {
    cancelTimer()
    const nowMs = clock.nowMs()
    for (const waiting of queue) if (waiting.giveUpMs <= nowMs) refuse(waiting)
    for (const waiting of queue) {
      const ms = waitMs(waiting.rank)
      if (ms > 0) break
      bucket.takeOne()
      queue = queue.filter((other) => other !== waiting)
      waiting.go()
    }
    const [first] = queue
    if (first === undefined) return
    const nextMs = Math.min(waitMs(first.rank), ...queue.map(({ giveUpMs }) => giveUpMs - nowMs))
    cancelTimer = timers.after(Math.max(1, Math.ceil(nextMs)), pump)
  }

  function refuse(waiting: Waiting): void {
    queue = queue.filter((other) => other !== waiting)
    waiting.fail(
      new Problem('serviceBusy', { retryAfterMs: Math.ceil(Math.max(secondMs, waitMs(waiting.rank))) }),
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
        const isTooLate = rank > 0 && waitMs(rank) > patienceMs
        const waiting: Waiting = {
          rank,
          giveUpMs: rank === 0 ? Number.POSITIVE_INFINITY : isTooLate ? nowMs : nowMs + patienceMs,
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
    wasBusy(retryAfterMs) {
      busyCount += 1
      const ceilingMs = Math.min(minuteMs, submitPauseMs * 2 ** Math.min(busyCount, 10))
      const jitterMs = submitPauseMs + Math.floor(random() * (ceilingMs - submitPauseMs))
      const lengthMs = Math.max(secondMs, retryAfterMs ?? jitterMs)
      const nowMs = clock.nowMs()
      const leftMs = Math.max(0, pause.fromMs + pause.lengthMs - nowMs)
      pause = { fromMs: nowMs, lengthMs: Math.max(lengthMs, Math.min(leftMs, pause.lengthMs)) }
      void kept()
      pump()
      return pause.lengthMs
    },
    wentWell() {
      busyCount = 0
    },
  }
}
