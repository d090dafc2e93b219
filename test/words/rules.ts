import { screenGlossary } from './glossary.ts'

/** The place of a text, which limits its length. */
export type Place = 'button' | 'outcome' | 'title' | 'headline' | 'problem' | 'sentence'

/** One text of `_locales` with its place. */
export interface Words {
  readonly key: string
  readonly message: string
  /** Says where the text stands, for translators. */
  readonly description?: string
  /** An example of each required fact; a number if the text has plural forms of it. */
  readonly facts?: { readonly [name: string]: string | number }
  readonly place: Place
}

/** Maximum number of words per place. Facts do not count. */
const mostWords: { readonly [place in Place]: number } = {
  ...{ button: 3, outcome: 5, title: 6, headline: 6, problem: 12, sentence: 14 },
}

const plural = /\{(\w+), plural, (?:(?:=\d+|zero|one|two|few|many) \{[^{}]*\} )*other \{[^{}]*\}\}/g
const uncontracted =
  /\b(?:cannot|(?:ca|do|does|did|is|are|was|were|has|have|had|will|would|could|should) not|(?:it|that|there) is|(?:you|they|we) (?:are|have|will)|I (?:am|have|will))\b/i
/** Actions that cannot be undone use no contractions. */
const uncontractedKeys = /^wipe/
const consents = /^(?:agree|consent_)/
/** Words for details only, never in buttons, titles or problems. */
const protocolWords = /\b(?:Permit2|inbox|nonces?|calldata|wei|hex|settlements?)\b/i
/** Names of contracts, and words to type, within a sentence. */
const withinSentences = /^contract_|^(?:loss|wipe)Word$/
/** Facts about the file, which no screen shows. */
const aboutFile = /^text(?:Language|Direction)$/

/** Returns a text with its examples, with plural forms for many. */
function exampleText({ message }: Words): string {
  return message
    .replace(plural, (form) => form.replace(/^.*other \{([^{}]*)\}\}$/, '$1'))
    .replace(/\{\w+(?:\|[^}]*)?\}|#/g, '·')
}

function placeholders(message: string): ReadonlyMap<string, 'string' | 'number'> {
  const found = new Map<string, 'string' | 'number'>()
  for (const [, name = ''] of message.matchAll(plural)) found.set(name, 'number')
  for (const [, name = ''] of message.replace(plural, '').matchAll(/\{(\w+)(?:\|[^}]*)?\}/g)) {
    found.set(name, 'string')
  }
  return found
}

const countWords = (text: string) => text.split(/[\s·]+/).filter((word) => /[\p{L}\d]/u.test(word)).length

const hasNoStop = ({ place }: Words) => place !== 'sentence'

/** The rules by name. Each returns its fault, or null. */
const rules: { readonly [name: string]: (words: Words) => string | null } = {
  length(words) {
    const most = mostWords[words.place]
    const longest = exampleText(words)
      .split(/[.:;?](?:\s|$)/)
      .reduce((longest, one) => (countWords(one) > countWords(longest) ? one : longest), '')
    const count = countWords(longest)
    return count <= most ? null : `${count} words in a ${words.place}, ${most} at most`
  },
  stop: (words) =>
    hasNoStop(words) && words.place !== 'headline' && /[.!]$/.test(words.message)
      ? `a ${words.place} has no full stop`
      : null,
  glossary(words) {
    const text = exampleText(words).replace(/(?<=^|[.:;?“] ?)\p{Lu}(?=\p{Ll})/gu, (first) =>
      first.toLowerCase(),
    )
    const found = Object.entries(screenGlossary).find(([word]) => new RegExp(`\\b(?:${word})\\b`).test(text))
    return found === undefined ? null : `say ${found[1]}`
  },
  contraction(words) {
    const found = uncontractedKeys.test(words.key) ? null : uncontracted.exec(exampleText(words))
    return found === null ? null : `contract “${found[0]}”`
  },
  fallback: ({ message }) => (/\{\w+\|/.test(message) ? 'demands no fact: words stand in for it' : null),
  facts({ message, facts = {} }) {
    const wanted = placeholders(message)
    const missing = [...wanted].filter(([name, type]) => typeof facts[name] !== type)
    const idle = Object.keys(facts).filter((name) => !wanted.has(name))
    if (missing.length > 0)
      return `give an example of ${missing.map(([name, type]) => `${name} (${type})`).join(', ')}`
    return idle.length > 0 ? `has no place for ${idle.join(', ')}` : null
  },
  description({ message, description = '' }) {
    if (description.split(' ').length > 2) return null
    if (placeholders(message).size > 0) return 'has facts: say where it stands'
    return countWords(message) <= 2 ? 'is short enough to be read in two ways: say where it stands' : null
  },
  plural: ({ message }) =>
    /\{(?:count|minutes|seconds|hours)\} (?!sec\b|min\b|hr\b)[a-z]/.test(message)
      ? 'give a counted thing its plural forms'
      : null,
  fragment(words) {
    if (/^\p{Ll}/u.test(exampleText(words)) && !withinSentences.test(words.key))
      return 'begins small, as a piece of another text'
    return /^(?:So|But|And|Or)\b/.test(words.message) ? 'begins as the rest of another text' : null
  },
  actor: ({ message }) => (/(?:^|[.:;?] )It(?:’s)?\b/.test(message) ? 'names no actor, only “It”' : null),
  consent: ({ key, message }) =>
    consents.test(key) && !/\bI(?:’\w+)?\b/.test(message) ? 'agrees in the first person' : null,
  protocol(words) {
    const found = hasNoStop(words) ? protocolWords.exec(exampleText(words)) : null
    return found === null ? null : `say it in the person’s nouns, not “${found[0]}”`
  },
  type({ message }) {
    if (/['"]/.test(message)) return 'has straight quotes'
    if (/\.\.\.|!|\s%|\s{2}|^\s|\s$/.test(message))
      return 'has dots, an exclamation mark or blanks where none belong'
    return null
  },
}

/** Returns the faults of a text as `rule: words`; empty if there are none. */
export function findFaults(words: Words): readonly string[] {
  if (aboutFile.test(words.key)) return []
  return Object.entries(rules).flatMap(([name, rule]) => {
    const fault = rule(words)
    return fault === null ? [] : [`${name}: ${fault}`]
  })
}
