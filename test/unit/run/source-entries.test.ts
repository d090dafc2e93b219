import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { sourceEntries } from '../../run/source-entries.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const place = 'public/deployment.json'
const packed = () => sourceEntries('.').filter(({ path }) => path === place)

it('sources carry the deployment file they were built with in the place of the usual one', () => {
  // Any other file will do: what is wanted is its bytes.
  vi.stubEnv('FERRY_DEPLOYMENT', 'lib/deployment/deployment.schema.json')
  const [entry, ...others] = packed()
  expect(others).toEqual([])
  expect(Buffer.from(entry?.bytes ?? [])).toEqual(readFileSync('lib/deployment/deployment.schema.json'))
})

it('sources are what git tracks: no result, no package, no settings of this machine', () => {
  vi.stubEnv('FERRY_DEPLOYMENT', undefined)
  expect(Buffer.from(packed()[0]?.bytes ?? [])).toEqual(readFileSync(place))
  const paths = sourceEntries('.').map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'wxt.config.ts']))
  expect(paths.filter((path) => /^(node_modules|\.output|test-results|\.cache|\.git)\//.test(path))).toEqual(
    [],
  )
})
