import { isDecimalText } from '../../lib/base/decimal.ts'
import { canChangeDirection, isolateDirection } from '../../lib/base/isolate.ts'
import { formatPercent } from '../../lib/base/money-text.ts'
import { once } from '../../lib/base/once.ts'
import { readText } from '../../lib/base/read-text.ts'
import {
  type Facts,
  type KeyWithoutFacts,
  numberLanguage,
  type RequiredFacts,
  type Text,
  type TextKey,
  textDirection,
  textLanguage,
} from '../../lib/base/text.ts'

const plurals = once(() => new Intl.PluralRules(textLanguage))

/**
 * Returns the text of a key in the person's language. `{name}` stands for a fact. `{count, plural, one {# swap}
 * other {# swaps}}` selects the plural form. A call without a required fact does not compile. Each fact is
 * isolated, so it cannot change the text direction of the sentence.
 */
export function t<K extends TextKey>(
  key: K,
  ...[facts]: object extends RequiredFacts<K> ? [] : [facts: RequiredFacts<K>]
): string {
  return fillFacts(readText(key) || key, (facts ?? {}) as Facts)
}

/**
 * Returns the text of a code whose facts vary. Takes the first of `key_named`, `key_part` and `key` that has
 * all its facts. `key` requires none.
 */
export function tWithFacts(key: KeyWithoutFacts, facts: Facts): string {
  return writeText({ key, facts })
}

/** Returns a described text in the person's language. */
export function writeText({ key, facts }: Text): string {
  for (const text of [readText(`${key}_named`), readText(`${key}_part`)]) {
    const names = [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)
    if (text !== '' && names.every((name) => facts[name] !== undefined)) return fillFacts(text, facts)
  }
  return fillFacts(readText(key) || key, facts)
}

function fillFacts(text: string, facts: Facts): string {
  const isFromTheRight = textDirection === 'rtl' || canChangeDirection(text)
  const counted = text.replace(
    /\{(\w+), plural, ((?:[^{}]*\{[^{}]*\})+)\}/g,
    (_, name: string, forms: string) => pluralForm(Number(facts[name]), forms),
  )
  // A sign or percent sign belongs to its figure, or it would stand on the other side of it.
  return counted.replace(/([~+−]?)\{(\w+)\}(%?)/g, (_, sign: string, name: string, percent: string) => {
    const fact = writeFact(facts[name])
    // A text is part of the sentence: only the facts in it are isolated.
    if (typeof facts[name] === 'object') return sign + fact + percent
    const figure = percent !== '' && isDecimalText(fact) ? formatPercent(fact) : fact + percent
    return isolateDirection(`${sign}${figure}`, isFromTheRight)
  })
}

/** Returns a fact as text: a name or figure as it is, or a described text. */
export function writeFact(fact: Facts[string]): string {
  return typeof fact === 'object' ? writeText(fact) : String(fact ?? '')
}

/** Selects the plural form of a number: `=1` before `one` before `other`. */
function pluralForm(count: number, forms: string): string {
  const byName = new Map(
    [...forms.matchAll(/(\S+) \{([^{}]*)\}/g)].map(([, name = '', form = '']) => [name, form]),
  )
  const rule = plurals().select(count)
  const form = byName.get(`=${count}`) ?? byName.get(rule) ?? byName.get('other') ?? ''
  return form.replaceAll('#', count.toLocaleString(numberLanguage))
}
