import { isDecimalText, parseDigitString, subtractDecimal } from '../base/decimal.ts'
import { addDecimals, lossPercent } from '../base/decimal-math.ts'
import { isEndVerified } from '../order/order-state.ts'
import type { HistoryEntry } from './entry-shape.ts'

/** The range of the statistics: the last 30 days, the last 12 months, or everything. */
export const statisticsRanges = ['days', 'months', 'all'] as const

export type StatisticsRange = (typeof statisticsRanges)[number]

/** Swaps of one day, month or year in the user's calendar. Dollars are decimal text. */
export interface PeriodSum {
  /** `2026-11-22`, `2026-11` or `2026`. */
  readonly period: string
  readonly count: number
  readonly volumeInUsd: string
  /** The total costs. */
  readonly costInUsd: string
  /** The value of some swaps is unknown, so the sum is a lower bound. `isCostLowerBound` says the same for the cost. */
  readonly isVolumeLowerBound: boolean
  readonly isCostLowerBound: boolean
}

export type HistoryStatistics = Readonly<ReturnType<ReturnType<typeof createStatistics>['result']>>

const dayCount = 30
const monthCount = 12
/** A longer history is shown in years. */
const maxMonths = 24
const maxRoutes = 6

export function statisticsFromMs(range: StatisticsRange, nowMs: number): number | null {
  if (range === 'all') return null
  const now = new Date(nowMs)
  return range === 'days'
    ? dayBefore(now, dayCount - 1).getTime()
    : monthBefore(now, monthCount - 1).getTime()
}

/** Adds up deliveries by time and route. Entries may be added in any order. */
export function createStatistics(range: StatisticsRange, nowMs: number) {
  const sums = new Map<string, PeriodSum>()
  const times = new Map<string, number[]>()
  const fromMs = statisticsFromMs(range, nowMs) ?? 0
  /** Only of swaps with a known volume and a known cost. */
  let volumeInUsd = '0'
  let costInUsd = '0'
  let undatedCount = 0

  return {
    /** Counts deliveries only: a refund moved nothing. */
    add(entry: HistoryEntry): void {
      if (entry.phase !== 'done' || entry.atMs < fromMs) return
      if (entry.atMs === 0) undatedCount += 1
      else
        for (const period of periodsOf(range, entry.atMs))
          sums.set(period, addToSum(sums.get(period) ?? emptySum(period), entry))
      const { inputValueInUsd: volume, costInUsd: cost, isCostLowerBound } = entry
      if (isDecimalText(volume) && isDecimalText(cost) && isCostLowerBound !== true) {
        volumeInUsd = addDecimals(volumeInUsd, volume)
        costInUsd = addDecimals(costInUsd, cost)
      }
      if (entry.routeKey === null || entry.deliverySeconds === null) return
      const routeTimes = times.get(entry.routeKey)
      if (routeTimes === undefined) times.set(entry.routeKey, [entry.deliverySeconds])
      else routeTimes.push(entry.deliverySeconds)
    },
    result() {
      const periods = allPeriods(range, nowMs, sums.keys())
      const routes = [...times]
        .map(([routeKey, all]) => ({ routeKey, count: all.length, medianSeconds: computeMedian(all) }))
        .sort((a, b) => b.count - a.count || (a.routeKey < b.routeKey ? -1 : 1))
        .slice(0, maxRoutes)
      return {
        /** Oldest first, without gaps. The last period is the current one. */
        periods: periods.map((period) => sums.get(period) ?? emptySum(period)),
        /**
         * The total cost in percent of the volume, two places, rounded up. Includes only swaps with a known volume and a
         * known cost; null without any. The cost is the lost part of the volume.
         */
        costPercent: lossPercent(volumeInUsd, subtractDecimal(volumeInUsd, costInUsd)),
        /** Swaps without a known time. They are in no period. */
        undatedCount,
        /** Most used first. */
        routes,
      }
    },
  }
}

function emptySum(period: string): PeriodSum {
  return {
    period,
    count: 0,
    volumeInUsd: '0',
    costInUsd: '0',
    isVolumeLowerBound: false,
    isCostLowerBound: false,
  }
}

function addToSum(sum: PeriodSum, { inputValueInUsd, costInUsd, isCostLowerBound }: HistoryEntry): PeriodSum {
  const isVolumeKnown = isDecimalText(inputValueInUsd)
  const isCostKnown = isDecimalText(costInUsd)
  return {
    period: sum.period,
    count: sum.count + 1,
    volumeInUsd: isVolumeKnown ? addDecimals(sum.volumeInUsd, inputValueInUsd) : sum.volumeInUsd,
    costInUsd: isCostKnown ? addDecimals(sum.costInUsd, costInUsd) : sum.costInUsd,
    isVolumeLowerBound: sum.isVolumeLowerBound || !isVolumeKnown,
    isCostLowerBound: sum.isCostLowerBound || !isCostKnown || isCostLowerBound === true,
  }
}

