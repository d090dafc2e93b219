import { canChangeDirection, isolateDirection } from '../../lib/base/isolate.ts'
import type messages from '../../public/_locales/en/messages.json'

type Messages = typeof messages

export type TextKey = keyof Messages

export type KeyWithoutFacts = {
  [K in TextKey]: Messages[K] extends { readonly facts: object } ? never : K
}[TextKey]

/**
 * The facts that every text of some keys requires, by their examples. A text with plural forms requires a
 * number.
 */
type RequiredFacts<K extends TextKey> = All<
  K extends TextKey ? (Messages[K] extends { readonly facts: infer F } ? F : object) : never
>

type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

interface Facts {
  readonly [name: string]: string | number | undefined
}

interface Texts {
  readonly i18n: { getMessage(key: string): string }
}

/**
 * Returns the text of a key in the person's language. `{name}` stands for a fact. `{count, plural, one {# swap}
 * other {# swaps}}` selects the plural form. A call without a required fact does not compile. Each fact is
 * isolated, so it cannot change the text direction of the sentence.
 */
export function t<K extends TextKey>(
  key: K,
  ...[facts]: object extends RequiredFacts<K> ? [] : [facts: RequiredFacts<K>]
): string {
  return fillFacts(message(key) || key, (facts ?? {}) as Facts)
}

/**
 * Returns the text of a code whose facts vary. Takes the first of `key_named`, `key_part` and `key` that has
 * all its facts. `key` requires none.
 */
export function tWithFacts(key: KeyWithoutFacts, facts: Facts): string {
  for (const text of [message(`${key}_named`), message(`${key}_part`)]) {
    const names = [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)
    if (text !== '' && names.every((name) => facts[name] !== undefined)) return fillFacts(text, facts)
  }
  return message(key) || key
}

function message(key: string): string {
  const { browser, chrome } = globalThis as { browser?: Texts; chrome?: Texts }
  return (browser ?? chrome)?.i18n.getMessage(key) ?? ''
}

function fillFacts(text: string, facts: Facts): string {
  const isFromTheRight = canChangeDirection(text)
  const counted = text.replace(
    /\{(\w+), plural, ((?:[^{}]*\{[^{}]*\})+)\}/g,
    (_, name: string, forms: string) => pluralForm(Number(facts[name]), forms),
  )
  return counted.replace(/\{(\w+)\}/g, (_, name: string) =>
    isolateDirection(String(facts[name] ?? ''), isFromTheRight),
  )
}

/** Selects the plural form of a number: `=1` before `one` before `other`. */
function pluralForm(count: number, forms: string): string {
  const byName = new Map(
    [...forms.matchAll(/(\S+) \{([^{}]*)\}/g)].map(([, name = '', form = '']) => [name, form]),
  )
  const rule = new Intl.PluralRules('en').select(count)
  const form = byName.get(`=${count}`) ?? byName.get(rule) ?? byName.get('other') ?? ''
  return form.replaceAll('#', count.toLocaleString('en'))
}
