import { type ProblemData, restoreProblem } from '../../lib/base/problem.ts'

export const never = () => new Promise<never>(() => {})

export const problem = (code: ProblemData['code'], part: Partial<ProblemData> = {}): ProblemData => ({
  code,
  money: 'nothingSent',
  reportedBy: 'ferry',
  facts: {},
  serverRequestId: null,
  retryAfterMs: null,
  ...part,
})

export const fail = (data: ProblemData) => () => Promise.reject(restoreProblem(data))
