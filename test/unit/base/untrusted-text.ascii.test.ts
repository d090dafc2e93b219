import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasInvisibleCharacters, removeInvisibleCharacters } from '../../../lib/base/invisible-characters.ts'
import { hasMixedScripts, skeletonOf } from '../../../lib/base/untrusted-text.ts'

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
