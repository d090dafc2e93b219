import { expect, test } from 'vitest'
import { isOffered, isSiteOrigin, parseTypedOrigin } from '../../../lib/sites/sites.ts'

test.each([
  ['https://shop.example', true],
  ['https://shop.example:8443', true],
  ['http://127.0.0.1:8788', true],
  ['http://localhost', true],
  ['http://shop.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost.evil.example', false],
  ['file://', false],
  ['null', false],
  ['', false],
  ['https://', false],
  ['https://shop.example/', false],
  ['chrome-extension://abcdefgh', false],
  ['moz-extension://abcdefgh', false],
  ['data:text/html,x', false],
])('%s is a supported site: %s (M14)', (origin, isSite) => {
  expect(isSiteOrigin(origin)).toBe(isSite)
})

test('offers Ferry to all sites, or to those of the list', () => {
  const listed = ['https://shop.example']
  expect(isOffered({ kind: 'all', listed }, 'https://other.example')).toBe(true)
  expect(isOffered({ kind: 'listed', listed }, 'https://other.example')).toBe(false)
  expect(isOffered({ kind: 'listed', listed }, 'https://shop.example')).toBe(true)
  expect(isOffered({ kind: 'listed', listed }, 'https://shop.example:444')).toBe(false)
  expect(isOffered({ kind: 'all', listed }, 'http://other.example')).toBe(false)
})

test.each([
  ['shop.example', 'https://shop.example'],
  [' https://Shop.Example/path?x#y ', 'https://shop.example'],
  ['shop.example:8443/path', 'https://shop.example:8443'],
  ['münchen.example', 'https://xn--mnchen-3ya.example'],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1', 'http://127.0.0.1'],
  ['http://localhost:3000/x', 'http://localhost:3000'],
  ['http://shop.example', null],
  ['ftp://shop.example', null],
  ['javascript:alert(1)', null],
  ['https://user@shop.example', null],
  ['shop example', null],
  ['', null],
  ['https://', null],
])('typed %s means %s', (text, origin) => {
  expect(parseTypedOrigin(text)).toBe(origin)
})