/** In the range `all` a swap counts by month and by year, since `result` chooses one of them at the end. */
function periodsOf(range: StatisticsRange, ms: number): readonly string[] {
  const date = new Date(ms)
  if (range === 'days') return [dayOf(date)]
  return range === 'months' ? [monthOf(date)] : [monthOf(date), String(date.getFullYear())]
}

function allPeriods(range: StatisticsRange, nowMs: number, known: Iterable<string>): readonly string[] {
  const now = new Date(nowMs)
  const last = (count: number, before: (periods: number) => string) =>
    Array.from({ length: count }, (_, index) => before(count - 1 - index))
  if (range === 'days') return last(dayCount, (days) => dayOf(dayBefore(now, days)))
  if (range === 'months') return last(monthCount, (months) => monthOf(monthBefore(now, months)))
  const [oldest = monthOf(now)] = [...known].filter((period) => period.includes('-')).toSorted()
  const [year = 0, month = 1] = oldest.split('-').map(Number)
  const monthsBack = (now.getFullYear() - year) * 12 + now.getMonth() + 1 - month
  if (monthsBack < maxMonths) {
    return last(Math.max(0, monthsBack) + 1, (months) => monthOf(monthBefore(now, months)))
  }
  return last(now.getFullYear() - year + 1, (years) => String(now.getFullYear() - years))
}

/** Returns the median; of two, the slower. */
function computeMedian(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

function dayBefore(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)
}

function monthBefore(now: Date, months: number): Date {
  return new Date(now.getFullYear(), now.getMonth() - months, 1)
}

function dayOf(date: Date): string {
  return `${monthOf(date)}-${twoDigits(date.getDate())}`
}

function monthOf(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

/** Past results of a route between two chains for this user. Includes only ends that Ferry verified itself (R6). */
export type Experience = Readonly<NonNullable<ReturnType<typeof summarizeExperience>>>

/** The number of orders that an experience uses: at most 9, and at least 2. */
export const maxExperience = 9
const minExperience = 2

/**
 * Percent, and the same in hundredths of a percent. The narrowest one that includes all deliveries is shown. If none
 * does, the widest one is shown, with the number of deliveries within it.
 */
const margins: readonly (readonly [string, bigint])[] = [
  ['0.1', 10n],
  ['0.5', 50n],
  ['1', 100n],
]

/** Summarizes the last orders that ended on a route, newest first; null if there are too few. */
export function summarizeExperience(past: readonly HistoryEntry[]) {
  // A delivery that only the service reports counts neither as good nor as bad.
  const ended = past.filter((entry) => entry.phase !== 'done' || isEndVerified(entry))
  if (ended.length < minExperience) return null
  const delivered = ended.filter(({ phase }) => phase === 'done')
  const times = delivered.map(({ deliverySeconds }) => deliverySeconds).filter((seconds) => seconds !== null)
  const amounts = delivered.flatMap(({ promisedAmount, fulfilledAmount }) =>
    promisedAmount === null || fulfilledAmount === null
      ? []
      : [{ promised: parseDigitString(promisedAmount), got: parseDigitString(fulfilledAmount) }],
  )
  const counts = margins.map(([percent, hundredths]) => ({
    percent,
    count: amounts.filter(({ promised, got }) => (promised - got) * 10_000n <= promised * hundredths).length,
  }))
  const within = counts.find(({ count }) => count === amounts.length) ?? counts.at(-1)
  return {
    count: ended.length,
    deliveredCount: delivered.length,
    usualSeconds: times.length === 0 ? null : computeMedian(times),
    /** Decimal text: `withinCount` deliveries were at most this far below the promised amount. Null if no amount is known. */
    withinPercent: amounts.length === 0 ? null : (within?.percent ?? null),
    withinCount: within?.count ?? 0,
  }
}

/** Past refunds on a chain for this user. Includes only refunds that the chain proved, timed by Ferry. */
export type RefundExperience = Readonly<NonNullable<ReturnType<typeof summarizeRefunds>>>

/** `usualSeconds` is counted from the failure. */
export function summarizeRefunds(past: readonly HistoryEntry[]) {
  const times = past.flatMap((entry) =>
    entry.phase === 'refunded' && isEndVerified(entry) ? (entry.refundSeconds ?? []) : [],
  )
  return times.length < minExperience ? null : { count: times.length, usualSeconds: computeMedian(times) }
}
