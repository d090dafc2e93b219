import { dayMs, hourMs, minuteMs, secondMs } from '../base/time.ts'

/** Polls of the first while (interface 3, rule 2). */
export const firstPolls = 60
export const pollMs = 5 * secondMs

/**
 * Milliseconds until the next poll of the service: 60 polls every 5 s, then by age.
 * Never infinite: silence is not an answer.
 */
export function pollWaitMs(lookCount: number, ageMs: number): number {
  if (lookCount < firstPolls) return pollMs
  if (ageMs < 2 * hourMs) return 30 * secondMs
  if (ageMs < dayMs) return 5 * minuteMs
  return 30 * minuteMs
}

/** Returns the same for an order that is over but whose money is not accounted for (R11): counted from its end. */
export function slowPollMs(tailCount: number): number {
  if (tailCount < 10) return minuteMs
  if (tailCount < 70) return 5 * minuteMs
  return hourMs
}

/** Milliseconds until the next look at a transaction of our own: blocks come in seconds, nodes are not ours. */
export function chainWaitMs(ageMs: number): number {
  if (ageMs < minuteMs) return 2 * secondMs
  if (ageMs < 10 * minuteMs) return 5 * secondMs
  if (ageMs < 2 * hourMs) return 30 * secondMs
  return 5 * minuteMs
}

/**
 * Milliseconds until the next poll after so many failed ones in a row (at least 1): the wait doubling to 60 s, so that a
 * service in trouble is not pressed.
 */
export function failedPollWaitMs(failures: number): number {
  return Math.min(60 * secondMs, pollMs * 2 ** Math.min(failures - 1, 10))
}

/** Milliseconds until the stored body is sent again: 2 s doubling to 60 s, never before the service's own wish. */
export function repostWaitMs(submitCount: number, retryAfterMs: number | null): number {
  const backoffMs = Math.min(60 * secondMs, 2 * secondMs * 2 ** Math.min(submitCount - 1, 10))
  return Math.max(backoffMs, retryAfterMs ?? 0)
}

/** Polls of the service and reads of the chain take turns where both tell something. */
export function isChainsTurn({ lookCount }: { readonly lookCount: number }): boolean {
  return lookCount % 2 === 0
}
