import { globSync, readFileSync } from 'node:fs'
import { allSources } from './source-files.ts'

/** A rule, a threat or a promise by its short name, as `W-9`, `R3`, `API4`. */
const code = /(?<![\w#-])(?:(?:DEP|API|PR|R|M|L|X)\d{1,2}|[DTVWXIMPS]-\d{1,2})(?![\w-])/g

/** The document that says what each row of the bad inputs is. */
const badInputs = 'test/unit/bad-inputs/README.md'

/** Rows of the bad inputs as they are cited: `row 7`, `rows 15, 16`, `(rows 39 to 42, 49, 50)`. */
const rowsCited = /\b(?:rows?|bad inputs?) (\d{1,2}(?:(?:, | and | to )\d{1,2})*)\b/g

/** What a README of this repository says in the first cell of a table's row. */
const defined: ReadonlySet<string> = new Set(
  globSync(['*.md', 'lib/**/*.md', 'test/**/*.md']).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^\| ([A-Z]{1,3}-?\d{1,2}) +\|/gm)].map((row) => row[1] ?? ''),
  ),
)

/** The comments of a text, one after the other. */
export function commentsOf(text: string): string {
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].join('\n')
}

/** The names of tests in a text. */
function titlesOf(text: string): string {
  return [...text.matchAll(/\b(?:test|it|describe)(?:\.each)?\(\s*'([^']*)'/g)].join('\n')
}

/** Short names that a comment or the name of a test cites and no README defines. */
export function unresolvedCitations(): readonly string[] {
  const cited = allSources.flatMap(({ path, text }) => {
    const said = commentsOf(text) + (path.startsWith('test/') ? titlesOf(text) : '')
    return said.match(code) ?? []
  })
  return [...new Set(cited)].filter((one) => !defined.has(one)).toSorted()
}

/** The rows of the bad inputs that their document defines. */
export const definedRows: readonly number[] = [
  ...readFileSync(badInputs, 'utf8').matchAll(/^\| (\d{1,2}) +\| +\S/gm),
].map(([, row]) => Number(row))

/** The rows that a text cites. */
export function rowsIn(text: string): readonly number[] {
  return [...text.matchAll(rowsCited)].flatMap(([, list = '']) =>
    list.split(/, | and /).flatMap((part) => {
      const [first = 0, last = first] = part.split(' to ').map(Number)
      return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    }),
  )
}

/** Rows of bad inputs that a comment or a title cites and their document does not define. */
export function unresolvedRows(): readonly string[] {
  const cited = allSources.flatMap(({ path, text }) =>
    rowsIn(path.startsWith('test/') ? text : commentsOf(text)).map((row) => ({ path, row })),
  )
  return cited.filter(({ row }) => !definedRows.includes(row)).map(({ path, row }) => `${path}: row ${row}`)
}

/** Short names that a README defines and no source uses. */
export function unusedDefinitions(): readonly string[] {
  const used = new Set(
    allSources
      .map(({ text }) => text)
      .join('\n')
      .match(code) ?? [],
  )
  return [...defined].filter((one) => !used.has(one)).toSorted()
}
