import type { Import } from '../repository/import-graph.ts'

/** A test file with its import distance from the change: 0 is the file itself. */
export interface NearTest {
  readonly path: string
  readonly imports: number
}

const isTest = /^test\/(unit|flow)\/.*\.test\.tsx?$/

/** Exhaustive tests take long whatever changed: `npm test` runs them. */
const isLong =
  /^test\/(flow\/((deaths|schedules|matrix)\/|(notices|pages\/fuzz)\.)|unit\/(order\/(states\.pairs|order\.stored-rows|reduce\.property)|checks\/check-permit\.mutants))/

/** In units of a single-rule test. A flow runs the whole engine; a component renders with all models. */
function testCost({ path }: NearTest): number {
  if (path.startsWith('test/flow/')) return 6
  return path.endsWith('.tsx') ? 3 : 1
}

/** Returns the unit and flow tests that reach a changed file through value imports, nearest first. */
export function findReachingTests(
  changed: readonly string[],
  imports: readonly Pick<Import, 'from' | 'path' | 'isType'>[],
): readonly NearTest[] {
  const importers = Map.groupBy(
    imports.filter(({ isType, path }) => !isType && path !== null),
    ({ path }) => path,
  )
  const distances = new Map(changed.map((path) => [path, 0]))
  // Entries added during the loop are visited too.
  for (const [path, distance] of distances) {
    for (const { from } of importers.get(path) ?? []) {
      if (!distances.has(from)) distances.set(from, distance + 1)
    }
  }
  return [...distances]
    .map(([path, distance]) => ({ path, imports: distance }))
    .filter(({ path }) => isTest.test(path) && !isLong.test(path))
    .toSorted((a, b) => a.imports - b.imports || testCost(a) - testCost(b))
}

/** Returns the first tests that together cost at most `most`. A changed test is always included. */
export function selectWithinCost(tests: readonly NearTest[], most: number): readonly NearTest[] {
  let cost = 0
  return tests.filter((test) => {
    cost += testCost(test)
    return cost <= most || test.imports === 0
  })
}
