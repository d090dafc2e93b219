import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasInvisibleCharacters, removeInvisibleCharacters } from '../../../lib/base/invisible-characters.ts'
import { cleanText, hasMixedScripts, skeletonOf } from '../../../lib/base/untrusted-text.ts'

/** Any code point, also lone surrogates. fast-check's own `binary` strings take seconds to set up. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

describe('cleanText (L2)', () => {
  test.each([
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

  test('any text becomes short and has no invisible characters', () => {
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

  test('cuts a stack of combining marks', () => {
    expect(cleanText(`a${'\u0301'.repeat(10_000)}b`, 32).length).toBeLessThan(400)
  })
})

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 24 })

/** A soft hyphen is invisible, and makes the text use the rules for every script. */
const hidden = '\u00ad'

describe('a text of ASCII characters', () => {
  test('has the same skeleton as by the rules for every script', () => {
    fc.assert(fc.property(ascii, (text) => skeletonOf(text) === skeletonOf(`${text}${hidden}`)))
  })

  test('has invisible characters only if it has control characters, and mixes no scripts', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect(hasInvisibleCharacters(text)).toBe(/\p{Cc}/u.test(text))
        expect(removeInvisibleCharacters(text)).toBe(text.replace(/\p{Cc}/gu, ''))
        expect(hasMixedScripts(text)).toBe(false)
      }),
    )
  })
})
