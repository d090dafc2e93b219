import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allSources, packedSources } from './source-files.ts'

/** A rule, a threat or a promise by its short name, as `W-9`, `R3`, `API4`. */
const code = /(?<![\w#-])(?:(?:DEP|API|PR|R|M|L|X)\d{1,2}|[DTVWXIMPS]-\d{1,2})(?![\w-])/g

/** What a README of this repository says in the first cell of a table's row. */
const defined: ReadonlySet<string> = new Set(
  globSync(['*.md', 'lib/**/*.md', 'test/**/*.md']).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^\| ([A-Z]{1,3}-?\d{1,2}) +\|/gm)].map((row) => row[1] ?? ''),
  ),
)

/** The comments of a text, one after the other. */
function commentsOf(text: string): string {
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].join('\n')
}

/** The names of tests in a text. */
function titlesOf(text: string): string {
  return [...text.matchAll(/\b(?:test|it|describe)(?:\.each)?\(\s*'([^']*)'/g)].join('\n')
}

const cited = new Set(
  allSources.flatMap(({ path, text }) => {
    const said = commentsOf(text) + (path.startsWith('test/') ? titlesOf(text) : '')
    return said.match(code) ?? []
  }),
)

describe('a short name of a rule', () => {
  it('is defined in this repository', () => {
    expect([...cited].filter((one) => !defined.has(one)).toSorted()).toEqual([])
  })

  it('is used where it is defined for', () => {
    const texts = allSources.map(({ text }) => text).join('\n')
    const used = new Set(texts.match(code) ?? [])
    expect([...defined].filter((one) => !used.has(one)).toSorted()).toEqual([])
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
