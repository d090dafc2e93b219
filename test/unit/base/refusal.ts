import { Problem, type ProblemData } from '../../../lib/base/problem.ts'

/** The code of the problem that some work throws, with the path where there is one; `accepted` when it does not. */
export function refusal(work: () => unknown): string {
  try {
    work()
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    const { path } = thrown.data.facts
    return path === undefined ? thrown.data.code : `${thrown.data.code} ${path}`
  }
  return 'accepted'
}

/** The problem that some work throws; null when it throws none. */
export function refusalData(work: () => unknown): ProblemData | null {
  try {
    work()
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return thrown.data
  }
  return null
}
