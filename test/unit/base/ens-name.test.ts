import { describe, expect, test } from 'vitest'
import { looksLikeName, parseEnsName } from '../../../lib/base/ens-name.ts'

describe('an ENS name', () => {
  test.each<[string, string]>([
    ['alice.eth', 'alice.eth'],
    ['Alice.ETH', 'alice.eth'],
    ['pay.alice-2.eth', 'pay.alice-2.eth'],
    ['0x.example', '0x.example'],
  ])('%s is read as %s', (typed, name) => {
    expect(parseEnsName(typed)).toBe(name)
  })

  test.each([
    ['a Cyrillic letter', 'аlice.eth'],
    ['an accent', 'alicé.eth'],
    ['an emoji', '🚢.eth'],
    ['a full-width letter', 'ａlice.eth'],
    ['a punycode label', 'xn--lice-5cd.eth'],
    ['an empty label', 'alice..eth'],
    ['a hyphen at the start', '-alice.eth'],
    ['no dot', 'alice'],
    ['256 characters', `${'a'.repeat(252)}.eth`],
  ])('with %s is refused', (_, typed) => {
    expect(parseEnsName(typed)).toBeNull()
  })
})

test.each<[string, boolean]>([
  ['alice.eth', true],
  ['аlice.eth', true],
  ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8', false],
  ['eth:0x70997970c51812dc3a010c7d01b50e0d17dc79c8', false],
  ['https://alice.eth', false],
  ['alice@example.org', false],
  ['a sentence. Another', false],
])('%s looks like a name: %s', (typed, isName) => {
  expect(looksLikeName(typed)).toBe(isName)
})
