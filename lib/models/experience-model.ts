import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { Experience, HistoryStatistics, StatisticsRange } from '../history/history-statistics.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import { createLifetime } from './lifetime.ts'
import type { ViewPorts } from './view-ports.ts'

/** Routes between two chains; those of a quote, or the one that an order goes. */
export interface RoutesOf {
  readonly ask: Pick<QuoteView['ask'], 'originChainId' | 'destinationChainId'>
  readonly routes: readonly Pick<QuoteView['routes'][number], 'routeKey'>[]
}

export type ExperienceModel = ReturnType<typeof createExperienceModel>

/** Models how the routes of a shown quote, or of an order, have done for this user before. */
export function createExperienceModel({
  client,
  quote,
}: Pick<ViewPorts, 'client'> & { quote: ReadonlySignal<RoutesOf | null> }) {
  const life = createLifetime()
  const byRoute = signal<{ readonly [routeKey: string]: Experience }>({})
  const problem = signal<ProblemData | null>(null)
  let asked = ''

  async function read(shown: RoutesOf): Promise<void> {
    const { originChainId, destinationChainId } = shown.ask
    const routeKeys = shown.routes.map(({ routeKey }) => routeKey)
    const mine = JSON.stringify([originChainId, destinationChainId, routeKeys.toSorted()])
    // A refresh brings the same routes again, and the past has not changed.
    if (mine === asked || routeKeys.length === 0) return
    asked = mine
    try {
      const known = await client.send('experience', { originChainId, destinationChainId, routeKeys })
      if (mine === asked) byRoute.value = known
      problem.value = null
    } catch (thrown) {
      problem.value = problemData(thrown)
    }
  }

  life.watch(
    () => quote.value,
    (shown) => void (shown !== null && read(shown)),
  )
  return { byRoute, problem, dispose: life.dispose }
}

/** Creates what the whole history adds up to, told once somebody wants to see it; `problem` takes why it could not be. */
export function createPictures({
  client,
  problem,
}: Pick<ViewPorts, 'client'> & { readonly problem: Signal<ProblemData | null> }) {
  const statistics = signal<HistoryStatistics | null>(null)
  /** How far back they are told; null while nobody wants to see them, since all lines of it are read. */
  const pictured = signal<StatisticsRange | null>(null)

  function forgetStatistics(): void {
    statistics.value = null
  }

  async function readStatistics(): Promise<void> {
    const range = pictured.value
    if (range === null) return
    try {
      const read = await client.send('historyStatistics', { range })
      if (pictured.value === range) statistics.value = read
    } catch (thrown) {
      problem.value = problemData(thrown)
    }
  }

  return {
    statistics,
    pictured,
    forgetStatistics,
    readStatistics,
    /** Null for none any more. */
    showPictures(range: StatisticsRange | null): void {
      pictured.value = range
      forgetStatistics()
      void readStatistics()
    },
  }
}
