import type { Wait } from '../base/time.ts'
import type { IsRequestNeeded } from './port.ts'

/**
 * How long a request keeps its turn. The next one then starts, so that a wallet that never answers does not block the next
 * swap. The request itself has no time limit: its prompt may still be open, and its answer counts.
 */
export const queueTurnMs = 60_000
/** A faster answer came without a window: no user is that quick. */
export const windowOpenMs = 300

interface Turn {
  readonly requestId: string
  readonly over: Promise<unknown>
}

interface QueuedWork {
  /** The wallet, or the page, that gets one request at a time. */
  readonly key: string | number
  readonly requestId: string
  /** How long the wallet's window takes to close. Some wallets refuse requests before that, or never show them. */
  readonly windowCloseMs: number
  /** Delays the first request of a key. */
  readonly first: () => Promise<unknown>
  readonly work: () => Promise<void>
}

/** Creates a queue with one request at a time for each key. */
export function createQueue({
  wait,
  isNeeded,
}: {
  readonly wait: Wait
  readonly isNeeded: IsRequestNeeded
}): (queued: QueuedWork) => void {
  const turns = new Map<string | number, Turn>()

  /**
   * Waits for the request before. If that one was stopped, the wallet may have forgotten it, so do not wait for its answer.
   */
  async function after({ requestId, over }: Turn, windowCloseMs: number): Promise<void> {
    const isStopped = await isNeeded(requestId).then(
      (is) => !is,
      () => false,
    )
    await (isStopped ? Promise.race([over, wait(windowCloseMs)]) : over)
  }

  return ({ key, requestId, windowCloseMs, first, work }) => {
    const last = turns.get(key)
    const begun = last === undefined ? first() : after(last, windowCloseMs)
    const done = begun.then(() => Promise.race([work(), wait(queueTurnMs)]))
    const settled = (): Promise<void> => wait(windowCloseMs)
    // The next request starts whatever the result of this one.
    turns.set(key, { requestId, over: done.then(settled, settled) })
  }
}

/**
 * Delays a result until the wallet's window is closed, unless the answer came too fast for a window. A rejection is not delayed.
 */
export async function afterWindowClosed<T>(
  answer: Promise<T>,
  wait: Wait,
  windowCloseMs: number,
): Promise<T> {
  let isWindowOpen = false
  void wait(windowOpenMs).then(() => {
    isWindowOpen = true
  })
  const result = await answer
  if (isWindowOpen) await wait(windowCloseMs)
  return result
}
