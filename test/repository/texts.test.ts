import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fundsLocations, problemCodes } from '../../lib/base/problem-codes.ts'
import messages from '../../public/_locales/en/messages.json'
import { checkTexts } from '../words/check-texts.ts'
import { packedSources } from './source-files.ts'

/*
 * The compiler finds a used key that does not exist (`t` and `reported` accept only keys of the file). These tests
 * cover the rest: unused texts, keys in the manifest, and characters that browsers replace in a text.
 */

const keys = Object.keys(messages)
const code = [...packedSources.map(({ text }) => text), readFileSync('wxt.config.ts', 'utf8')].join('\n')
const manifestKeys = [...code.matchAll(/__MSG_(\w+?)__/g)].map(([, key = '']) => key)

/** Keys that code completes from a closed list. */
const completed = [
  ...problemCodes.flatMap((problem) => [`problem_${problem}`, `problem_${problem}_next`]),
  ...fundsLocations.map((place) => `money_${place}`),
]

/** Starts of the other keys that code completes: `step_${name}` or 'step_' + name. */
const starts = [...code.matchAll(/[`'"]([a-zA-Z]+_)(\$\{|['"] \+)/g)]
  .map(([, start = '']) => start)
  .filter((start) => start !== 'problem_' && start !== 'money_')

it('has no text that nothing uses', () => {
  const used = new Set([
    ...completed,
    ...manifestKeys,
    ...[...code.matchAll(/(?<=['"`])\w+(?=['"`])/g)].map(([key]) => key),
  ])
  // `reported` adds these endings if it has more facts.
  const keyInCode = (key: string) => key.replace(/_(named|part)$/, '')
  const unused = keys.filter(
    (key) => !used.has(keyInCode(key)) && !starts.some((start) => key.startsWith(start)),
  )
  expect(unused).toEqual([])
})

it('has every text that the manifest names', () => {
  expect(manifestKeys.length).toBeGreaterThan(0)
  expect(manifestKeys.filter((key) => !keys.includes(key))).toEqual([])
})

it('has no dollar sign and no placeholder, which browsers replace', () => {
  const changed = Object.entries(messages).filter(
    ([, text]) => text.message.includes('$') || 'placeholders' in text,
  )
  expect(changed).toEqual([])
})

it('follows the rules for words', () => {
  const { count, faults } = checkTexts()
  expect(count).toBeGreaterThan(900)
  expect(faults).toEqual([])
})

describe('each language', () => {
  const languages = readdirSync('public/_locales').map((folder) => {
    const texts = JSON.parse(
      readFileSync(`public/_locales/${folder}/messages.json`, 'utf8'),
    ) as typeof messages
    return { folder, texts }
  })

  it.each(languages)('$folder has a language tag, a direction and every text', ({ folder, texts }) => {
    const language = new Intl.Locale(texts.textLanguage.message)
    expect(folder.replace('_', '-')).toBe(language.baseName)
    expect(['ltr', 'rtl']).toContain(texts.textDirection.message)
    expect(Object.keys(texts).toSorted()).toEqual(keys.toSorted())
  })

  /** The amount field reads `1.234` as little more than one. Where the dot groups digits, it must first refuse that. */
  it.each(languages)('$folder writes the decimal sign that the amount field reads', ({ texts }) => {
    const parts = new Intl.NumberFormat(texts.textLanguage.message).formatToParts(1_234.5)
    expect(parts.find(({ type }) => type === 'decimal')?.value).toBe('.')
  })
})
