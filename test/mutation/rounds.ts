import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { dependantsOf } from './reach.ts'
import { flowsOf } from './sources.ts'

const typedData = 'test/unit/bad-inputs/typed-data.test.ts'
const near = [
  'test/unit/{base,chain,checks,deployment,order,quote,review,service,sites}/**/*.test.ts',
  typedData,
]
/** Those that take seconds: every leaf of the typed data in turn. */
const slow = ['test/unit/checks/check-permit.mutants.test.ts', 'test/unit/{bad-inputs,threats}/*.test.ts']
/** The flows in which the checks decide. */
const checkFlows = [
  'test/flow/manual.test.ts',
  'test/flow/deposit.test.ts',
  'test/flow/risk.test.ts',
  'test/flow/review.test.ts',
]

/** How long the tests of one mutant may take in each round on a busy machine: whatever is longer never ends. */
export const roundLimitsMs = [60_000, 240_000, 90_000, 240_000] as const

/**
 * The tests that are asked about a source in a round, among those that import it at whatever remove; none in a round that
 * has none. Each round is asked only about the mutants that the ones before let live: first the tests that are named after
 * the source, which notice most in a moment, then the flows in which it decides, then the other unit tests, which are
 * many, at last the slow ones and the flows of the checks.
 */
export function testsOf(path: string, round: number): readonly string[] {
  const reached = dependantsOf(path)
  const related = (patterns: readonly string[]) => globSync([...patterns]).filter((test) => reached.has(test))
  const isNamesake = (test: string) => basename(test).startsWith(`${basename(path, '.ts')}.`)
  const own = flowsOf[path]
  const last = related([...slow, ...(own === undefined ? checkFlows : [])]).filter(
    (test) => test !== typedData,
  )
  const first = related(near).filter((test) => !last.includes(test))
  const rounds = [
    first.filter(isNamesake),
    related(own ?? []),
    first.filter((test) => !isNamesake(test)),
    last,
  ]
  return rounds[round] ?? []
}
