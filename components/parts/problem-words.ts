import type { ProblemCode, ProblemData } from '../../lib/base/problem.ts'
import { clockText } from './format.ts'
import { type KeyWithoutFacts, tWithFacts } from './text.ts'

interface Keys {
  readonly what: KeyWithoutFacts
  readonly next: KeyWithoutFacts
}

/** Texts for problems that Ferry itself found. The usual texts quote the service. */
const ownKeys: { readonly [code in ProblemCode]?: Keys } = {
  serviceBusy: { what: 'problem_serviceBusy_own', next: 'problem_serviceBusy_own_next' },
  routeNotBuilt: { what: 'problem_routeNotBuilt_own', next: 'problem_routeNotBuilt_next' },
}

export function problemReport(
  { code, reportedBy, serverRequestId, facts }: ProblemData,
  version: string,
): string {
  const details = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
  const id = serverRequestId === null ? [] : [`request ${serverRequestId}`]
  return [`Ferry ${version}`, `problem ${code}, said by ${reportedBy}`, ...id, ...details].join('\n')
}

/** Returns what happened and what to do. Quotes the service only if the service reported the problem. */
export function problemWords({
  code,
  reportedBy,
  facts,
}: Pick<ProblemData, 'code' | 'reportedBy' | 'facts'>): {
  readonly what: string
  readonly next: string
} {
  const usual: Keys = { what: `problem_${code}`, next: `problem_${code}_next` }
  const keys = reportedBy === 'service' ? usual : (ownKeys[code] ?? usual)
  const { untilMs } = facts
  const until =
    untilMs === undefined ? {} : { time: clockText(Number(untilMs)), until: clockText(Number(untilMs)) }
  return {
    what: tWithFacts(keys.what, { ...facts, ...until }),
    next: tWithFacts(keys.next, { ...facts, ...until }),
  }
}
