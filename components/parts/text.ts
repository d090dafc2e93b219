import { isolated, mayTurn } from '../../lib/base/isolate.ts'
import type messages from '../../public/_locales/en/messages.json'

export type TextKey = keyof typeof messages

interface Texts {
  readonly i18n: { getMessage(key: string): string }
}

/**
 * Returns the text of a key in the user's language. `{name}` in it stands for a fact of that name, `{name|words}` for
 * the fact or, where there is none, for the words. No fact turns the words around it, wherever the sentence is shown.
 */
export function t(key: TextKey, facts: { readonly [name: string]: string } = {}): string {
  const { browser, chrome } = globalThis as { browser?: Texts; chrome?: Texts }
  const text = (browser ?? chrome)?.i18n.getMessage(key) || key
  const isFromTheRight = mayTurn(text)
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, words = '') => {
    const fact = facts[name]
    return fact === undefined ? words : isolated(fact, isFromTheRight)
  })
}
