import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Row } from '../flow/matrix/row.ts'
import { matrix } from '../flow/matrix/rows.ts'
import { allSources } from './source-files.ts'

const rows: readonly (readonly [string, Row])[] = Object.entries(matrix)
const columnsOf = (text: string) => text.split(' ')

/** Every `cell('row', 'columns', …)` of the tests. */
const cells = allSources
  .filter(({ path }) => /^test\/flow\/matrix\/.*\.test\.ts$/.test(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/\bcell\(\s*'([^']+)',\s*'([^']+)'/g)].map(([, row = '', columns = '']) => ({
      path,
      row,
      columns: columnsOf(columns),
    })),
  )

const ownOf = (row: string) => cells.filter((one) => one.row === row).flatMap((one) => one.columns)

describe('the fault matrix', () => {
  it.each(rows)('%s has a test for every column that says something, and for no other', (row, said) => {
    const shown = said.shown.flatMap(({ columns }) => columnsOf(columns))
    const tested = [...shown, ...ownOf(row)]
    expect([...new Set(tested)].sort()).toEqual(columnsOf(said.columns).sort())
    expect(shown.filter((column) => ownOf(row).includes(column))).toEqual([])
  })

  it.each(rows)('%s has a test named after it', (row) => {
    expect(ownOf(row)).not.toEqual([])
  })

  it.each(rows.flatMap(([row, { shown }]) => shown.map((one) => [row, one] as const)))(
    '%s is shown where it says: %o',
    (_row, { file, title }) => {
      expect(existsSync(`test/${file}`)).toBe(true)
      // As a string in the code: quotes inside are escaped there.
      expect(readFileSync(`test/${file}`, 'utf8')).toContain(title)
    },
  )

  it('is named by no test that it does not know', () => {
    expect(cells.filter(({ row }) => !(row in matrix))).toEqual([])
  })
})
