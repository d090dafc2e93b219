import { valueOfUnits } from '../../lib/base/decimal-math.ts'
import type { HistoryEntry } from '../../lib/history/entry-shape.ts'
import { createServiceEntry } from '../../lib/history/history-entry.ts'
import {
  createStatistics,
  type Experience,
  type HistoryStatistics,
  type StatisticsRange,
} from '../../lib/history/history-statistics.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { itemOf } from '../unit/history/entry-fixture.ts'
import { quoteFor, sendGas, usdcHarbour, usdcIsland } from '../unit/models/fake-data.ts'
import { autoView, figuresOf, manualView } from '../unit/quote/route-fixture.ts'

const [input] = itemOf().input
const [output] = itemOf().output

/** Two requests that only the service has stored: a delivered one, and one without a reported end. */
export const serviceEntries: readonly HistoryEntry[] = [
  itemOf({
    input: input === undefined ? [] : [{ ...input, token: usdcHarbour }],
    output: output === undefined ? [] : [{ ...output, token: usdcIsland }],
  }),
  itemOf({
    requestHash: `0x${'4'.repeat(64)}`,
    ...{ requestType: 'BATCH_REQUEST', statusCode: null, statusName: 'REFUND_PENDING' },
    input: input === undefined ? [] : [input, { ...input, token: usdcHarbour, priceInUsd: '1' }],
    output: output === undefined ? [] : [{ ...output, minValueInUsd: '9.9' }],
  }),
  itemOf({ requestHash: `0x${'3'.repeat(64)}`, statusCode: null, output: [] }),
].map((item) => createServiceEntry({ ...item, readMs: Date.UTC(2026, 10, 20) }))

/** A history with swaps in most days or months, on three routes. */
export function statisticsOf(range: StatisticsRange, nowMs: number): HistoryStatistics {
  const { periods } = createStatistics(range, nowMs).result()
  return {
    periods: periods.map((one, index) => {
      const volumeInUsd = index % 5 === 0 ? '0' : `${(index * 7919) % 5003}.5`
      // 0.46 percent.
      return { ...one, count: index % 5, volumeInUsd, costInUsd: valueOfUnits(46n, 4, volumeInUsd) }
    }),
    costPercent: '0.46',
    undatedCount: 0,
    routes: [
      { routeKey: 'auto:sign:Automatic:MAX_OUTPUT', count: 41, medianSeconds: 14 },
      { routeKey: 'manual:Lighter V2:', count: 12, medianSeconds: 210 },
      { routeKey: 'deposit', count: 2, medianSeconds: 65 },
    ],
  }
}

export function withRoutes(request: QuoteRequest): QuoteView {
  const quote = quoteFor(request, Date.now())
  const { outputToken, expiresMs } = quote
  const sent = quoteFor(request, Date.now(), { promisedAmount: '99290000', fees: [...quote.fees, sendGas] })
  return {
    ...quote,
    routes: [
      { ...autoView('Automatic', outputToken, expiresMs), ...figuresOf(quote) },
      { ...manualView('Lighter V2', outputToken, expiresMs), ...figuresOf(sent), estimatedSeconds: 210 },
    ],
  }
}

export const known: { readonly [routeKey: string]: Experience } = {
  'auto:sign:Automatic': {
    count: 9,
    deliveredCount: 9,
    usualSeconds: 14,
    withinPercent: '0.1',
    withinCount: 9,
  },
  'manual:Lighter V2:': {
    count: 5,
    deliveredCount: 4,
    usualSeconds: 210,
    withinPercent: '1',
    withinCount: 3,
  },
}
