import { describe, expect, it } from 'vitest'
import { canChangeDirection, isolateDirection, withSymbol } from '../../../lib/base/isolate.ts'

describe('a value in a sentence', () => {
  it.each(['USDC', '1,234.5', 'Harbour (chain 4242)', '\u20ae', '测试'])('%j needs no isolation', (fact) => {
    expect(canChangeDirection(fact)).toBe(false)
    expect(isolateDirection(fact)).toBe(fact)
    // In a right-to-left sentence its own direction would change.
    expect(isolateDirection(fact, true)).toBe(`\u2068${fact}\u2069`)
  })

  it.each([
    ['\u05d0\u05d1', '\u05d0\u05d1'],
    ['a\u0627', 'a\u0627'],
    ['\u202eCDSU', 'CDSU'],
    ['\u2069\u202eCDSU', 'CDSU'],
    ['1 \u2068\u05d0\u2069 \u2069', '1 \u2068\u05d0\u2069 '],
    ['\u{1e900}', '\u{1e900}'],
  ])('%j cannot change the direction of its surroundings', (fact, shown) => {
    expect(isolateDirection(fact)).toBe(`\u2068${shown}\u2069`)
  })
})

it.each([
  ['USDC', '5 USDC'],
  ['USD₮0', '5 USD₮0'],
  ['1INCH', '5\u00a0\u20681INCH\u2069'],
  ['$WIF', '5\u00a0\u2068$WIF\u2069'],
  ['(WEED)', '5\u00a0\u2068(WEED)\u2069'],
  ['\u05d0\u05d1', '5 \u2068\u05d0\u05d1\u2069'],
])('an amount with its symbol separates %j from the number', (symbol, shown) => {
  expect(withSymbol('5', symbol)).toBe(shown)
})
