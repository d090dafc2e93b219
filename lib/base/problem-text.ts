import type { ProblemData } from './problem-shape.ts'
import { createVariableText, type Text } from './text.ts'
import { momentText } from './time-text.ts'

/** Returns what happened and what to do. */
export function describeProblem(
  { code, facts }: Pick<ProblemData, 'code' | 'facts'>,
  nowMs: number,
): { readonly what: Text; readonly next: Text } {
  const { untilMs } = facts
  const time = untilMs === undefined ? undefined : momentText(Number(untilMs), nowMs)
  const all = time === undefined ? facts : { ...facts, time, until: time }
  return {
    what: createVariableText(`problem_${code}`, all),
    next: createVariableText(`problem_${code}_next`, all),
  }
}
