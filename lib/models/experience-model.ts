import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
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
import { createGeneration } from './generation.ts'
import { createLifetime } from './lifetime.ts'
import type { ViewPorts } from './view-ports.ts'

export interface RoutesOf {
  readonly request: Pick<QuoteView['request'], 'originChainId' | 'destinationChainId'>
  readonly routes: readonly Pick<QuoteView['routes'][number], 'key'>[]
}

export type ExperienceModel = ReturnType<typeof createExperienceModel>

export function createExperienceModel({
  client,
  quote,
}: Pick<ViewPorts, 'client'> & { quote: ReadonlySignal<RoutesOf | null> }) {
  const life = createLifetime()
  const byRoute = signal<{ readonly [routeKey: string]: Experience }>({})
  const problem = signal<ProblemData | null>(null)
  const reads = life.generation()
  let requested = ''

  async function read(shown: RoutesOf): Promise<void> {
    const { originChainId, destinationChainId } = shown.request
    const routeKeys = shown.routes.map(({ key }) => key)
    const mine = JSON.stringify([originChainId, destinationChainId, routeKeys.toSorted()])
    // A refresh has the same routes, and the past has not changed.
    if (mine === requested || routeKeys.length === 0) return
    requested = mine
    const isCurrent = reads.begin()
    try {
      const known = await client.send('experience', { originChainId, destinationChainId, routeKeys })
      if (!isCurrent()) return
      byRoute.value = known
      problem.value = null
    } catch (thrown) {
      if (!isCurrent()) return
      problem.value = toProblemData(thrown)
    }
  }

  life.watch(
    () => quote.value,
    (shown) => void (shown !== null && read(shown)),
  )
  return { byRoute, problem, dispose: life.dispose }
}

function createRefundExperience({
  client,
  order,
}: Pick<ViewPorts, 'client'> & { readonly order: ReadonlySignal<OrderView | null> }) {
  const life = createLifetime()
  const known = signal<RefundExperience | null>(null)
  const problem = signal<ProblemData | null>(null)
  const reads = life.generation()
  life.watch(
    () => failedOn(order.value),
    async (chainId) => {
      reads.end()
      if (chainId === null) return
      const isCurrent = reads.begin()
      try {
        const read = await client.send('refundExperience', { chainId })
        if (!isCurrent()) return
        known.value = read
        problem.value = null
      } catch (thrown) {
        if (isCurrent()) problem.value = toProblemData(thrown)
      }
    },
  )
  return { known, problem, dispose: life.dispose }
}

export function createUsualDurations({
  client,
  order,
}: Pick<ViewPorts, 'client'> & { readonly order: ReadonlySignal<OrderView | null> }) {
  const routes = createExperienceModel({ client, quote: computed(() => routeOf(order.value)) })
  const refunds = createRefundExperience({ client, order })
  return {
    /** Usual seconds of its route; null without enough past swaps. */
    usualSeconds: computed(() => Object.values(routes.byRoute.value)[0]?.usualSeconds ?? null),
    /** Past refunds on the chain of its own refund; null without enough of them. */
    refunds: refunds.known,
    dispose(): void {
      routes.dispose()
      refunds.dispose()
    },
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

export function createHistoryStatistics({ client }: Pick<ViewPorts, 'client'>) {
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
    const isCurrent = reads.begin()
    try {
      const read = await client.send('historyStatistics', { range })
      if (!isCurrent()) return
      statistics.value = read
      statisticsProblem.value = null
    } catch (thrown) {
      if (isCurrent()) statisticsProblem.value = toProblemData(thrown)
    }
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
