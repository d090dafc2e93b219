import { Problem } from '../../../lib/base/problem.ts'
import type { ProblemData } from '../../../lib/base/problem-shape.ts'

/** Returns the problem that a call rejects with; throws if it does not reject. */
export async function problemOf(work: Promise<unknown>): Promise<ProblemData> {
  const outcome = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (outcome instanceof Problem) return outcome.data
  throw new Error(`expected a problem, got ${String(outcome)}`)
}
