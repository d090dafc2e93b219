import { Problem } from '../base/problem.ts'
import { minuteMs } from '../base/time.ts'
import type { ExpiringStore } from '../storage/expiring-store.ts'

/** What is shown and then acted on by its key: for how long, and what is said once that time is over. */
const kinds = {
  quote: { lifeMs: 5 * minuteMs, code: 'quoteExpired', money: 'nothingSent' },
  review: { lifeMs: 15 * minuteMs, code: 'quoteExpired', money: 'nothingSent' },
  cancel: { lifeMs: 5 * minuteMs, code: 'reviewExpired', money: 'untaken' },
  withdraw: { lifeMs: 5 * minuteMs, code: 'reviewExpired', money: 'unknown' },
  revoke: { lifeMs: 5 * minuteMs, code: 'reviewExpired', money: 'unmoved' },
} as const

/** Keeps a value under its key as it was shown, beyond the worker's life. */
export function freeze(
  kind: keyof typeof kinds,
  key: string,
  value: unknown,
  kept: Pick<ExpiringStore, 'put'>,
): Promise<void> {
  return kept.put(`${kind}:${key}`, value, kinds[kind].lifeMs)
}

/** Gives what is kept under a key. Throws `quoteExpired` or `reviewExpired` when it is not held any more. */
export async function frozen<T>(
  kind: keyof typeof kinds,
  key: string,
  kept: Pick<ExpiringStore, 'get'>,
): Promise<T> {
  const row = await kept.get(`${kind}:${key}`)
  const { code, money } = kinds[kind]
  // A thawed row comes back where the clock was set back since.
  if (row === null || row.value === null) throw new Problem(code, { money })
  return row.value as T
}

/** Gives what is kept under a key and forgets it, so that it is acted on once. Throws as `frozen` does. */
export async function takeFrozen<T>(
  kind: keyof typeof kinds,
  key: string,
  kept: Pick<ExpiringStore, 'get' | 'put'>,
): Promise<T> {
  const value = await frozen<T>(kind, key, kept)
  await thaw(kind, key, kept)
  return value
}

/** Forgets what is kept under a key: it can be acted on no more. */
export function thaw(kind: keyof typeof kinds, key: string, kept: Pick<ExpiringStore, 'put'>): Promise<void> {
  return kept.put(`${kind}:${key}`, null, -1)
}
