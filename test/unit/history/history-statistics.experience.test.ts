import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../lib/history/entry-shape.ts'
import { refundChainTerm, termsOf } from '../../../lib/history/history-filter.ts'
import {
  createStatistics,
  type StatisticsRange,
  statisticsFromMs,
  summarizeExperience,
  summarizeRefunds,
} from '../../../lib/history/history-statistics.ts'
import type { Order } from '../../../lib/order/order.ts'
import { entryWith } from './entry-fixture.ts'

const done = (part: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...entryWith({ state: 'verified_terminal', statusCode: 4 }),
  promisedAmount: '1000000',
  fulfilledAmount: '1000000',
  deliverySeconds: 14,
  ...part,
})
const refunded = (minutes: number, part: Partial<Order> = {}): HistoryEntry =>
  entryWith({
    ...{ state: 'verified_terminal', statusCode: 7 },
    timeline: [
      { step: 'accepted', atMs: 1_000 },
      { step: 'expired', atMs: 60_000 },
      { step: 'refunded', atMs: 60_000 * (minutes + 1) },
    ],
    ...part,
  })
const failed = () => ({ ...done(), phase: 'failed' as const, fulfilledAmount: null, deliverySeconds: null })

describe('refundExperienceOf', () => {
  test('times refunds from the failure and finds them by the chain of the refund', () => {
    const entry = refunded(4)
    expect(entry.refundSeconds).toBe(240)
    expect(termsOf(entry)).toContain(refundChainTerm(entry.inputToken?.chainId ?? 0))
    expect(termsOf(refunded(4, { refundChainId: 10 }))).toContain(refundChainTerm(10))
  })

  test.each([
    ['no failure was heard of before', [{ step: 'refunded', atMs: 2 }]],
    ['none came yet', [{ step: 'expired', atMs: 2 }]],
    [
      'the clock was set back between',
      [
        { step: 'expired', atMs: 3 },
        { step: 'refunded', atMs: 2 },
      ],
    ],
  ] as const)('have no time where %s', (_, timeline) => {
    const entry = refunded(4, { timeline })
    expect(entry).not.toHaveProperty('refundSeconds')
    expect(termsOf(entry).filter((term) => term.startsWith('b:'))).toEqual([])
  })

  test('returns the usual time after two refunds that the chain proved', () => {
    expect(summarizeRefunds([refunded(4)])).toBeNull()
    expect(summarizeRefunds([refunded(4), refunded(9, { state: 'reported_terminal' })])).toBeNull()
    const three = [refunded(4), refunded(30), refunded(2)]
    expect(summarizeRefunds(three)).toEqual({ count: 3, usualSeconds: 240 })
  })
})

describe('experienceOf', () => {
  test('returns null for fewer than two swaps', () => {
    expect(summarizeExperience([])).toBeNull()
    expect(summarizeExperience([done()])).toBeNull()
  })

  test('returns the usual time and the distance from the promise', () => {
    expect(
      summarizeExperience([done({ deliverySeconds: 40 }), done(), done({ deliverySeconds: 12 })]),
    ).toEqual({ count: 3, deliveredCount: 3, usualSeconds: 14, withinPercent: '0.1', withinCount: 3 })
  })

  test.each([
    ['999000', '0.1', 2],
    ['998999', '0.5', 2],
    ['995000', '0.5', 2],
    ['994999', '1', 2],
    ['989999', '1', 1],
    ['2000000', '0.1', 2],
  ])(
    'for a promise of 1000000 and a delivery of %s returns a margin of %s %%',
    (fulfilledAmount, percent, count) => {
      expect(summarizeExperience([done(), done({ fulfilledAmount })])).toMatchObject({
        withinPercent: percent,
        withinCount: count,
      })
    },
  )

  test('counts failed swaps and leaves out unknown figures', () => {
    expect(summarizeExperience([failed(), done({ deliverySeconds: null, fulfilledAmount: null })])).toEqual({
      count: 2,
      deliveredCount: 1,
      usualSeconds: null,
      withinPercent: null,
      withinCount: 0,
    })
  })
})

