import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../lib/history/history-entry.ts'
import {
  createStatistics,
  experienceOf,
  medianOf,
  statisticsFromMs,
} from '../../../lib/history/history-statistics.ts'
import { entryWith } from './entry-fixture.ts'

const done = (part: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...entryWith({ state: 'verified_terminal', statusCode: 4 }),
  promisedAmount: '1000000',
  fulfilledAmount: '1000000',
  tookSeconds: 14,
  ...part,
})
const failed = (): HistoryEntry => ({ ...done(), phase: 'failed', fulfilledAmount: null, tookSeconds: null })

describe('experience', () => {
  test('says nothing after a single swap', () => {
    expect(experienceOf([])).toBeNull()
    expect(experienceOf([done()])).toBeNull()
  })

  test('says how long it usually took, and how near the promise it came', () => {
    expect(experienceOf([done({ tookSeconds: 40 }), done(), done({ tookSeconds: 12 })])).toEqual({
      count: 3,
      arrivedCount: 3,
      usualSeconds: 14,
      withinPercent: '0.1',
      withinCount: 3,
    })
  })

  test.each([
    ['999000', '0.1', 2],
    ['998999', '0.5', 2],
    ['995000', '0.5', 2],
    ['994999', '1', 2],
    ['989999', '1', 1],
    ['2000000', '0.1', 2],
  ])('a promise of 1000000 of which %s came is within %s %%', (fulfilledAmount, percent, count) => {
    expect(experienceOf([done(), done({ fulfilledAmount })])).toMatchObject({
      withinPercent: percent,
      withinCount: count,
    })
  })

  test('counts what did not arrive, and leaves out what is not known', () => {
    expect(experienceOf([failed(), done({ tookSeconds: null, fulfilledAmount: null })])).toEqual({
      count: 2,
      arrivedCount: 1,
      usualSeconds: null,
      withinPercent: null,
      withinCount: 0,
    })
  })
})

describe('statistics', () => {
  const nowMs = new Date(2026, 10, 21, 12).getTime()

  test('have twelve months, the last one of now', () => {
    const { months } = createStatistics(nowMs).result()
    expect(months.map(({ month }) => month)).toEqual([
      ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'],
      ...['2026-09', '2026-10', '2026-11'],
    ])
    expect(statisticsFromMs(nowMs)).toBe(new Date(2025, 11, 1).getTime())
  })

  test('add up what was delivered, exactly', () => {
    const statistics = createStatistics(nowMs)
    const atMs = new Date(2026, 9, 3).getTime()
    for (const inputValueInUsd of ['0.1', '0.2', null]) {
      statistics.add(done({ atMs, inputValueInUsd, feesInUsd: '0.01', routeKey: 'auto:a' }))
    }
    statistics.add({ ...failed(), atMs, inputValueInUsd: '1000' })
    statistics.add(done({ atMs: new Date(2025, 10, 30).getTime(), inputValueInUsd: '1000' }))
    const { months, routes } = statistics.result()
    expect(months.find(({ month }) => month === '2026-10')).toEqual({
      month: '2026-10',
      count: 3,
      volumeInUsd: '0.3',
      feesInUsd: '0.03',
      // Of one of them nobody knows what it was worth.
      isVolumeLeast: true,
      areFeesLeast: false,
    })
    expect(months.filter(({ count }) => count > 0)).toHaveLength(1)
    expect(routes).toEqual([{ routeKey: 'auto:a', count: 3, medianSeconds: 14 }])
  })

  test('name the six routes that were used most, alike ones by name', () => {
    const statistics = createStatistics(nowMs)
    const used = { c: 2, a: 2, b: 3, g: 1, f: 1, e: 1, d: 1 }
    for (const [routeKey, count] of Object.entries(used)) {
      for (let turn = 0; turn < count; turn += 1) statistics.add(done({ routeKey }))
    }
    const { routes } = statistics.result()
    expect(routes.map(({ routeKey, count }) => `${routeKey}${count}`)).toEqual([
      ...['b3', 'a2', 'c2', 'd1', 'e1', 'f1'],
    ])
  })

  test('count what has no value in dollars, and time routes only where the time is known', () => {
    const statistics = createStatistics(nowMs)
    statistics.add(
      done({ atMs: nowMs, inputValueInUsd: null, feesInUsd: null, tookSeconds: null, routeKey: 'a' }),
    )
    const { months, routes } = statistics.result()
    expect(months.at(-1)).toEqual({
      ...{ month: '2026-11', count: 1, volumeInUsd: '0', feesInUsd: '0' },
      ...{ isVolumeLeast: true, areFeesLeast: true },
    })
    expect(routes).toEqual([])
  })

  test('take the middle, and the slower of two', () => {
    expect([medianOf([]), medianOf([5]), medianOf([9, 5]), medianOf([9, 1, 5])]).toEqual([0, 5, 9, 5])
  })
})
