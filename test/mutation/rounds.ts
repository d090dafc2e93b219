import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { dependantsOf } from './dependants.ts'
import { flowsOf } from './sources.ts'

const typedData = 'test/unit/bad-inputs/typed-data.test.ts'
const near = [
  'test/unit/{base,chain,checks,deployment,order,quote,review,service,sites}/**/*.test.ts',
  typedData,
]
/** Tests that take seconds: every leaf of the typed data in turn, or thousands of orders. */
const slow = [
  'test/unit/checks/check-permit.mutants.test.ts',
  'test/unit/order/{describe-order,order.stored-rows,reduce.property,states.pairs}.test.ts',
  'test/unit/{bad-inputs,threats}/*.test.ts',
]
const checkFlows = [
  'test/flow/manual-swap.test.ts',
  'test/flow/deposit.test.ts',
  'test/flow/loss-gates-and-prices.test.ts',
  'test/flow/review.test.ts',
]

/** On a busy machine. A mutant that exceeds it counts as one that never ends. */
export const roundLimitsMs = [60_000, 90_000, 240_000, 240_000] as const

/**
 * The tests of a source in a round, among those that import it, directly or not; may be empty. Each round
 * tries only the mutants that survived the earlier ones:
 * 1. Tests named after the source, which are fast and kill most.
 * 2. The other unit tests, which are many and fast.
 * 3. Flow tests that the source decides.
 * 4. The slow tests and the flow tests of the checks.
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
    first.filter((test) => !isNamesake(test)),
    related(own ?? []),
    last,
  ]
  return rounds[round] ?? []
}
