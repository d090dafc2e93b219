import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText } from '../../../lib/base/untrusted-text.ts'

/** Any code point, also lone surrogates. fast-check's own `binary` strings take seconds to set up. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

describe('cleanText (L2)', () => {
  it.each([
    ['USD Coin', 32, 'USD Coin'],
    ['  a\n\tb  ', 32, 'a b'],
    ['\u202eCDSU\u202c', 32, 'CDSU'],
    ['U\u200bS\u200dD\u2060C\ufeff', 32, 'USDC'],
    ['\u0000\u0007a\u009f', 32, 'a'],
    ['abcdef', 3, 'abc…'],
    ['👨‍👩‍👧 x', 8, '👨👩👧 x'],
    ['é'.repeat(4), 2, 'éé…'],
    ['', 5, ''],
  ])('cleans %j', (text, max, clean) => {
    expect(cleanText(text, max)).toBe(clean)
  })

  it('any text becomes short and has no invisible characters', () => {
    fc.assert(
      fc.property(fc.array(anyCharacter, { maxLength: 300 }), (characters) => {
        const text = characters.join('')
        const clean = cleanText(text, 32)
        const graphemes = [...new Intl.Segmenter().segment(clean)]
        expect(graphemes.length).toBeLessThanOrEqual(33)
        expect(clean).not.toMatch(/[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u)
      }),
    )
  })

  it('cuts a stack of combining marks', () => {
    expect(cleanText(`a${'\u0301'.repeat(10_000)}b`, 32).length).toBeLessThan(400)
  })
})
