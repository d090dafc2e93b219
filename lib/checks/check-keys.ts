import type { Json } from '../base/json.ts'
import { isJsonObject } from './canonical.ts'
import { type CheckLine, checkLine } from './check-report.ts'

/**
 * Checks W-17: an object has no member but these; what it lacks is refused by the line that reads it.
 *
 * @example reportOf(unknownKeyLines('permitted', { token, amount, more: 1 }, ['token', 'amount'])) // W-17
 */
export function* unknownKeyLines(
  path: string,
  value: Json | undefined,
  known: readonly string[],
): Generator<CheckLine> {
  const keys = isJsonObject(value) ? Object.keys(value) : []
  const extra = keys.filter((key) => !known.includes(key))
  yield checkLine('W-17', path, extra.length === 0, extra, known.join())
}
