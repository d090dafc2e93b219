import { expect, test } from 'vitest'
import { matchPattern } from '../../../lib/deployment/deployment.ts'

test.each([
  ['http://127.0.0.1:1248', false, 'http://127.0.0.1:1248/*'],
  ['http://127.0.0.1:1248', true, 'http://127.0.0.1/*'],
  ['ws://127.0.0.1:1248/path', false, 'http://127.0.0.1:1248/*'],
  ['https://rpc.example/v1?key=1', false, 'https://rpc.example/*'],
  ['https://rpc.example:8443/v1', true, 'https://rpc.example/*'],
])('the match pattern of %s (Firefox: %s) is %s', (url, isFirefox, expected) => {
  expect(matchPattern(url, isFirefox)).toBe(expected)
})
