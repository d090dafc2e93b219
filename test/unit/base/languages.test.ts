import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const modules = [
  'lib/base/money-text.ts',
  'components/parts/amount-text.ts',
  'components/parts/format.ts',
  'components/parts/text.ts',
  'lib/review/agreement.ts',
]

/**
 * Returns the values of expressions in a language. Modules read the language when they load, and these tests share the
 * modules with others: so each language has a process of its own.
 */
function valuesIn(
  language: { textLanguage: string; textDirection?: 'rtl'; [text: string]: string | undefined },
  expressions: readonly string[],
): unknown {
  const texts = { underCent: '< {least}', fromTo: '{from} → {to}', ...language }
  const code = `
    const texts = ${JSON.stringify(texts)}
    globalThis.browser = { i18n: { getMessage: (key) => texts[key] ?? '' } }
    const loaded = await Promise.all(
      ${JSON.stringify(modules.map((path) => resolve(path)))}.map((path) => import('file://' + path)),
    )
    const all = Object.assign({}, ...loaded)
    const values = ${JSON.stringify(expressions)}.map((one) =>
      new Function(...Object.keys(all), 'return ' + one)(...Object.values(all)))
    console.log(JSON.stringify(values))`
  const options = ['--input-type=module', '--eval', code]
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }))
}

const usdc = `{ symbol: 'USDC', decimals: 6 }`
/** Keeps the order of its content, whatever is around it. */
const kept = (text: string) => `\u2066${text}\u2069`

describe('amounts among right-to-left texts', () => {
  const hebrew = { textLanguage: 'he', textDirection: 'rtl' as const }

  it('keep their order wherever they stand', () => {
    const shown = {
      [`formatExactMoney('1234500000', ${usdc})`]: kept('1,234.50 USDC'),
      [`aboutMoneyOf('99561234', ${usdc})`]: kept('~99.56 USDC'),
      [`roundedMoneyOf('99561234', ${usdc})`]: kept('99.56 USDC'),
      [`aboutAmountOf('99561234', ${usdc})`]: kept('~99.56'),
      [`aboutCostOf('62300', ${usdc})`]: kept('~0.0623 USDC'),
      [`balanceOf('1240500000', ${usdc})`]: kept('1,240.50'),
      "formatPercent('-0.46')": kept('−0.46%'),
      "formatPercent('+0.46')": kept('+0.46%'),
      // The sign of the currency stands where the language writes it.
      "formatDollars('-1.21')": kept('−1.21\u00a0$'),
      "formatDollars('0.001')": kept('< \u20680.01\u00a0$\u2069'),
      // A symbol of the other direction stays apart from the number.
      "formatExactMoney('5000000', { symbol: '\u05d0\u05d1', decimals: 6 })": kept(
        '5 \u2068\u05d0\u05d1\u2069',
      ),
    }
    expect(valuesIn(hebrew, Object.keys(shown))).toEqual(Object.values(shown))
  })

  it('keep a sign that the text adds', () => {
    const aboutSeconds = '~{seconds} \u05d2'
    const texts = { ...hebrew, warning_valueLoss_part: '\u05d0 {percent}% \u05d1', aboutSeconds }
    const expressions = [
      "tWithFacts('warning_valueLoss', { percent: '7.2' })",
      "t('aboutSeconds', { seconds: '14' })",
    ]
    expect(valuesIn(texts, expressions)).toEqual(['\u05d0 \u20687.2%\u2069 \u05d1', '\u2068~14\u2069 \u05d2'])
  })

  it('are isolated in a text without a letter of the language', () => {
    expect(valuesIn(hebrew, [`t('fromTo', { from: '100 USDC', to: '${kept('99.56 USDC')}' })`])).toEqual([
      '\u2068100 USDC\u2069 → \u206899.56 USDC\u2069',
    ])
  })

  it('keep the direction of a text within a text', () => {
    const texts = { ...hebrew, fromTo: '\u200f{from} ← {to}', swapProblem: '\u05d0 {swap}' }
    const swap = "{ key: 'fromTo', facts: { from: '100 USDC', to: 'WETH' } }"
    expect(valuesIn(texts, [`writeText({ key: 'swapProblem', facts: { swap: ${swap} } })`])).toEqual([
      '\u05d0 \u200f\u2068100 USDC\u2069 ← \u2068WETH\u2069',
    ])
  })
})

it('a large loss is accepted with the word that the language asks for', () => {
  const texts = { textLanguage: 'tr', lossWord: 'kaybı' }
  const typed = ['kaybı', ' KAYBI ', 'lose', 'kaybi', '', 'yes']
  const expressions = typed.map((word) => `isGatePassed('typed', '${word}')`)
  expect(valuesIn(texts, expressions)).toEqual([true, true, false, false, false, false])
})

describe('numbers follow the language of the texts', () => {
  it.each([
    ['en', '1,234.50', '1,234.000001 USDC', '$1,234.50', '−0.46%', 'you lose 7.25%'],
    ['de', '1.234,50', '1.234,000001 USDC', '1.234,50\u00a0$', '−0,46%', 'you lose 7,25%'],
    ['hi', '1,234.50', '1,234.000001 USDC', '$1,234.50', '−0.46%', 'you lose 7.25%'],
    // Digits are those that a person types and an address has.
    ['ar-EG', '1,234.50', '1,234.000001 USDC', '1,234.50\u00a0US$', '−0.46%', 'you lose 7.25%'],
  ])('%s: %s, %s, %s, %s, %s', (textLanguage, ...shown) => {
    const expressions = [
      "grouped('1234.50')",
      `formatExactMoney('1234000001', ${usdc})`,
      "formatDollars('1234.5')",
      "formatPercent('-0.46')",
      "tWithFacts('warning_valueLoss', { percent: '7.25' })",
    ]
    const texts = { textLanguage, warning_valueLoss_part: 'you lose {percent}%' }
    expect(valuesIn(texts, expressions)).toEqual(shown)
  })

  it('selects the plural form of its language', () => {
    const texts = { textLanguage: 'ru', tokensFound: '{count, plural, one {#a} few {#b} other {#c}}' }
    const expressions = [1, 3, 5].map((count) => `t('tokensFound', { count: ${count} })`)
    expect(valuesIn(texts, expressions)).toEqual(['1a', '3b', '5c'])
  })
})
