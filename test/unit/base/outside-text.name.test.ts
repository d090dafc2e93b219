import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressAsName,
  chainNameMax,
  hasUnseen,
  isMixed,
  nameMax,
  outsideName,
  outsideSymbol,
} from '../../../lib/base/outside-text.ts'

/** Letters often, so that some pass; fast-check's own `binary` strings take seconds to be set up. */
const anyCharacter = fc.oneof(
  fc.constantFrom(...'aZ\u00e9\u4e2d\u05d00.-_+$ '),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
)

describe('a symbol from outside', () => {
  test.each([
    'USDC',
    'USDC.e',
    'USD₮0',
    'USD₮',
    '$WIF',
    'wstETH',
    'UNI-V2',
    'USD+',
    'aEthUSDC',
    'BRC20',
    '测试币',
    'É',
    'X_Y',
  ])('%j is one', (text) => {
    expect(outsideSymbol(text)).toBe(text)
  })

  test.each([
    ['000 USDC'],
    ['000USDC'],
    ['0USDC'],
    [',000USDC'],
    ['.5USDC'],
    ['USDC, and 500 USDC bonus to you'],
    ['USDC and more'],
    ['US DC'],
    ['USDC\u00a0free'],
    ['ABCDEFGHIJKLM'],
    ['USDC!'],
    ['<b>USDC'],
    ['t.me/airdrop'],
    ['USDC.'],
    ['$$$'],
    ['$100'],
    [''],
    ['\u2800'],
    ['\u3164'],
    [`U${'\u0301'.repeat(9)}SDC`],
    ['🐸'],
  ])('%j is none', (text) => {
    expect(outsideSymbol(text)).toBeNull()
  })

  test.each([
    '\u200bUSDC',
    'US\u2800DC',
    'USDC\u3164',
    'U\ufe0fSDC',
    '\u115fUSDC',
    'USD\u{e0041}C',
    ' USDC ',
  ])('%j has nothing that is not seen', (text) => {
    expect(outsideSymbol(text)).toBe('USDC')
    expect(hasUnseen(text.trim())).toBe(text.trim() !== 'USDC')
  })

  test('is short and one word, whatever comes in', () => {
    fc.assert(
      fc.property(fc.array(anyCharacter, { maxLength: 40 }), (characters) => {
        const shown = outsideSymbol(characters.join(''))
        if (shown === null) return
        expect([...new Intl.Segmenter().segment(shown)].length).toBeLessThanOrEqual(12)
        expect(shown).toMatch(/^[$\p{L}]/u)
        expect(shown).not.toMatch(/[\s,;:!?"<>\p{Default_Ignorable_Code_Point}]/u)
      }),
    )
  })
})

describe('a name from outside', () => {
  test.each([
    'BNB Smart Chain',
    'OP Mainnet',
    'USD Coin',
    'Ethereum',
    "Bob's chain",
    '测试 链',
    '1inch Token',
  ])('%j is one', (text) => {
    expect(outsideName(text, chainNameMax)).toBe(text)
  })

  test.each([
    'Harbour. Verified by Ferry, no review needed',
    'Verified by Ferry',
    'VERlFIED chain',
    'Your money is safe here now',
    'Harbour. Island',
    'Harbour, and more',
    'A name of twenty-five signs',
    'https://ferry.example',
    '',
  ])('%j is none', (text) => {
    expect(outsideName(text, chainNameMax)).toBeNull()
  })

  test('is as long as it may be', () => {
    expect(outsideName('x'.repeat(nameMax), nameMax)).toBe('x'.repeat(nameMax))
    expect(outsideName('x'.repeat(nameMax + 1), nameMax)).toBeNull()
    expect(outsideName('x'.repeat(100_000), nameMax)).toBeNull()
  })

  test.each([
    ['USD Соіn', true],
    ['Dаi', true],
    ['Dai', false],
    ['Ёлка', false],
    ['テザー漢字', false],
    ['Ωmega', true],
  ])('%j is of mixed scripts: %s', (text, mixed) => {
    expect(isMixed(text)).toBe(mixed)
  })

  test('is an address where there is none', () => {
    expect(addressAsName('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')).toBe('0xf39f…2266')
    expect(addressAsName('native')).toBe('native')
  })
})
