import { addDecimals, isDecimalText, lossPercent, subtractDecimal, unitsOf } from '../base/decimal.ts'
import { isVerified } from '../order/order-state.ts'
import type { HistoryEntry } from './history-entry.ts'

/** How far back the statistics look: 30 days, 12 months, or to the first swap. */
export const statisticsRanges = ['days', 'months', 'all'] as const

export type StatisticsRange = (typeof statisticsRanges)[number]

/** What was swapped in one day, month or year, by the user's calendar. Dollars as decimal text. */
export interface PeriodSum {
  /** `2026-11-22`, `2026-11` or `2026`. */
  readonly period: string
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
  /** Oldest first, none left out; the last one is the period of now. */
  readonly periods: readonly PeriodSum[]
  /** Fees in percent of the volume, two places, rounded up: of the swaps that both are known of. Null where there is none. */
  readonly feePercent: string | null
  /** The swaps in no period, since nobody said when they were. */
  readonly undatedCount: number
  /** The most used first. */
  readonly routes: readonly RouteTime[]
}

const dayCount = 30
const monthCount = 12
/** A longer past is told by years. */
const mostMonths = 24
const mostRoutes = 6

/** Returns when what is looked at begins; null for the whole past. */
export function statisticsFromMs(range: StatisticsRange, nowMs: number): number | null {
  if (range === 'all') return null
  const now = new Date(nowMs)
  return range === 'days'
    ? dayBefore(now, dayCount - 1).getTime()
    : monthBefore(now, monthCount - 1).getTime()
}

/** Adds deliveries up by time and route; give it entries one after the other, in any order. */
export function createStatistics(range: StatisticsRange, nowMs: number) {
  const sums = new Map<string, PeriodSum>()
  const times = new Map<string, number[]>()
  const fromMs = statisticsFromMs(range, nowMs) ?? 0
  /** Of the swaps that both are known of. */
  let volumeInUsd = '0'
  let feesInUsd = '0'
  let undatedCount = 0

  return {
    /** Only what was delivered counts: a refund moved nothing. */
    add(entry: HistoryEntry): void {
      if (entry.phase !== 'done' || entry.atMs < fromMs) return
      if (entry.atMs === 0) undatedCount += 1
      else
        for (const period of periodsOf(range, entry.atMs))
          sums.set(period, plus(sums.get(period) ?? none(period), entry))
      const { inputValueInUsd: volume, feesInUsd: fees, areFeesLeast } = entry
      if (isDecimalText(volume) && isDecimalText(fees) && areFeesLeast !== true) {
        volumeInUsd = addDecimals(volumeInUsd, volume)
        feesInUsd = addDecimals(feesInUsd, fees)
      }
      if (entry.routeKey === null || entry.tookSeconds === null) return
      const known = times.get(entry.routeKey)
      if (known === undefined) times.set(entry.routeKey, [entry.tookSeconds])
      else known.push(entry.tookSeconds)
    },
    result(): HistoryStatistics {
      const periods = allPeriods(range, nowMs, sums.keys())
      const routes = [...times]
        .map(([routeKey, all]) => ({ routeKey, count: all.length, medianSeconds: medianOf(all) }))
        .sort((a, b) => b.count - a.count || (a.routeKey < b.routeKey ? -1 : 1))
        .slice(0, mostRoutes)
      return {
        periods: periods.map((period) => sums.get(period) ?? none(period)),
        // What fees take is what is lost of the volume.
        feePercent: lossPercent(volumeInUsd, subtractDecimal(volumeInUsd, feesInUsd)),
        undatedCount,
        routes,
      }
    },
  }
}

function none(period: string): PeriodSum {
  return { period, count: 0, volumeInUsd: '0', feesInUsd: '0', isVolumeLeast: false, areFeesLeast: false }
}

function plus(sum: PeriodSum, { inputValueInUsd, feesInUsd, areFeesLeast }: HistoryEntry): PeriodSum {
  const isVolumeKnown = isDecimalText(inputValueInUsd)
  const areFeesKnown = isDecimalText(feesInUsd)
  return {
    period: sum.period,
    count: sum.count + 1,
    volumeInUsd: isVolumeKnown ? addDecimals(sum.volumeInUsd, inputValueInUsd) : sum.volumeInUsd,
    feesInUsd: areFeesKnown ? addDecimals(sum.feesInUsd, feesInUsd) : sum.feesInUsd,
    isVolumeLeast: sum.isVolumeLeast || !isVolumeKnown,
    areFeesLeast: sum.areFeesLeast || !areFeesKnown || areFeesLeast === true,
  }
}

/** Where a moment is counted: by month and by year where it is not known yet which of them will be told. */
function periodsOf(range: StatisticsRange, ms: number): readonly string[] {
  const date = new Date(ms)
  if (range === 'days') return [dayOf(date)]
  return range === 'months' ? [monthOf(date)] : [monthOf(date), String(date.getFullYear())]
}

/** Every period up to now, from the oldest of those known where no range begins. */
function allPeriods(range: StatisticsRange, nowMs: number, known: Iterable<string>): readonly string[] {
  const now = new Date(nowMs)
  const last = (count: number, before: (periods: number) => string) =>
    Array.from({ length: count }, (_, index) => before(count - 1 - index))
  if (range === 'days') return last(dayCount, (days) => dayOf(dayBefore(now, days)))
  if (range === 'months') return last(monthCount, (months) => monthOf(monthBefore(now, months)))
  const [oldest = monthOf(now)] = [...known].filter((period) => period.includes('-')).toSorted()
  const [year = 0, month = 1] = oldest.split('-').map(Number)
  const monthsBack = (now.getFullYear() - year) * 12 + now.getMonth() + 1 - month
  if (monthsBack < mostMonths) {
    return last(Math.max(0, monthsBack) + 1, (months) => monthOf(monthBefore(now, months)))
  }
  return last(now.getFullYear() - year + 1, (years) => String(now.getFullYear() - years))
}

/** Returns the middle one; of two, the slower. */
function medianOf(figures: readonly number[]): number {
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

/** How refunds on a chain have done for this user: what the chain has shown, and when Ferry saw it. */
export interface RefundExperience {
  readonly count: number
  /** From the failure on. */
  readonly usualSeconds: number
}

/** Sums up the refunds that came back last on a chain; null where they are too few to say anything. */
export function refundExperienceOf(past: readonly HistoryEntry[]): RefundExperience | null {
  const times = past.flatMap((entry) =>
    entry.phase === 'refunded' && isVerified(entry) ? (entry.refundSeconds ?? []) : [],
  )
  return times.length < leastExperience ? null : { count: times.length, usualSeconds: medianOf(times) }
}
