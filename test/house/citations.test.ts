import { describe, expect, it } from 'vitest'
import { commentsOf, unresolvedCitations, unusedDefinitions } from './citations.ts'
import { packedSources } from './source-files.ts'

describe('a short name of a rule', () => {
  it('is defined in this repository', () => {
    expect(unresolvedCitations()).toEqual([])
  })

  it('is used where it is defined for', () => {
    expect(unusedDefinitions()).toEqual([])
  })
})

describe('a comment', () => {
  it('sends nobody to a document that is not here', () => {
    const elsewhere =
      /\b(faults|security|platforms|features|agreements|crossing|rooms|models) \d|\bbad input \d|\bPR\d+ in\b/
    const places = packedSources
      .filter(({ text }) => elsewhere.test(commentsOf(text)))
      .map(({ path }) => path)
    expect(places).toEqual([])
  })
})
