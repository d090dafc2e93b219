import { globSync, readFileSync } from 'node:fs'
import { allSources } from './source-files.ts'

/** A rule, a threat or a promise by its short name, as `W-9`, `R3`, `API4`. */
const code = /(?<![\w#-])(?:(?:DEP|API|PR|R|M|L|X)\d{1,2}|[DTVWXIMPS]-\d{1,2})(?![\w-])/g

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
