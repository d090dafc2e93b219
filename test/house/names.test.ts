import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesEnding, packedSources } from './source-files.ts'

interface Documented {
  readonly path: string
  readonly name: string
  readonly doc: string
}

/** Words that end as a verb does and are none. */
const noVerbs = ['Across', 'Always', 'Its', 'Less', 'Perhaps', 'This', 'Unless', 'Whose']

const exported =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:async )?(?:function\*? |const (?=\w+(?:: \w+)? = (?:async )?(?:\(|\w+ =>)))(\w+)/g
const members =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {0,2}(?:export (?:interface|type) )?(\w+)(?= ?[<:(={]| extends)/g

const field = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n +readonly (\w+)(?=\??: )/g

/** What a pattern finds documented in a file: its name, and its docstring as one line. */
function documented(
  pattern: RegExp,
  { path, text }: { readonly path: string; readonly text: string },
): Documented[] {
  return [...text.matchAll(pattern)].map(([, doc = '', name = '']) => {
    return { path, name, doc: doc.replace(/\s*\n\s*\*/g, ' ').trim() }
  })
}

const named = ({ path, name }: Documented): string => `${path} ${name}`

const exportedName = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm

/** The build has both content scripts run by their `main`. */
const entryName = 'main'

describe('a name', () => {
  it('of a file stands once', () => {
    const names = packedSources.map(({ path }) => basename(path)).filter((name) => !name.startsWith('index.'))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('that is exported stands for one thing', () => {
    const places = packedSources.flatMap(({ path, text }) =>
      [...new Set([...text.matchAll(exportedName)].map(([, name = '']) => name))].map((name) => ({
        name,
        path,
      })),
    )
    expect(places.length).toBeGreaterThan(1_000)
    const byName = Map.groupBy(places, ({ name }) => name)
    const twice = [...byName].filter(([name, at]) => at.length > 1 && name !== entryName)
    expect(twice.map(([name, at]) => `${name}: ${at.map(({ path }) => path).join(', ')}`)).toEqual([])
  })
})

describe('a docstring', () => {
  it('of a function begins with what it does', () => {
    const functions = packedSources.flatMap((file) => documented(exported, file))
    expect(functions.length).toBeGreaterThan(800)
    const isVerb = (doc: string) =>
      /^[A-Z][A-Za-z]*s\b/.test(doc) && !noVerbs.some((word) => doc.startsWith(`${word} `))
    const others = functions.filter(({ doc }) => !isVerb(doc))
    expect(others.map(named)).toEqual([])
  })

  it('of a check has an example', () => {
    const checks = packedSources.filter(({ path }) => path.startsWith('lib/checks/'))
    const functions = checks.flatMap((file) => documented(/()\nexport (?:async )?function\*? (\w+)/g, file))
    const withExample = checks
      .flatMap((file) => documented(exported, file))
      .filter(({ doc }) => doc.includes('@example '))
      .map(named)
    expect(functions.map(named).filter((name) => !withExample.includes(name))).toEqual([])
  })

  it('of the page API has an example', () => {
    const [file] = filesEnding('/ferry-provider.d.ts')
    const methods = [
      'request',
      'on',
      'removeListener',
      'FerryMethods',
      'FerryProvider',
      'FerrySwapRequest',
      'FerrySwap',
    ]
    const all = file === undefined ? [] : documented(members, file)
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(methods))
    const fields = file === undefined ? [] : documented(field, file)
    expect(fields.length).toBe(file?.text.match(/^ +readonly \w+\??: /gm)?.length)
    const bare = [
      ...all.filter(({ name }) => /^Ferry|^ferry_|^(request|on|removeListener)$/.test(name)),
      ...fields,
    ].filter(({ doc }) => !doc.includes('@example '))
    expect(bare.map(named)).toEqual([])
  })
})
