import { expect, it } from 'vitest'
import { allSources, packedSources, placesOf } from './source-files.ts'

const elsewhere = allSources.filter(({ path }) => !path.startsWith('test/repository/'))

it('silences neither the compiler nor the linter', () => {
  const marks = /@ts-(ignore|nocheck|expect-error)|biome-ignore/
  expect(elsewhere.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([])
})

it('leaves no note of unfinished work', () => {
  const marks = /\b(TODO|FIXME|XXX|HACK)\b/
  expect(elsewhere.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([])
})

it('names no folder of a developer machine and no package registry', () => {
  const places = [/['"`(\s]\/(work|home|Users|root)\//, /registry\.(npmjs|yarnpkg)/, /npmmirror|verdaccio/]
  expect(places.flatMap((pattern) => placesOf(pattern, elsewhere))).toEqual([])
})

it('reads time and chance in lib only where they are handed out', () => {
  const sources =
    /^lib\/(platform\/timers|wallet\/connectors\/extension-connector|rpc\/rpc-server|order\/orders)\.ts$/
  const pure = packedSources.filter(({ path }) => path.startsWith('lib/') && !sources.test(path))
  expect(placesOf(/Date\.now|new Date\(\)|Math\.random|setTimeout|performance\.now|crypto\./, pure)).toEqual(
    [],
  )
})

it('never turns text into markup (API11)', () => {
  const risky = /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write)\b/
  expect(placesOf(risky, packedSources)).toEqual([])
})

it('mocks no module of ours, and no unit or flow test sleeps', () => {
  const tests = elsewhere.filter(({ path }) => /^test\/(unit|flow)\//.test(path))
  expect(placesOf(/vi\.(mock|doMock)\(/, tests)).toEqual([])
  expect(placesOf(/setTimeout\((resolve|done|r)\b/, tests)).toEqual([])
})
