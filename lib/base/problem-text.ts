import type { ProblemData } from './problem.ts'
import { createVariableText, type Text } from './text.ts'
import { clockText } from './time-text.ts'

/** Returns what happened and what to do. */
export function describeProblem({ code, facts }: Pick<ProblemData, 'code' | 'facts'>): {
  readonly what: Text
  readonly next: Text
} {
  const { untilMs } = facts
  const until =
    untilMs === undefined ? {} : { time: clockText(Number(untilMs)), until: clockText(Number(untilMs)) }
  const all = { ...facts, ...until }
  return {
    what: createVariableText(`problem_${code}`, all),
    next: createVariableText(`problem_${code}_next`, all),
  }
}
