import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { sourceEntries } from '../../run/source-entries.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const place = 'public/deployment.json'
const packed = () => sourceEntries('.').filter(({ path }) => path === place)

it('packs the deployment file of the build in place of the default one', () => {
  // Any other file works: only its bytes matter.
  vi.stubEnv('FERRY_DEPLOYMENT', 'lib/deployment/deployment.schema.json')
  const [entry, ...others] = packed()
  expect(others).toEqual([])
  expect(Buffer.from(entry?.bytes ?? [])).toEqual(readFileSync('lib/deployment/deployment.schema.json'))
})

it('packs files that Git tracks: no build output, packages or local settings', () => {
  vi.stubEnv('FERRY_DEPLOYMENT', undefined)
  expect(Buffer.from(packed()[0]?.bytes ?? [])).toEqual(readFileSync(place))
  const paths = sourceEntries('.').map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'wxt.config.ts']))
  expect(paths.filter((path) => /^(node_modules|\.output|test-results|\.cache|\.git)\//.test(path))).toEqual(
    [],
  )
})
