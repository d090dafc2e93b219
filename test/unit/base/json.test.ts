import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../lib/base/json.ts'
import { problemCodeOf } from './problem-code.ts'

const dangerous = ['__proto__', 'constructor', 'prototype']

describe('parseJson', () => {
  it('returns the same as JSON.parse', () => {
    const isSafe = (text: string) => !dangerous.some((key) => text.includes(key))
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }).filter(isSafe), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('parses any text or throws a problem', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[[\]{}":,\\a1 ]*$/), (text) => {
        const outcome = problemCodeOf(() => parseJson(text)).split(' ')[0]
        expect(['accepted', 'otherServerAnswered', 'serviceAnswerInvalid']).toContain(outcome)
      }),
    )
  })

  it.each([
    ...['', ' ', '{', '{"a":1', '[1,2', '"a', '{"a":1}x', '{"a":1}{"b":2}', '<!doctype html>', "{'a':1}"],
    ...['{"a":}', 'NaN', '\ufeff\ufeff1', ']', '}', ','],
  ])('refuses %j', (text) => {
    expect(problemCodeOf(() => parseJson(text))).toBe('otherServerAnswered')
  })

  it('takes the last value of a duplicate key, in every spelling', () => {
    expect(parseJson('{"spender":"a","spend\\u0065r":"b"}')).toEqual({ spender: 'b' })
  })

  it('accepts one key in several objects, and values equal to keys', () => {
    expect(parseJson('[{"a":"a"},{"a":["a","a"]},"a:","{\\"a\\":1}"]')).toHaveLength(4)
  })

  it('refuses dangerous keys at any depth and in any spelling (M10)', () => {
    for (const key of dangerous) {
      for (let depth = 0; depth < 6; depth += 1) {
        const text = `${'{"a":['.repeat(depth)}{"${key}":1}${']}'.repeat(depth)}`
        expect(problemCodeOf(() => parseJson(text))).toMatch(/^serviceAnswerInvalid/)
      }
    }
    expect(problemCodeOf(() => parseJson('{"__pr\\u006fto__":1}'))).toBe('serviceAnswerInvalid $.__proto__')
    expect(parseJson('["__proto__"]')).toEqual(['__proto__'])
  })

  it('refuses excessive depth and length', () => {
    expect(problemCodeOf(() => parseJson('['.repeat(64) + ']'.repeat(64)))).toBe('accepted')
    expect(problemCodeOf(() => parseJson('['.repeat(65) + ']'.repeat(65)))).toMatch(/^serviceAnswerInvalid/)
    expect(problemCodeOf(() => parseJson('['.repeat(1_000_000)))).toBe('otherServerAnswered')
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(problemCodeOf(() => parseJson(deep))).toMatch(/^serviceAnswerInvalid/)
    expect(problemCodeOf(() => parseJson('[1,2,3]', { maxItems: 3 }))).toBe('accepted')
    const tooMany = () => parseJson('{"a":[1,2,3,4]}', { maxItems: 3 })
    expect(problemCodeOf(tooMany)).toBe('serviceAnswerInvalid $.a')
  })
})
