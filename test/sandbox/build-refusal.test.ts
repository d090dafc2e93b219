import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildExtension } from '../run/build-extension.ts'

interface Sample {
  readonly service: object
  readonly chains: readonly object[]
}

let folder: string
let good: Sample

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferry-refused-'))
  good = JSON.parse(await readFile('public/deployment.json', 'utf8')) as Sample
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function refusal(deployment: object): Promise<string> {
  return buildExtension(folder, deployment).then(
    () => 'it was built',
    (error: Error) => error.message,
  )
}

test('names each wrong field in a line of its own, also deep in a list, and packs nothing', async () => {
  const service = { ...good.service, baseUrl: 'http://swap.example' }
  const [first, second, ...others] = good.chains
  const chains = [first, { ...second, permit2: '0x12' }, ...others]
  const said = await refusal({ ...good, service, chains, fee: 1 })
  expect(said).toContain('deployment.json: $.fee: expected')
  expect(said).toContain('deployment.json: $.service.baseUrl: expected https URL, or http on loopback')
  expect(said).toContain('deployment.json: $.chains[1].permit2: expected address (0x and 40 hex digits)')
  expect(said).not.toMatch(/\n\s+at /)
  await expect(readFile(join(folder, 'chrome-mv3/manifest.json'))).rejects.toThrow('ENOENT')
})

test('runs content scripts on the pages of the file alone', async () => {
  const pages = ['*.swap.example', '127.0.0.1']
  const matches = ['https://*.swap.example/*', 'https://127.0.0.1/*', 'http://127.0.0.1/*']
  const built = await buildExtension(folder, { ...good, pages })
  const manifest = JSON.parse(await readFile(join(built, 'manifest.json'), 'utf8')) as {
    content_scripts: readonly { matches: readonly string[] }[]
  }
  expect(manifest.content_scripts.map(({ matches }) => matches)).toEqual([matches, matches])
})

function checkFile(...words: readonly string[]) {
  return spawnSync(process.execPath, ['test/run/check-deployment.ts', ...words], { encoding: 'utf8' })
}

test('counts a warning as a fault only with --strict', async () => {
  const file = join(folder, 'warned.json')
  const [first, ...others] = good.chains
  const { switchboardIds: _pinned, ...open } = first as { readonly [key: string]: unknown }
  await writeFile(file, JSON.stringify({ ...good, chains: [open, ...others] }))
  expect(checkFile(file).status).toBe(0)
  expect(checkFile(file).stdout).toContain('warning: ')
  expect(checkFile('--strict', file).status).toBe(2)
  expect(checkFile('--strict', 'public/deployment.json').status).toBe(0)
  expect(checkFile('--stric', file).status).toBe(1)
})

test('reports a file that is not JSON in one line', async () => {
  const file = join(folder, 'broken.json')
  await writeFile(file, '{ "schema": 1, }')
  const check = checkFile(file)
  expect(check.status).toBe(1)
  expect(check.stderr).toMatch(/^\S*broken\.json: .*JSON.*\n$/)
})
