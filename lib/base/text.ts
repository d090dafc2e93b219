import type messages from '../../public/_locales/en/messages.json'

type Messages = typeof messages

/** The language of `_locales`. Numbers are written as its sentences and the amount field write them. */
export const textLanguage = 'en'

export type TextKey = keyof Messages

export type KeyWithoutFacts = {
  [K in TextKey]: Messages[K] extends { readonly facts: object } ? never : K
}[TextKey]

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
