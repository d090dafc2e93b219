import type messages from '../../public/_locales/en/messages.json'
import { readText, readTextDirection, readTextLanguage } from './read-text.ts'

type Messages = typeof messages

export type TextKey = keyof Messages

export const textLanguage = readTextLanguage()

export const textDirection = readTextDirection()

/** Numbers have the digits of the amount field and of addresses, in every language. */
export const numberLanguage = `${textLanguage}-u-nu-latn`

/** Says whether a person typed a word of their language, in capitals or not. `english` is for where there are no texts. */
export function isTypedWord(typed: string, key: 'lossWord' | 'wipeWord', english: string): boolean {
  const word = readText(key) || english
  return typed.trim().toLocaleLowerCase(textLanguage) === word.toLocaleLowerCase(textLanguage)
}

export type KeyWithoutFacts = {
  [K in TextKey]: Messages[K] extends { readonly facts: object } ? never : K
}[TextKey]

/** What follows a prefix in the keys of texts. Variants of a text, such as `…_named`, do not count. */
export type NameAfter<Prefix extends string, Key = TextKey> = Key extends `${Prefix}${infer Name}`
  ? Exclude<Name, `${string}_${string}`>
  : never

/**
 * The facts that every text of some keys requires, by their examples. A text with plural forms requires a
 * number.
 */
export type RequiredFacts<K extends TextKey> = All<
  K extends TextKey ? (Messages[K] extends { readonly facts: infer F } ? F : object) : never
>

type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

export interface Facts {
  readonly [name: string]: string | number | Text | undefined
}

/** A text that is still to be written in the person's language: its key, and the facts that it names. */
export interface Text {
  readonly key: TextKey
  readonly facts: Facts
}

/** A call without a required fact does not compile. A fact may be a text itself. */
export function createText<K extends TextKey>(
  key: K,
  ...[facts]: object extends RequiredFacts<K>
    ? []
    : [facts: { [Name in keyof RequiredFacts<K>]: RequiredFacts<K>[Name] | Text }]
): Text {
  return { key, facts: (facts ?? {}) as Facts }
}

/**
 * Returns the text of a code whose facts vary. The view takes the first of `key_named`, `key_part` and `key`
 * that has all its facts. `key` requires none.
 */
export function createVariableText(key: KeyWithoutFacts, facts: Facts): Text {
  return { key, facts }
}
