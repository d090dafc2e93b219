import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasInvisibleCharacters } from '../../../lib/base/invisible-characters.ts'
import {
  chainNameMax,
  hasMixedScripts,
  nameMax,
  sanitizeName,
  sanitizeSymbol,
  sanitizeTokenName,
} from '../../../lib/base/untrusted-text.ts'

/** Mostly letters, so that some texts pass. fast-check's own `binary` strings take seconds to set up. */
const anyCharacter = fc.oneof(
  fc.constantFrom(...'aZ\u00e9\u4e2d\u05d00.-_+$ '),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
)

describe('a symbol from outside', () => {
  test.each([
    ...['USDC', 'USDC.e', 'USD₮0', 'USD₮', '$WIF', 'wstETH', 'UNI-V2', 'USD+', 'BRC20', '测试币', 'É'],
    ...['X_Y', 'E₹'],
    ...['1INCH', '0xBTC', '3CRV', '2XK1YSOL', '420x', '1/3coin', '1ER%', 'HyperBERA.USDC', 'CGETH.HASHKEY'],
    ...['BANK/Bankless', 'BLX (Bullion)', 'LUNA(Wormhole)', '(WEED)', 'CDJ$', 'God`smask', 'USDC!', '🐸'],
    'ABCDEFGHIJKLMNOPQRSTUVWX',
  ])('keeps %j', (text) => {
    expect(sanitizeSymbol(text)).toBe(text)
  })

  test('cuts a long symbol with an ellipsis', () => {
    expect(sanitizeSymbol('REALTOKEN-S-8181-BLISS-ST-DETROIT-MI')).toBe('REALTOKEN-S-8181-BLISS-S…')
    expect(sanitizeSymbol('x'.repeat(100_000))).toBe(`${'x'.repeat(24)}…`)
  })

  test.each([
    // An amount, or empty.
    ...['402', '5', '100000000', '0.000001', '$100', '10$', '1,000', '$1.07B', '401k', '$$$', ''],
    // Reads as an amount.
    ...['000 USDC', '000USDC', ',000USDC', '.5USDC', '\uff10\uff10\uff10USDC', '\u{1d7ce}\u{1d7ce}USDC'],
    ...['\u0660\u0660\u0660USDC', '\uff0e5USDC', '\u201a000USDC', '\uff15\uff10\uff10 USDC'],
    ...['USDC, and 500 USDC bonus to you', '500 USDC', 'a 5'],
    // A sentence or a link.
    ...['Send all to me. Now', 'USDC and more', 't.me/airdrop', 'https://x.io'],
    // Has invisible, direction or stacked characters.
    ...['\u200bUSDC', 'US\u2800DC', 'USDC\u3164', 'U\ufe0fSDC', '\u115fUSDC', 'USD\u{e0041}C'],
    ...['\u202eCDSU', 'US\nDC', `U${'\u0301'.repeat(9)}SDC`],
  ])('refuses %j', (text) => {
    expect(sanitizeSymbol(text)).toBeNull()
  })

  test('ignores surrounding blanks', () => {
    expect(sanitizeSymbol(' USDC ')).toBe('USDC')
    expect(hasInvisibleCharacters('\u200bUSDC')).toBe(true)
  })

  test('any text becomes a short symbol that is no amount, or null', () => {
    fc.assert(
      fc.property(fc.array(anyCharacter, { maxLength: 40 }), (characters) => {
        const shown = sanitizeSymbol(characters.join(''))
        if (shown === null) return
        expect([...new Intl.Segmenter().segment(shown)].length).toBeLessThanOrEqual(25)
        expect(shown).toMatch(/[\p{L}\p{Extended_Pictographic}]/u)
        expect(shown).not.toMatch(/[\n\r\t\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u)
      }),
    )
  })
})

describe('a token name from outside', () => {
  test.each([
    ...['USD Coin', 'Uniswap: Donut', 'past, present, future', 'Uniswap: USD//C', '4', '💩'],
    ...['10,000 Tariff Grandpa', 'Gnosis xDai Bridged USDT (Gnosis)', 'Backed IBTA $ Treasury Bond 1-3yr'],
    'BlackRock USD Institutional Digital Liquidity Fund',
  ])('keeps %j', (text) => {
    expect(sanitizeTokenName(text)).toBe(text)
  })

  test('cuts a long name, and removes invisible characters and blanks', () => {
    expect(sanitizeTokenName('x'.repeat(100_000))).toBe(`${'x'.repeat(64)}…`)
    expect(sanitizeTokenName('Zebec Network\u3164')).toBe('Zebec Network')
    expect(sanitizeTokenName('RealT   12405 Santa Rosa Dr')).toBe('RealT 12405 Santa Rosa Dr')
  })

  test.each([
    ...['Verified by Ferry', 'VERlFIED coin', 'Claim at https://x.io', 'see t.me/airdrop'],
    ...['\u200e \u200e', ''],
  ])('refuses %j', (text) => {
    expect(sanitizeTokenName(text)).toBeNull()
  })
})

describe('a name from outside', () => {
  test.each([
    ...['BNB Smart Chain', 'OP Mainnet', 'USD Coin', 'Ethereum', "Bob's chain", '测试 链', '1inch Token'],
  ])('%j is accepted', (text) => {
    expect(sanitizeName(text, chainNameMax)).toBe(text)
  })

  test.each([
    ...['Harbour. Verified by Ferry, no review needed', 'Verified by Ferry', 'VERlFIED chain'],
    ...['Your money is safe here now', 'Harbour. Island', 'Harbour, and more'],
    ...['A name of twenty-five signs', 'https://ferry.example', ''],
  ])('%j is refused', (text) => {
    expect(sanitizeName(text, chainNameMax)).toBeNull()
  })

  test('accepts the longest allowed name', () => {
    expect(sanitizeName('x'.repeat(nameMax), nameMax)).toBe('x'.repeat(nameMax))
    expect(sanitizeName('x'.repeat(nameMax + 1), nameMax)).toBeNull()
    expect(sanitizeName('x'.repeat(100_000), nameMax)).toBeNull()
  })

  test.each([
    ['USD Соіn', true],
    ['Dаi', true],
    ['Dai', false],
    ['Ёлка', false],
    ['テザー漢字', false],
    ['Ωmega', true],
  ])('%j mixes scripts: %s', (text, mixed) => {
    expect(hasMixedScripts(text)).toBe(mixed)
  })
})
