import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/*
 * Runs the linter over code that the product must not contain. An override in `biome.json` silently replaces
 * the options of an earlier one; these tests notice a rule lost that way.
 */

const network = 'lint/style/noRestrictedGlobals'
const property = 'lint/nursery/noJsRestrictedProperties'

/** Lines of one bad file, each with the rule that refuses it. */
const badLines: { readonly [group: string]: readonly (readonly [line: string, rule: string])[] } = {
  'the network, outside entrypoints/background (DEP1)': [
    ["fetch('a')", network],
    ['export const send = fetch', network],
    ["globalThis.fetch('a')", property],
    ["window.fetch('a')", property],
    ["self.fetch('a')", property],
    ["new WebSocket('a')", network],
    ['new XMLHttpRequest()', network],
    ["navigator.sendBeacon('a')", property],
  ],
  'the storage of a page': [
    ['export const kept = localStorage.kept', network],
    ["indexedDB.open('a')", network],
    ['export const other = window.localStorage', property],
  ],
  'the extension API past its one door': [
    ['export const first = chrome.runtime.id', network],
    ['export const second = browser.runtime.id', network],
  ],
  'messages to a page past the handshake': [["page.postMessage('a', '*')", property]],
  'listeners for other extensions (X1)': [
    ['runtime.onMessageExternal.addListener(send)', property],
    ['runtime.onConnectExternal.addListener(send)', property],
  ],
  'code made from text (API11)': [
    ["eval('a')", 'lint/security/noGlobalEval'],
    ["new Function('a')", 'lint/nursery/noImpliedEval'],
    ["setTimeout('a')", 'lint/nursery/noImpliedEval'],
  ],
  'the console (DEP5)': [["console.log('a')", 'lint/suspicious/noConsole']],
  any: [['export let loose: any', 'lint/suspicious/noExplicitAny']],
}

const lines = Object.values(badLines).flat()
const badFile = 'lib/quote/bad.ts'
const cycle = ['lib/quote/one.ts', 'lib/quote/other.ts']

const folder = mkdtempSync(join(tmpdir(), 'ferry-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The rules that refused something, as `file:line rule`. */
let refused: ReadonlySet<string>

beforeAll(() => {
  mkdirSync(join(folder, 'lib/quote'), { recursive: true })
  copyFileSync('biome.json', join(folder, 'biome.json'))
  writeFileSync(join(folder, badFile), lines.map(([line]) => `${line}\n`).join(''))
  writeFileSync(
    join(folder, 'lib/quote/one.ts'),
    "import type { B } from './other.ts'\nexport type A = B[]\n",
  )
  writeFileSync(
    join(folder, 'lib/quote/other.ts'),
    "import type { A } from './one.ts'\nexport type B = A[]\n",
  )
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync('biome', args, { cwd: folder, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly {
      readonly category: string
      readonly location: { readonly path: string; readonly start: { readonly line: number } }
    }[]
  }
  refused = new Set(
    diagnostics.map(({ category, location }) => `${location.path}:${location.start.line} ${category}`),
  )
})

describe.each(Object.entries(badLines))('the linter refuses %s', (_, group) => {
  it.each(group)('%s', (line, rule) => {
    const at = lines.findIndex(([one]) => one === line) + 1
    expect(refused).toContain(`${badFile}:${at} ${rule}`)
  })
})

it('the linter refuses a cycle of imports, of types too', () => {
  for (const path of cycle) expect(refused).toContain(`${path}:1 lint/suspicious/noImportCycles`)
})
