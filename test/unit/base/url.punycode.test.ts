import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeHost, getSiteNames } from '../../../lib/base/url.ts'

test.each([
  ['example.com', 'example.com'],
  ['xn--mnchen-3ya.de', 'münchen.de'],
  ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ['www.xn--fsqu00a.xn--0zwm56d', 'www.例子.测试'],
  ['xn--ls8h.la', '💩.la'],
  ['xn--.com', 'xn--.com'],
  ['xn--a-.com', 'xn--a-.com'],
  ['xn--99999999999.com', 'xn--99999999999.com'],
  ['xn--é', 'xn--é'],
])('decodes %s to %s', (host, read) => {
  expect(decodeHost(host)).toBe(read)
})

test('decodes every host that the browser encodes in ASCII to the typed one', () => {
  const letters = fc.constantFrom(...'aböüñßčшжяλωあ漢字한글اعह')
  const label = fc.array(letters, { minLength: 1, maxLength: 12 }).map((each) => each.join(''))
  fc.assert(
    fc.property(label, (typed) => {
      const url = URL.parse(`https://${typed}.example`)
      fc.pre(url !== null)
      const read = decodeHost(url.hostname)
      // The browser encodes it to the same host again.
      expect(new URL(`https://${read}`).hostname).toBe(url.hostname)
      if (/[^a-z]/.test(typed.normalize('NFKC').toLowerCase())) expect(read).not.toMatch(/^xn--/)
    }),
  )
})

test('never throws', () => {
  fc.assert(fc.property(fc.string(), (label) => typeof decodeHost(`xn--${label}`) === 'string'))
})

test('returns both names if the decoded one differs', () => {
  expect(getSiteNames('https://shop.example')).toEqual({ origin: 'https://shop.example', unicode: null })
  expect(getSiteNames('https://xn--80ak6aa92e.com:444')).toEqual({
    origin: 'https://xn--80ak6aa92e.com:444',
    unicode: 'https://аррӏе.com:444',
  })
})