describe('createStatistics', () => {
  const nowMs = new Date(2026, 10, 21, 12).getTime()
  const at = (year: number, month: number, day = 1) => new Date(year, month - 1, day).getTime()
  /** The statistics of these deliveries, which happened now unless they say otherwise. */
  const statisticsOf = (range: StatisticsRange, past: readonly Partial<HistoryEntry>[]) => {
    const statistics = createStatistics(range, nowMs)
    for (const part of past) statistics.add(done({ atMs: nowMs, ...part }))
    return statistics.result()
  }
  const periodsOf = (range: StatisticsRange, ...past: readonly number[]) =>
    statisticsOf(
      range,
      past.map((atMs) => ({ atMs })),
    ).periods.map(({ period, count }) => (count === 0 ? period : `${period}: ${count}`))

  test('returns twelve months up to the current one', () => {
    expect(periodsOf('months')).toEqual([
      ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'],
      ...['2026-09', '2026-10', '2026-11'],
    ])
    expect(statisticsFromMs('months', nowMs)).toBe(at(2025, 12))
  })

  test('returns thirty days up to today', () => {
    const days = periodsOf('days', at(2026, 10, 23), at(2026, 10, 22), nowMs)
    expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-10-23: 1', '2026-11-21: 1'])
    expect(statisticsFromMs('days', nowMs)).toBe(at(2026, 10, 23))
  })

  test('returns months since the first swap, or years after more than two dozen months', () => {
    expect(periodsOf('all')).toEqual(['2026-11'])
    expect(periodsOf('all', at(2026, 9), nowMs)).toEqual(['2026-09: 1', '2026-10', '2026-11: 1'])
    expect(periodsOf('all', at(2024, 12))).toHaveLength(24)
    expect(periodsOf('all', at(2024, 11), at(2024, 12), nowMs)).toEqual(['2024: 2', '2025', '2026: 1'])
    expect(statisticsFromMs('all', nowMs)).toBeNull()
  })

  test('counts the swaps without a known time', () => {
    expect(statisticsOf('all', [{ atMs: 0 }])).toMatchObject({ undatedCount: 1, periods: [{ count: 0 }] })
  })

  test('adds up deliveries exactly', () => {
    const statistics = createStatistics('months', nowMs)
    const atMs = at(2026, 10, 3)
    for (const inputValueInUsd of ['0.1', '0.2', null]) {
      statistics.add(done({ atMs, inputValueInUsd, costInUsd: '0.01', routeKey: 'auto:a' }))
    }
    statistics.add({ ...failed(), atMs, inputValueInUsd: '1000' })
    statistics.add(done({ atMs: at(2025, 11, 30), inputValueInUsd: '1000', costInUsd: '1' }))
    const { periods, routes, costPercent } = statistics.result()
    expect(periods.find(({ period }) => period === '2026-10')).toEqual({
      period: '2026-10',
      count: 3,
      volumeInUsd: '0.3',
      costInUsd: '0.03',
      // The value of one of them is unknown.
      isVolumeLowerBound: true,
      isCostLowerBound: false,
    })
    expect(periods.filter(({ count }) => count > 0)).toHaveLength(1)
    expect(routes).toEqual([{ routeKey: 'auto:a', count: 3, medianSeconds: 14 }])
    // 0.02 of 0.3: the volume of the third swap is unknown.
    expect(costPercent).toBe('6.67')
  })

  test.each([
    [[], null],
    [[{ inputValueInUsd: '0', costInUsd: '0.1' }], null],
    [[{ inputValueInUsd: '100', costInUsd: null }], null],
    [[{ inputValueInUsd: '100', costInUsd: '0.1', isCostLowerBound: true as const }], null],
    [
      [
        { inputValueInUsd: '100', costInUsd: '0.41' },
        { inputValueInUsd: '200', costInUsd: '0.02' },
      ],
      '0.15',
    ],
  ])('for %j returns fees of %s percent', (past, percent) => {
    expect(statisticsOf('days', past).costPercent).toBe(percent)
  })

  test('returns the six most used routes, ties by name', () => {
    const { routes } = statisticsOf(
      'months',
      Array.from('ccaabbbgfed', (routeKey) => ({ routeKey })),
    )
    expect(routes.map(({ routeKey, count }) => `${routeKey}${count}`).join(' ')).toBe('b3 a2 c2 d1 e1 f1')
  })

  test('counts swaps without a dollar value, and times routes only with known times', () => {
    const unknown = { inputValueInUsd: null, costInUsd: null, deliverySeconds: null, routeKey: 'a' }
    const { periods, routes } = statisticsOf('months', [unknown])
    expect(periods.at(-1)).toEqual({
      ...{ period: '2026-11', count: 1, volumeInUsd: '0', costInUsd: '0' },
      ...{ isVolumeLowerBound: true, isCostLowerBound: true },
    })
    expect(routes).toEqual([])
  })

  test('returns the median, and the slower of two', () => {
    const took = { one: [5], two: [9, 5], three: [9, 1, 5] }
    const past = Object.entries(took).flatMap(([routeKey, all]) =>
      all.map((deliverySeconds) => ({ routeKey, deliverySeconds })),
    )
    const { routes } = statisticsOf('months', past)
    const medians = routes.map(({ routeKey, medianSeconds }) => `${routeKey} ${medianSeconds}`)
    expect(medians).toEqual(['three 5', 'two 9', 'one 5'])
  })
})
