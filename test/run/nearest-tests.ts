import type { Import } from '../repository/import-graph.ts'

/** A test file, and by how many imports it reaches what changed: 0 is the file itself. */
export interface NearTest {
  readonly path: string
  readonly imports: number
}

const isTest = /^test\/(unit|flow)\/.*\.test\.tsx?$/

/** Tests that walk through all there is of something take long whatever changed: `npm test` has them. */
const isLong =
  /^test\/(flow\/((deaths|schedules|matrix)\/|(notices|two-yeses|pages\/fuzz)\.)|unit\/(order\/(states\.pairs|order-shape\.stored-rows|reduce\.property)|checks\/check-permit\.mutants))/

/** Returns what a test costs, in tests of one rule: a flow runs the whole engine, a component is drawn with all models. */
function costOf({ path }: NearTest): number {
  if (path.startsWith('test/flow/')) return 6
  return path.endsWith('.tsx') ? 3 : 1
}

/** Returns the unit and flow tests that reach one of the changed files by imports of values, the nearest first. */
export function testsReaching(
  changed: readonly string[],
  imports: readonly Pick<Import, 'from' | 'path' | 'isType'>[],
): readonly NearTest[] {
  const importers = Map.groupBy(
    imports.filter(({ isType, path }) => !isType && path !== null),
    ({ path }) => path,
  )
  const distances = new Map(changed.map((path) => [path, 0]))
  // What is added while it is walked through is walked through too.
  for (const [path, distance] of distances) {
    for (const { from } of importers.get(path) ?? []) {
      if (!distances.has(from)) distances.set(from, distance + 1)
    }
  }
  return [...distances]
    .map(([path, distance]) => ({ path, imports: distance }))
    .filter(({ path }) => isTest.test(path) && !isLong.test(path))
    .toSorted((a, b) => a.imports - b.imports || costOf(a) - costOf(b))
}

/** Returns the first of the tests that together cost at most so much, in tests of one rule; one that changed itself is always among them. */
export function affordable(tests: readonly NearTest[], most: number): readonly NearTest[] {
  let cost = 0
  return tests.filter((test) => {
    cost += costOf(test)
    return cost <= most || test.imports === 0
  })
}
