import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { badInputRows, threatRows } from './security-rows.ts'

/** The documents with tables of the threat model. */
const threatDocuments = [
  'SECURITY.md',
  'lib/service/README.md',
  'lib/sites/README.md',
  'lib/tokens/README.md',
]

/** Returns the first cell of every table row that starts with such a name. */
function rowsIn(path: string, name: RegExp): readonly string[] {
  const cells = [...readFileSync(path, 'utf8').matchAll(/^\| (\w+) +\|/gm)].map(([, cell = '']) => cell)
  return cells.filter((cell) => name.test(cell))
}

/** Returns the strings of a file without its imports: every title is one of them. */
function stringsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^import .*$/gm, '')
  return [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`|"((?:[^"\\\n]|\\.)*)"/g)].map(
    ([, single, tick, double]) => single ?? tick ?? double ?? '',
  )
}

/** Returns the rows that titles such as `row 7: …` and `rows 15, 16: …` name. */
function rowsNamed(titles: readonly string[]): ReadonlySet<number> {
  const named = titles.flatMap((title) => /^rows? ([\d, ]+)/.exec(title)?.[1]?.split(',') ?? [])
  return new Set(named.map((row) => Number(row.trim())))
}

describe('the rows of the bad inputs', () => {
  it('each have a test', () => {
    const documented = rowsIn('test/unit/bad-inputs/README.md', /^\d+$/).map(Number)
    expect(documented.length).toBeGreaterThan(80)
    const tested = new Set(Object.values(badInputRows).flat())
    expect([...tested].toSorted((a, b) => a - b)).toEqual(documented.toSorted((a, b) => a - b))
  })

  it.each(Object.entries(badInputRows))('are in the titles of %s', (file, rows) => {
    const named = rowsNamed(stringsOf(file))
    expect(rows.filter((row) => !named.has(row))).toEqual([])
  })
})

describe('the rows of the threat model', () => {
  it('each have a test', () => {
    const documented = threatDocuments.flatMap((path) => rowsIn(path, /^(M|API|L|X|DEP)\d+$/))
    expect(documented.length).toBeGreaterThan(40)
    expect(Object.keys(threatRows).toSorted()).toEqual(documented.toSorted())
  })

  it.each(Object.entries(threatRows))('%s is in a title of each of its tests', (row, files) => {
    const isNamed = (file: string) => stringsOf(file).some((text) => new RegExp(`\\b${row}\\b`).test(text))
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !isNamed(file))).toEqual([])
  })
})

it('no test of a row is conditional or left to do (the linter refuses `skip` and `only`)', () => {
  const files = new Set([...Object.keys(badInputRows), ...Object.values(threatRows).flat()])
  const idle = [...files].filter((file) =>
    /\b(describe|it|test)\.(todo|skipIf|runIf|fails)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(idle).toEqual([])
})
