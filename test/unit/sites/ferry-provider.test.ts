import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The types of the page API are its reference: web developers copy this file into their sources. */
const text = readFileSync('lib/sites/ferry-provider.d.ts', 'utf8')

/** The names that a pattern finds, each with its docstring. */
function documented(pattern: RegExp): readonly { readonly name: string; readonly doc: string }[] {
  return [...text.matchAll(pattern)].map(([, doc = '', name = '']) => ({ name, doc }))
}

const fields = documented(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n +readonly (\w+)(?=\??: )/g)
const others = documented(
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {0,2}(?:export (?:interface|type) )?(\w+)(?= ?[<:(={]| extends)/g,
).filter(({ name }) => /^(Ferry|ferry_)|^(request|on|removeListener)$/.test(name))

describe('the types of the page API', () => {
  it('document every field and method', () => {
    expect(fields.length).toBe(text.match(/^ +readonly \w+\??: /gm)?.length)
    expect(others.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'request',
        'on',
        'removeListener',
        'FerryProvider',
        'FerrySwapRequest',
        'FerrySwap',
      ]),
    )
  })

  it('give an example of every field, type and method', () => {
    const bare = [...fields, ...others].filter(({ doc }) => !doc.includes('@example '))
    expect(bare.map(({ name }) => name)).toEqual([])
  })
})
