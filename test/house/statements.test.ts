import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const readme = 'lib/service/README.md'

/** A row of the tables of statements: what the interface says, and the tests that show it. */
interface Row {
  readonly statement: string
  /** Each `[file, title]`, the file below `test`. */
  readonly shown: readonly (readonly [string, string])[]
}

/** The rows under the last chapter, whatever table of it they stand in. */
function rowsOf(text: string): readonly Row[] {
  const [, chapter = ''] = text.split('\n## Every statement, and the test that shows it\n')
  const lines = chapter.split('\n').filter((line) => line.startsWith('| '))
  return lines
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter(([, first = '']) => first !== 'Statement' && !/^-+$/.test(first))
    .map(([, statement = '', cell = '']) => ({
      statement,
      shown: [...cell.matchAll(/`([^`]+)`: “([^”]+)”/g)].map(([, file = '', title = '']) => [file, title]),
    }))
}

const rows = rowsOf(readFileSync(readme, 'utf8'))

/** A test's text as a person reads it: quotes in it are escaped in the source or not. */
const texts = new Map<string, string>()
function textOf(file: string): string {
  const known = texts.get(file) ?? readFileSync(file, 'utf8').replaceAll("\\'", "'")
  texts.set(file, known)
  return known
}

describe('the statements of the interface', () => {
  it('are all there, each once', () => {
    expect(rows.length).toBeGreaterThan(240)
    expect(rows.filter(({ statement }) => statement === '')).toEqual([])
  })

  it('hold whole: none is shown by halves', () => {
    expect(rows.filter(({ statement }) => /\bpartly\b|\bin part\b/i.test(statement))).toEqual([])
  })

  it('are each shown by a test that exists', () => {
    const unshown = rows.filter(({ shown }) => shown.length === 0).map(({ statement }) => statement)
    expect(unshown).toEqual([])
    const missing = rows.flatMap(({ statement, shown }) =>
      shown
        .filter(([file, title]) => !existsSync(`test/${file}`) || !textOf(`test/${file}`).includes(title))
        .map(([file, title]) => `${statement} ${file}: ${title}`),
    )
    expect(missing).toEqual([])
  })
})
