import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'
import { allImports } from './import-graph.ts'
import { allSources } from './source-files.ts'

/** Their tests are of rows that their tables number, each through several sources (`security-rows.ts`). */
const folderOfRows = /^test\/unit\/(bad-inputs|threats)\//

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const unitTests = allSources
  .map(({ path }) => path)
  .filter((path) => path.startsWith('test/unit/') && isTest(path) && !folderOfRows.test(path))

/** Returns the name that a test of a source has, as far as no matter follows: `order-screen` of `OrderScreen.tsx`. */
const nameOf = (path: string) =>
  basename(path)
    .replace(/(\.test|\.d)?\.tsx?$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()

const sourcesByFolder = Map.groupBy(
  allSources.map(({ path }) => path).filter((path) => !isTest(path) && !path.startsWith('test/unit/')),
  dirname,
)

/** Returns the sources of the folder that a test's folder mirrors: one of ours, of `lib`, or of the tests' own tools. */
function mirrored(test: string): readonly string[] {
  const folder = dirname(test).replace('test/unit/', '')
  return [folder, `lib/${folder}`, `test/${folder}`].flatMap((path) => sourcesByFolder.get(path) ?? [])
}

/** Returns the source that a test is named after: it bears that name, or that name, a dot and the matter of it. */
function sourceOf(test: string): string | undefined {
  const name = nameOf(test)
  return mirrored(test).find((source) => name === nameOf(source) || name.startsWith(`${nameOf(source)}.`))
}

const importsOf = Map.groupBy(
  allImports.filter(({ isType, path }) => !isType && path !== null),
  ({ from }) => from,
)

/** Returns whether a file reaches another by imports of values, however many lie between. */
function reaches(from: string, to: string): boolean {
  const seen = new Set([from])
  // What is added while it is walked through is walked through too.
  for (const path of seen) for (const next of importsOf.get(path) ?? []) seen.add(next.path ?? '')
  return seen.has(to)
}

it('every unit test stands in the folder that mirrors its source’s', () => {
  expect(unitTests.length).toBeGreaterThan(300)
  expect(unitTests.filter((test) => mirrored(test).length === 0)).toEqual([])
})

it('every unit test is named after its source, or after it and a matter of it', () => {
  expect(unitTests.filter((test) => sourceOf(test) === undefined)).toEqual([])
})

it('every unit test reaches the source that it is named after', () => {
  const others = unitTests.filter((test) => !reaches(test, sourceOf(test) ?? ''))
  expect(others.filter((test) => sourceOf(test) !== undefined)).toEqual([])
})
