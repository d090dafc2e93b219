import { unitsOf } from '../base/amount.ts'
import { isVerified } from '../order/order-state.ts'
import type { HistoryEntry } from './history-entry.ts'
import { medianOf } from './history-statistics.ts'

/** How a route between two chains has done for this user: only what Ferry saw itself (R6). */
export interface Experience {
  /** The last so many that ended. */
  readonly count: number
  readonly arrivedCount: number
  /** Null where none of those that arrived was timed. */
  readonly usualSeconds: number | null
  /** Decimal text: how far below the promise `withinCount` of those that arrived were at most; null where no amount is known. */
  readonly withinPercent: string | null
  readonly withinCount: number
}

/** What an experience is made of at most, and from how many on it says something. */
export const mostExperience = 9
const leastExperience = 2

/** Hundredths of a percent; the narrowest that holds for all is said, the widest with how many it holds for. */
const margins = [
  ['0.1', 10n],
  ['0.5', 50n],
  ['1', 100n],
] as const

/** Sums up the orders that ended last on a route, newest first; null where they are too few to say anything. */
export function experienceOf(past: readonly HistoryEntry[]): Experience | null {
  // What only the service says has arrived is no experience, neither a good nor a bad one.
  const ended = past.filter((entry) => entry.phase !== 'done' || isVerified(entry))
  if (ended.length < leastExperience) return null
  const arrived = ended.filter(({ phase }) => phase === 'done')
  const times = arrived.map(({ tookSeconds }) => tookSeconds).filter((seconds) => seconds !== null)
  const amounts = arrived.flatMap(({ promisedAmount, fulfilledAmount }) =>
    promisedAmount === null || fulfilledAmount === null
      ? []
      : [{ promised: unitsOf(promisedAmount), got: unitsOf(fulfilledAmount) }],
  )
  const counts = margins.map(([percent, hundredths]) => ({
    percent,
    count: amounts.filter(({ promised, got }) => (promised - got) * 10_000n <= promised * hundredths).length,
  }))
  const within = counts.find(({ count }) => count === amounts.length) ?? counts.at(-1)
  return {
    count: ended.length,
    arrivedCount: arrived.length,
    usualSeconds: times.length === 0 ? null : medianOf(times),
    withinPercent: amounts.length === 0 ? null : (within?.percent ?? null),
    withinCount: within?.count ?? 0,
  }
}
