import { unitsOf } from '../base/amount.ts'
import { addDecimals, isDecimalText } from '../base/decimal.ts'
import { isVerified } from '../order/order-state.ts'
import type { HistoryEntry } from './history-entry.ts'

/** What was swapped in one month, by the user's calendar. Dollars as decimal text. */
export interface MonthSum {
  /** `2026-11`. */
  readonly month: string
  readonly count: number
  readonly volumeInUsd: string
  readonly feesInUsd: string
  /** Of some swaps it is not known: it is at least that much. */
  readonly isVolumeLeast: boolean
  readonly areFeesLeast: boolean
}

/** How long deliveries took on one route. */
interface RouteTime {
  readonly routeKey: string
  readonly count: number
  readonly medianSeconds: number
}

export interface HistoryStatistics {
  /** Twelve, oldest first; the last one is the month of now. */
  readonly months: readonly MonthSum[]
  /** The most used first. */
  readonly routes: readonly RouteTime[]
}

const monthCount = 12
const mostRoutes = 6

/** Returns when the oldest month of the pictures begins. */
export function statisticsFromMs(nowMs: number): number {
  const now = new Date(nowMs)
  return new Date(now.getFullYear(), now.getMonth() - (monthCount - 1), 1).getTime()
}

/** Adds deliveries up by month and route; give it entries one after the other, in any order. */
export function createStatistics(nowMs: number) {
  const sums = new Map<string, { -readonly [K in keyof MonthSum]: MonthSum[K] }>()
  const times = new Map<string, number[]>()
  const now = new Date(nowMs)
  for (let back = monthCount - 1; back >= 0; back -= 1) {
    const month = monthOf(new Date(now.getFullYear(), now.getMonth() - back, 1))
    const none = { volumeInUsd: '0', feesInUsd: '0', isVolumeLeast: false, areFeesLeast: false }
    sums.set(month, { month, count: 0, ...none })
  }
  return {
    /** Only what was delivered counts: a refund moved nothing. */
    add(entry: HistoryEntry): void {
      if (entry.phase !== 'done') return
      const sum = sums.get(monthOf(new Date(entry.atMs)))
      if (sum !== undefined) {
        sum.count += 1
        const { inputValueInUsd, feesInUsd, areFeesLeast } = entry
        if (isDecimalText(inputValueInUsd)) sum.volumeInUsd = addDecimals(sum.volumeInUsd, inputValueInUsd)
        else sum.isVolumeLeast = true
        if (isDecimalText(feesInUsd)) sum.feesInUsd = addDecimals(sum.feesInUsd, feesInUsd)
        if (!isDecimalText(feesInUsd) || areFeesLeast === true) sum.areFeesLeast = true
      }
      if (entry.routeKey === null || entry.tookSeconds === null) return
      const known = times.get(entry.routeKey)
      if (known === undefined) times.set(entry.routeKey, [entry.tookSeconds])
      else known.push(entry.tookSeconds)
    },
    result(): HistoryStatistics {
      const months = [...sums.values()].map((sum) => ({ ...sum }))
      const routes = [...times]
        .map(([routeKey, all]) => ({ routeKey, count: all.length, medianSeconds: medianOf(all) }))
        .sort((a, b) => b.count - a.count || (a.routeKey < b.routeKey ? -1 : 1))
        .slice(0, mostRoutes)
      return { months, routes }
    },
  }
}

/** Returns the middle one; of two, the slower. */
export function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

function monthOf(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

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
