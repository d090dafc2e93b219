import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ProblemData } from '../base/problem-shape.ts'
import type {
  Experience,
  HistoryStatistics,
  RefundExperience,
  StatisticsRange,
} from '../history/history-statistics.ts'
import { refundChainOf } from '../order/order-facts.ts'
import { orderPhase, orderStateWords } from '../order/order-state.ts'
import type { OrderView } from '../order/order-view.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import type { RpcClient } from '../rpc/rpc-client.ts'
import { createGeneration } from './generation.ts'
import { createLifetime, type Lifetime } from './lifetime.ts'

export interface RoutesOf {
  readonly request: Pick<QuoteView['request'], 'originChainId' | 'destinationChainId'>
  readonly routes: readonly Pick<QuoteView['routes'][number], 'key'>[]
}

export type ExperienceModel = ReturnType<typeof createExperienceModel>

/** Creates the past results of the routes of a quote. */
export function createExperienceModel(client: RpcClient, quote: ReadonlySignal<RoutesOf | null>) {
  const life = createLifetime()
  return { ...followRoutes(client, quote, life), dispose: life.dispose }
}

function followRoutes(client: RpcClient, quote: ReadonlySignal<RoutesOf | null>, life: Lifetime) {
  const byRoute = signal<{ readonly [routeKey: string]: Experience }>({})
  const problem = signal<ProblemData | null>(null)
  const reads = life.generation()
  let requested = ''
  life.watch(
    () => quote.value,
    (shown) => {
      if (shown === null) return
      const { originChainId, destinationChainId } = shown.request
      const routeKeys = shown.routes.map(({ key }) => key)
      const mine = JSON.stringify([originChainId, destinationChainId, routeKeys.toSorted()])
      // A refresh has the same routes, and the past has not changed.
      if (mine === requested || routeKeys.length === 0) return
      requested = mine
      const answer = client.send('experience', { originChainId, destinationChainId, routeKeys })
      void reads.take(answer, problem, (known) => {
        byRoute.value = known
        problem.value = null
      })
    },
  )
  return { byRoute, problem }
}

/** Creates the usual durations of an order's route, and of refunds on the chain of its own. */
export function createUsualDurations(
  client: RpcClient,
  order: ReadonlySignal<OrderView | null>,
  life: Lifetime,
) {
  const { byRoute } = followRoutes(
    client,
    computed(() => routeOf(order.value)),
    life,
  )
  /** Past refunds on the chain of its own refund; null without enough of them. */
  const refundExperience = signal<RefundExperience | null>(null)
  const refundReads = life.generation()
  life.watch(
    () => failedOn(order.value),
    (chainId) => {
      if (chainId === null) return refundReads.end()
      // Without past refunds the order shows no usual time.
      const problem = signal<ProblemData | null>(null)
      void refundReads.take(client.send('refundExperience', { chainId }), problem, (known) => {
        refundExperience.value = known
      })
    },
  )
  return {
    /** Usual seconds of its route; null without enough past swaps. */
    usualSeconds: computed(() => Object.values(byRoute.value)[0]?.usualSeconds ?? null),
    refundExperience,
  }
}

/** The route of an order; null where it is not known, or the order is over. */
function routeOf(order: OrderView | null): RoutesOf | null {
  if (order === null || orderStateWords(order).isOver) return null
  const { request, routeKey } = order.reviewed
  return routeKey === null ? null : { request, routes: [{ key: routeKey }] }
}

function failedOn(order: OrderView | null): number | null {
  return order !== null && orderPhase(order) === 'failed' ? refundChainOf(order) : null
}

export function createHistoryStatistics(client: RpcClient) {
  const statistics = signal<HistoryStatistics | null>(null)
  const statisticsProblem = signal<ProblemData | null>(null)
  /** Displayed range; null while closed, because reading it reads all entries. */
  const statisticsRange = signal<StatisticsRange | null>(null)
  const reads = createGeneration()

  function forgetStatistics(): void {
    reads.end()
    statistics.value = null
    statisticsProblem.value = null
  }

  async function readStatistics(): Promise<void> {
    const range = statisticsRange.value
    if (range === null) return
    await reads.take(client.send('historyStatistics', { range }), statisticsProblem, (read) => {
      statistics.value = read
      statisticsProblem.value = null
    })
  }

  return {
    statistics,
    statisticsProblem,
    statisticsRange,
    forgetStatistics,
    readStatistics,
    /** Null closes the statistics. */
    showStatistics(range: StatisticsRange | null): void {
      statisticsRange.value = range
      forgetStatistics()
      void readStatistics()
    },
  }
}
