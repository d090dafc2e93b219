import type { ProblemData } from '../../lib/base/problem-shape.ts'
import { describeProblem } from '../../lib/base/problem-text.ts'
import { writeText } from './text.ts'

export function problemReport(
  { code, reportedBy, serverRequestId, facts }: ProblemData,
  version: string,
): string {
  const details = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
  const id = serverRequestId === null ? [] : [`request ${serverRequestId}`]
  return [`Ferry ${version}`, `problem ${code}, said by ${reportedBy}`, ...id, ...details].join('\n')
}

export function problemWords(problem: Pick<ProblemData, 'code' | 'facts'>): {
  readonly what: string
  readonly next: string
} {
  const { what, next } = describeProblem(problem, Date.now())
  return { what: writeText(what), next: writeText(next) }
}
