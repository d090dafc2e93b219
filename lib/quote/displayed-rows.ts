import { Problem } from '../base/problem.ts'
import type { FundsLocation, ProblemCode } from '../base/problem-codes.ts'
import { minuteMs } from '../base/time.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { HeldQuote } from './held-quote.ts'

interface RowKind {
  readonly name: string
  readonly lifeMs: number
  /** The problem for a missing or expired row, and the location of the money at that time. */
  readonly code: Extract<ProblemCode, 'quoteExpired' | 'reviewExpired'>
  readonly money: FundsLocation
}

/** Increase it when the meaning of a row changes. Rows of another version count as expired. */
const version = 3

/**
 * Creates the rows of one kind, stored as they were displayed. A later action names its row by the key. They survive a
 * restart of the worker, and are read by the version that wrote them, minutes earlier: an update closes the views that know
 * a key. The checks and the decoder of orders validate what becomes of a row.
 */
export function createDisplayedRows<Row extends object>({ name, lifeMs, code, money }: RowKind) {
  async function read(key: string, store: ExpiringStore): Promise<Row> {
    const value = (await store.get(`${name}:${key}`))?.value
    if (!isVersioned<Row>(value)) throw new Problem(code, { money })
    return value.row
  }

  // An expired row could become valid again when the clock is set back, so the value must be unreadable too.
  const remove = (key: string, store: ExpiringStore) => store.put(`${name}:${key}`, null, -1)

  return {
    put: (key: string, row: Row, store: ExpiringStore) =>
      store.put(`${name}:${key}`, { version, row }, lifeMs),
    /** Throws the code of the kind if the row expired or cannot be read. */
    read,
    /** Returns a row and deletes it, so that it is acted on only once. Throws as `read` does. */
    async take(key: string, store: ExpiringStore): Promise<Row> {
      const row = await read(key, store)
      await remove(key, store)
      return row
    },
    remove,
  }
}

function isVersioned<Row>(value: unknown): value is { readonly row: Row } {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === version
}

/**
 * Creates the rows of reviews for an exit: cancel, withdraw or revoke. `money` is the location of the money before the
 * wallet request.
 */
export function createExitReviews<Row extends object>(name: string, money: FundsLocation) {
  return createDisplayedRows<Row>({ name, lifeMs: 5 * minuteMs, code: 'reviewExpired', money })
}

/** Displayed quotes, until a route is reviewed. */
export const heldQuotes = createDisplayedRows<HeldQuote>({
  name: 'quote',
  lifeMs: 5 * minuteMs,
  code: 'quoteExpired',
  money: 'nothingSent',
})
