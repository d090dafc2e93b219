import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import {
  addressShape,
  chainIdShape,
  decimalShape,
  decode,
  decodeEach,
  entriesOf,
  hashShape,
  hexShape,
  lenient,
  orNull,
  textShape,
} from '../../../lib/base/shapes.ts'
import { baseUrlShape, hostShape, loopbackUrlShape, webUrlShape } from '../../../lib/base/url.ts'
import { noPause } from '../../harness/no-pause.ts'
import { problemCodeOf } from './problem-code.ts'

const wrong = (shape: v.GenericSchema, values: readonly unknown[]) => {
  for (const value of values) expect([value, v.is(shape, value)]).toEqual([value, false])
}

describe('shapes', () => {
  it('lower-cases an address and ignores its checksum', () => {
    expect(v.parse(addressShape, `0x${'aB'.repeat(20)}`)).toBe(`0x${'ab'.repeat(20)}`)
    wrong(addressShape, ['', ' 0x', `0x${'a'.repeat(39)}`, `0X${'a'.repeat(40)}`, `0x${'zz'.repeat(20)}`])
    wrong(addressShape, [null, [], {}, 1])
  })

  it('accepts a hash of 32 bytes', () => {
    expect(v.parse(hashShape, `0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
    wrong(hashShape, [`0x${'ab'.repeat(31)}`, 'ab'.repeat(32), null])
  })

  it('accepts whole bytes of bounded length', () => {
    for (const bytes of ['0x', '0x00', '0xABcd']) expect(v.parse(hexShape, bytes)).toBe(bytes)
    wrong(hexShape, ['0x1', 'abcd', '0xg0', 1, `0x${'00'.repeat(1_000_000)}`, null, { instructions: [] }])
  })

  it('accepts positive chain ids', () => {
    expect(v.parse(chainIdShape, 728126428)).toBe(728126428)
    wrong(chainIdShape, [0, -1, 1.5, '1', '0x1', 2 ** 53, Number.NaN, null])
  })

  it('accepts decimals as numbers and as text', () => {
    expect(v.parse(decimalShape, 0.5)).toBe('0.5')
    expect(v.parse(decimalShape, '0.5')).toBe('0.5')
    expect(v.parse(decimalShape, 1e-7)).toBe('0.0000001')
    wrong(decimalShape, ['', '1e3', 'x', Number.NaN, Number.POSITIVE_INFINITY, null, true])
  })

  it('limits the length of texts', () => {
    expect(v.parse(textShape(3), 'abc')).toBe('abc')
    wrong(textShape(3, 1), ['', 'abcd', 1])
  })

  it('reads a missing value as null, and a wrong one as an error or as null', () => {
    for (const nothing of [null, undefined, '']) expect(v.parse(orNull(hashShape), nothing)).toBeNull()
    wrong(orNull(hashShape), ['0x1'])
    expect(v.parse(lenient(hashShape), '0x1')).toBeNull()
  })
})

describe('URLs', () => {
  it('accepts https, and http on loopback', () => {
    for (const url of ['https://a.example/x/', 'http://127.0.0.1:8787', 'http://localhost'])
      expect(v.is(webUrlShape, url)).toBe(true)
    wrong(webUrlShape, [
      ...[
        'http://[::1]:1/',
        'https://[::1]',
        'http://a.example',
        'http://127.0.0.2',
        'http://127.0.0.1.example',
        'https://u:p@a.example',
      ],
      ...['https://a#b', 'a', ' https://a.example', 'javascript:alert(1)', 'data:text/html,x', 1],
    ])
  })

  it('accepts a base without query, a plain host, and a wallet on this machine', () => {
    expect(v.parse(baseUrlShape, 'https://a.example/x//')).toBe('https://a.example/x')
    wrong(baseUrlShape, ['https://a.example?x=1'])
    expect(v.is(hostShape, 'a.example:8443')).toBe(true)
    wrong(hostShape, ['https://a.example', 'a.example/', 'A.example', '*.example/', 'u@a', '', 'a b'])
    expect(v.is(loopbackUrlShape, 'ws://127.0.0.1:1248')).toBe(true)
    wrong(loopbackUrlShape, ['ws://[::1]:1248', 'ws://a.example', 'wss://a.example', 'https://127.0.0.1'])
  })
})

const schema = v.object({ list: v.array(v.object({ n: v.number() })), 'odd key': v.optional(v.string()) })

describe('decode', () => {
  it('returns the fields of the schema and drops the others', () => {
    expect(decode(schema, { list: [{ n: 1, more: 2 }], extra: true }, 'thing')).toEqual({ list: [{ n: 1 }] })
  })

  it('names the input, the path and the expected value, but never the received one', () => {
    try {
      decode(schema, { list: [{ n: 1 }, { n: 'secret' }] }, 'thing')
      expect.unreachable()
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(Problem)
      if (!(thrown instanceof Problem)) return
      expect(thrown.data.code).toBe('serviceAnswerInvalid')
      expect(thrown.data.facts).toEqual({ what: 'thing', path: '$.list[1].n', expected: 'number' })
      expect(thrown.message).not.toContain('secret')
    }
  })

  it('quotes keys that are not names, and starts at the given root', () => {
    expect(problemCodeOf(() => decode(schema, { list: [], 'odd key': 1 }, 'thing'))).toBe(
      'serviceAnswerInvalid $["odd key"]',
    )
    expect(problemCodeOf(() => decode(schema, {}, 'thing', '$[3]'))).toBe('serviceAnswerInvalid $[3].list')
  })
})

describe('decodeEach', () => {
  const numbersOf = (...entries: Parameters<typeof entriesOf>) =>
    decodeEach(v.number(), entriesOf(...entries), 'numbers', noPause)

  it('returns the valid entries', async () => {
    expect(await numbersOf([1, 'x', 2])).toEqual([1, 2])
    expect(await numbersOf([])).toEqual([])
  })

  it('throws the first fault if all entries are bad', async () => {
    await expect(numbersOf(['x', null], '$.data')).rejects.toMatchObject({
      data: { code: 'serviceAnswerInvalid', facts: { path: '$.data[0]' } },
    })
  })
})
