import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { orderEnds, orderStates } from '../../lib/order/order-state.ts'
import { missingPlatforms } from '../run/complete-lock.ts'

interface PackageFile {
  readonly dependencies: { readonly [name: string]: string }
  readonly devDependencies: { readonly [name: string]: string }
  readonly scripts: { readonly [name: string]: string }
}

const pack = JSON.parse(readFileSync('package.json', 'utf8')) as PackageFile
const lockText = readFileSync('package-lock.json', 'utf8')

describe('packages (DEP1)', () => {
  it('are at most eight at run time', () => {
    expect(Object.keys(pack.dependencies).length).toBeLessThanOrEqual(8)
  })

  it('have exact versions', () => {
    const loose = Object.entries({ ...pack.dependencies, ...pack.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('are locked without naming where they came from', () => {
    expect(lockText).not.toMatch(/"resolved"\s*:/)
    expect(lockText).not.toMatch(/https?:\/\/[^"]*\.(tgz|tar\.gz)/)
  })
})

describe('the documents', () => {
  const readme = readFileSync('README.md', 'utf8')
  const contributing = readFileSync('CONTRIBUTING.md', 'utf8')
  const tests = readFileSync('test/README.md', 'utf8')
  const states = readFileSync('lib/order/README.md', 'utf8')

  it('name only commands that exist', () => {
    const named = [...`${readme}${contributing}${tests}`.matchAll(/npm (?:run )?([a-z][a-z:]*)/g)].map(
      (match) => match[1] ?? '',
    )
    const unknown = named.filter(
      (name) => !['ci', 'install'].includes(name) && pack.scripts[name] === undefined,
    )
    expect(unknown).toEqual([])
    expect(named).toContain('start')
    expect(named).toContain('test')
  })

  it('draw the table of states as the code has it', () => {
    const texts = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8'))
    const rows = [
      ...Object.entries(orderStates),
      ...Object.entries(orderEnds).flatMap(([state, ends]) =>
        Object.values(ends).map((words) => [state, words] as const),
      ),
    ]
    const drawn = states.split('\n').map((line) => line.replaceAll(/\s+/g, ' '))
    for (const [state, { wordKey, pageState, csv }] of rows) {
      expect(drawn).toContain(`| \`${state}\` | ${texts[wordKey].message} | \`${pageState}\` | \`${csv}\` |`)
    }
  })

  it('draw every folder of the map', () => {
    const [, map = ''] = /\n## The map\n[\s\S]*?```\n([\s\S]*?)```/.exec(contributing) ?? []
    const drawn = [...map.matchAll(/^ {2}([a-z]+)\/ /gm)].map((match) => match[1])
    const folders = readdirSync('lib', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    for (const { name } of folders) expect(drawn).toContain(name)
    for (const root of ['entrypoints/', 'components/', 'lib/', 'public/', 'test/'])
      expect(map).toContain(root)
  })

  it('names the packages of every platform, or `npm ci` refuses it (node test/run/complete-lock.ts)', () => {
    expect(missingPlatforms(JSON.parse(lockText).packages)).toEqual({})
  })
})
