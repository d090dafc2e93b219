import type { ProblemCode, ProblemData } from './problem.ts'
import { createVariableText, type KeyWithoutFacts, type Text } from './text.ts'
import { clockText } from './time-text.ts'

interface Keys {
  readonly what: KeyWithoutFacts
  readonly next: KeyWithoutFacts
}

/** Texts for problems that Ferry itself found. The usual texts quote the service. */
const ownKeys: { readonly [code in ProblemCode]?: Keys } = {
  serviceBusy: { what: 'problem_serviceBusy_own', next: 'problem_serviceBusy_own_next' },
  routeNotBuilt: { what: 'problem_routeNotBuilt_own', next: 'problem_routeNotBuilt_next' },
}

/** Returns what happened and what to do. Quotes the service only if the service reported the problem. */
export function describeProblem({
  code,
  reportedBy,
  facts,
}: Pick<ProblemData, 'code' | 'reportedBy' | 'facts'>): { readonly what: Text; readonly next: Text } {
  const usual: Keys = { what: `problem_${code}`, next: `problem_${code}_next` }
  const keys = reportedBy === 'service' ? usual : (ownKeys[code] ?? usual)
  const { untilMs } = facts
  const until =
    untilMs === undefined ? {} : { time: clockText(Number(untilMs)), until: clockText(Number(untilMs)) }
  const all = { ...facts, ...until }
  return { what: createVariableText(keys.what, all), next: createVariableText(keys.next, all) }
}
