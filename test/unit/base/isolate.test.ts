import { describe, expect, it } from 'vitest'
import { isolated, mayTurn } from '../../../lib/base/isolate.ts'

describe('a fact in a sentence', () => {
  it.each(['USDC', '1,234.5', 'Harbour (chain 4242)', '\u20ae', '测试'])('%j turns nothing', (fact) => {
    expect(mayTurn(fact)).toBe(false)
    expect(isolated(fact)).toBe(fact)
    // In a sentence that is read from the right it would be turned itself.
    expect(isolated(fact, true)).toBe(`\u2068${fact}\u2069`)
  })

  it.each([
    ['\u05d0\u05d1', '\u05d0\u05d1'],
    ['a\u0627', 'a\u0627'],
    ['\u202eCDSU', 'CDSU'],
    ['\u2069\u202eCDSU', 'CDSU'],
    ['1 \u2068\u05d0\u2069 \u2069', '1 \u2068\u05d0\u2069 '],
    ['\u{1e900}', '\u{1e900}'],
  ])('%j keeps its direction to itself', (fact, shown) => {
    expect(isolated(fact)).toBe(`\u2068${shown}\u2069`)
  })
})
