import { signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { ViewPlace } from './view-ports.ts'

export type PlacesModel = ReturnType<typeof createPlacesModel>

/** Models where else the App can be shown, and what came in the way of it. */
export function createPlacesModel(places: readonly ViewPlace[]) {
  const problem = signal<ProblemData | null>(null)
  return {
    places,
    problem,
    async open(place: ViewPlace): Promise<void> {
      problem.value = null
      try {
        await place.open()
      } catch (thrown) {
        problem.value = problemData(thrown)
      }
    },
  }
}
