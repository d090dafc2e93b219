import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { badInputRows, threatRows, wantedRows } from './security-rows.ts'

/** What may be a title: every text of a file but what it imports. */
function titlesOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^import .*$/gm, '')
  return [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`|"((?:[^"\\\n]|\\.)*)"/g)].map(
    ([, single, tick, double]) => single ?? tick ?? double ?? '',
  )
}

/** The rows that `row 7: …` and `rows 15, 16: …` name. */
function rowsNamed(titles: readonly string[]): ReadonlySet<number> {
  const named = titles.flatMap((title) => /^rows? ([\d, ]+)/.exec(title)?.[1]?.split(',') ?? [])
  return new Set(named.map((row) => Number(row.trim())))
}

const files = [...new Set([...Object.keys(badInputRows), ...Object.values(threatRows).flat()])]

describe('every row of the threat model and of the bad inputs', () => {
  it('has a place in the table', () => {
    const rows = new Set(Object.values(badInputRows).flat())
    expect([...rows].sort((a, b) => a - b)).toEqual(wantedRows.badInputs)
    expect(Object.keys(threatRows).sort()).toEqual(wantedRows.threats.toSorted())
  })

  it.each(Object.entries(badInputRows))('of %s is named there', (file, rows) => {
    const named = rowsNamed(titlesOf(file))
    expect(rows.filter((row) => !named.has(row))).toEqual([])
  })

  it.each(Object.entries(threatRows))('%s is named by each of its tests', (row, places) => {
    const isNamed = (file: string) => titlesOf(file).some((title) => new RegExp(`\\b${row}\\b`).test(title))
    expect(places.filter((file) => !isNamed(file))).toEqual([])
    expect(places.length).toBeGreaterThan(0)
  })

  it('is really tried: none of these tests is skipped or left for later', () => {
    const idle = files.filter((file) =>
      /\b(describe|it|test)\.(skip|todo|only|skipIf|runIf|fails)\b/.test(readFileSync(file, 'utf8')),
    )
    expect(idle).toEqual([])
  })
})
