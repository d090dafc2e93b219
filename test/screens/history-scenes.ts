import type { HistoryEntry } from '../../lib/history/entry-shape.ts'
import { createOrderEntry } from '../../lib/history/history-entry.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { pastOf } from '../unit/history/entry-fixture.ts'
import { quoteFor, quoteRequest, sendGas, usdcHarbour } from '../unit/models/fake-data.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import { fail, never, problem } from './answers.ts'
import { known, serviceEntries, statisticsOf, withRoutes } from './history-data.ts'
import type { Scene } from './scene.ts'

const refunded: Partial<OrderView> = {
  ...{ statusCode: 7, state: 'verified_terminal', fulfilledAmount: null },
  evidence: {
    ...{ kind: 'refund', chainId: usdcHarbour.chainId, token: usdcHarbour.address, units: '98900000' },
    ...{ hash: `0x${'c'.repeat(64)}`, logIndexes: [1], blockNumber: '7', blockSeconds: 1, sources: 2 },
  },
}
const many = (nowMs: number) =>
  Array.from({ length: 9 }, (_, index) =>
    ([1, 6].includes(index) ? fakeOrders.order : fakeOrders.doneOrder)(nowMs - index * 9_000_000, {
      id: `order-${index}`,
      ...(index === 3 ? refunded : {}),
      ...(index === 5 ? { statusCode: 5, state: 'reported_terminal' as const } : {}),
      ...(index === 6 ? { state: 'needs_user' as const, statusCode: null } : {}),
    }),
  )

/** The person chose the slower and dearer route. */
const withSecondRoute = (request: QuoteRequest): QuoteView => {
  const { routes, fees } = withRoutes(request)
  const figures = { promisedAmount: '99290000', minAmountOut: '98793550', estimatedSeconds: 210 }
  const picked = { routeKey: routes[1]?.key ?? null, routeName: 'Lighter V2' }
  return { ...quoteFor(request, Date.now(), { ...figures, ...picked, fees: [...fees, sendGas] }), routes }
}

const long = (nowMs: number) => {
  const order = fakeOrders.doneOrder(nowMs)
  const { reviewed } = order
  const request = { ...quoteRequest, inputAmount: '1234567891234' }
  const figures = fakeOrders.reviewedOf(quoteFor(request, nowMs))
  return [{ ...order, fulfilledAmount: '1229345123456', reviewed: { ...reviewed, ...figures, request } }]
}

/** Ferry says delivered, the service says refunded: a row of an order that Ferry made. */
const contradictedEntry = (): HistoryEntry => {
  const order = fakeOrders.doneOrder(Date.now() - 9_000_000, { id: 'order-x' })
  return createOrderEntry(order, pastOf({ requestHash: `0x${'9'.repeat(64)}`, statusCode: 7 }))
}

export const historyScenes: readonly Scene[] = [
  { name: 'history', hash: '#/history', orders: many },
  { name: 'history-long', hash: '#/history', orders: long },
  { name: 'history-contradiction', hash: '#/history', past: [contradictedEntry()] },
  {
    name: 'history-unreadable',
    hash: '#/history',
    answers: {
      unreadable: () => [
        { id: 'newer-1', createdMs: Date.now() - 7_200_000 },
        { id: '0b7c1f2e', createdMs: 0 },
      ],
    },
  },
  {
    name: 'history-filter',
    hash: '#/history',
    orders: many,
    act: ['history-filter', 'history-search=usd', 'filter-from=2026-01-01'],
  },
  { name: 'history-none-fits', hash: '#/history', orders: many, act: ['history-search=nothing like it'] },
  {
    name: 'history-save',
    hash: '#/history',
    orders: many,
    act: ['menu', 'history-save', 'save-csv'],
  },
  {
    name: 'history-times',
    hash: '#/history',
    orders: many,
    answers: { historyStatistics: ({ range }) => statisticsOf(range, Date.now()) },
    act: ['menu', 'pictures-shown', 'picture-time'],
  },
  {
    name: 'history-volume',
    hash: '#/history',
    orders: many,
    answers: { historyStatistics: ({ range }) => statisticsOf(range, Date.now()) },
    act: ['menu', 'pictures-shown'],
  },
  {
    name: 'history-cost',
    hash: '#/history',
    orders: many,
    answers: { historyStatistics: ({ range }) => statisticsOf(range, Date.now()) },
    act: ['menu', 'pictures-shown', 'picture-cost', 'picture-days', 'picture-table'],
  },
  { name: 'history-menu', hash: '#/history', orders: many, act: ['menu'] },
  {
    name: 'history-service',
    hash: '#/history',
    orders: many,
    past: serviceEntries,
    answers: {
      readServiceHistory: () => ({
        count: serviceEntries.length,
        oldestMs: null,
        isLastUsed: true,
        fingerprint: 'a',
      }),
      historyStatistics: ({ range }) => statisticsOf(range, Date.now()),
    },
    act: ['service-history'],
  },
  {
    name: 'history-service-failed',
    hash: '#/history',
    orders: (nowMs) => [fakeOrders.order(nowMs)],
    answers: { readServiceHistory: fail(problem('serviceBusy', { serverRequestId: 'req-40' })) },
    act: ['service-history'],
  },
  {
    name: 'past',
    hash: '#/history',
    past: serviceEntries,
    act: [`past-row-${serviceEntries[0]?.requestHash}`],
  },
  {
    name: 'past-odd',
    hash: '#/history',
    past: serviceEntries,
    act: [`past-row-${serviceEntries[1]?.requestHash}`],
  },
  { name: 'history-empty', hash: '#/history' },
  { name: 'history-loading', hash: '#/history', answers: { history: never } },
  {
    name: 'history-failed',
    hash: '#/history',
    answers: { history: fail(problem('internal', { money: 'unknown' })) },
  },
  { name: 'wipe', hash: '#/settings', act: ['setting-data', 'wipe'] },
  {
    name: 'wipe-left',
    hash: '#/settings',
    answers: { wipeHistory: () => ({ left: 2 }) },
    act: ['setting-data', 'wipe', 'wipe-do', 'wipe-word=delete'],
  },
  {
    name: 'home-routes',
    amountText: '100',
    act: ['quote-open'],
    answers: {
      quote: ({ request: quoteRequest }) => ({ kind: 'quote', quote: withSecondRoute(quoteRequest) }),
    },
  },
  {
    name: 'routes-experience',
    amountText: '100',
    answers: {
      quote: ({ request: quoteRequest }) => ({ kind: 'quote', quote: withRoutes(quoteRequest) }),
      experience: () => known,
    },
    act: ['quote-open', 'routes-open'],
  },
]
