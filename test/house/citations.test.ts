import { describe, expect, it } from 'vitest'
import {
  commentsOf,
  definedRows,
  rowsIn,
  unresolvedCitations,
  unresolvedRows,
  unusedDefinitions,
} from './citations.ts'
import { wantedRows } from './security-rows.ts'
import { allSources } from './source-files.ts'

describe('a short name of a rule', () => {
  it('is defined in this repository', () => {
    expect(unresolvedCitations()).toEqual([])
  })

  it('is used where it is defined for', () => {
    expect(unusedDefinitions()).toEqual([])
  })
})

describe('a row of the bad inputs', () => {
  it('is found in whatever form it is cited', () => {
    const forms = [
      'row 7: a byte order mark',
      "'rows 15, 16: none'",
      '(rows 39 to 41, 50)',
      'rows 73 and 74)',
    ]
    expect(rowsIn([...forms, 'bad inputs 65, 66'].join('\n'))).toEqual([
      ...[7, 15, 16],
      ...[39, 40, 41, 50],
      ...[73, 74, 65, 66],
    ])
  })

  it('is defined, each once, from the first to the last', () => {
    expect(definedRows).toEqual(wantedRows.badInputs)
    expect(unresolvedRows()).toEqual([])
  })
})

describe('a comment, and the title of a test', () => {
  it('sends nobody to a document that is not here', () => {
    const elsewhere =
      /\b(issue|faults|security|platforms|features|agreements|crossing|rooms|models),? (section )?#?\d|\bPR\d+ in\b/
    const places = allSources
      .filter(({ path }) => !path.startsWith('test/house/'))
      .filter(({ path, text }) => elsewhere.test(path.startsWith('test/') ? text : commentsOf(text)))
      .map(({ path }) => path)
    expect(places).toEqual([])
  })
})
