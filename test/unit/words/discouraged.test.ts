import { describe, expect, it } from 'vitest'
import { findDiscouraged, readCodeProse, readDocumentProse } from '../../words/discouraged.ts'

const faultsOf = (lines: readonly { readonly line: number; readonly text: string }[]) =>
  lines.flatMap(({ line, text }) => (findDiscouraged(text) === null ? [] : [line]))

describe('findDiscouraged', () => {
  it.each([
    ['reads it once more', '"once more": write again'],
    ['Nobody reads it', '"Nobody": write name the actor'],
    ['the first look at it', '"first look": write read, poll'],
  ])('names the word of "%s" and a better one', (text, fault) => {
    expect(findDiscouraged(text)).toBe(fault)
  })

  it.each(['an address that looks like one', 'asks the wallet', 'reads it again'])('accepts "%s"', (text) => {
    expect(findDiscouraged(text)).toBeNull()
  })
})

it('the prose of code consists of comments and test titles, without strings and quoted names', () => {
  const source = [
    "const text = 'anew'",
    '// anew',
    '/**',
    ' * anew',
    ' * `anew`',
    ' */',
    "it('anew', () => undefined)",
    "const url = 'https://anew.example'",
  ].join('\n')
  expect(faultsOf(readCodeProse(source)).toSorted()).toEqual([2, 4, 7])
})

it('the prose of a document leaves out code blocks and quoted names', () => {
  expect(faultsOf(readDocumentProse('anew\n\n```sh\nanew\n```\n\n`anew`\nanew\n'))).toEqual([1, 8])
})
