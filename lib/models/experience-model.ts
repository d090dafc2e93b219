import { type ReadonlySignal, signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { Experience } from '../history/history-statistics.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import { createLifetime } from './lifetime.ts'
import type { ViewPorts } from './view-ports.ts'

export type ExperienceModel = ReturnType<typeof createExperienceModel>

/** Models how the routes of the shown quote have done for this user before (R6). */
export function createExperienceModel({
  client,
  quote,
}: Pick<ViewPorts, 'client'> & { quote: ReadonlySignal<QuoteView | null> }) {
  const life = createLifetime()
  const byRoute = signal<{ readonly [routeKey: string]: Experience }>({})
  const problem = signal<ProblemData | null>(null)
  let asked = ''

  async function read(shown: QuoteView): Promise<void> {
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
