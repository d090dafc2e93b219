import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { decode, decodeEach, entriesOf } from '../../../lib/base/shapes.ts'
import { refusal } from './refusal.ts'

const schema = v.object({ list: v.array(v.object({ n: v.number() })), 'odd key': v.optional(v.string()) })

describe('decode', () => {
  it('gives what the schema knows and drops the rest', () => {
    expect(decode(schema, { list: [{ n: 1, more: 2 }], extra: true }, 'thing')).toEqual({ list: [{ n: 1 }] })
  })

  it('names the thing, the path and what was expected, and never what came', () => {
    try {
      decode(schema, { list: [{ n: 1 }, { n: 'secret' }] }, 'thing')
      expect.unreachable()
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(Problem)
      if (!(thrown instanceof Problem)) return
      expect(thrown.data.code).toBe('serviceBadShape')
      expect(thrown.data.facts).toEqual({ what: 'thing', path: '$.list[1].n', expected: 'number' })
      expect(thrown.message).not.toContain('secret')
    }
  })

  it('quotes keys that are no names and starts at the root given', () => {
    expect(refusal(() => decode(schema, { list: [], 'odd key': 1 }, 'thing'))).toBe(
      'serviceBadShape $["odd key"]',
    )
    expect(refusal(() => decode(schema, {}, 'thing', '$[3]'))).toBe('serviceBadShape $[3].list')
  })
})

describe('decodeEach', () => {
  it('keeps the good ones', () => {
    expect(decodeEach(v.number(), entriesOf([1, 'x', 2]), 'numbers')).toEqual([1, 2])
    expect(decodeEach(v.number(), [], 'numbers')).toEqual([])
  })

  it('refuses a list of only bad ones by the first', () => {
    expect(refusal(() => decodeEach(v.number(), entriesOf(['x', null], '$.data'), 'numbers'))).toBe(
      'serviceBadShape $.data[0]',
    )
  })
})
