import { Problem } from '../../../lib/base/problem.ts'
import type { ProblemData } from '../../../lib/base/problem-shape.ts'

/** The code of the thrown problem, with its path if it has one. `accepted` if nothing is thrown. */
export function problemCodeOf(work: () => unknown): string {
  try {
    work()
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    const { path } = thrown.data.facts
    return path === undefined ? thrown.data.code : `${thrown.data.code} ${path}`
  }
  return 'accepted'
}

/** The thrown problem. Null if nothing is thrown. */
export function problemDataOf(work: () => unknown): ProblemData | null {
  try {
    work()
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return thrown.data
  }
  return null
}
