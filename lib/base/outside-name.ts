import { shortText, withoutUnseen } from './clean-text.ts'
import { skeletonOf } from './confusable.ts'

/** The longest symbol, name of a chain, and other name from outside, in graphemes. */
export const symbolMax = 12
export const chainNameMax = 24
export const nameMax = 32

/** Letters with their accents. */
const letter = '\\p{L}\\p{M}*'
/** One word that begins like one: `USDC.e`, `USD₮0`, `$WIF`; no digit that would read on from an amount. */
const symbolForm = new RegExp(`^\\$?${letter}(?:${letter}|[0-9\\p{Sc}]|[.\\-_+](?=[\\p{L}0-9]))*\\+?$`, 'u')
/** Words; a stop inside one is no end of a sentence. */
const nameForm = new RegExp(
  `^(?:${letter}|[0-9$])(?:${letter}|[0-9\\p{Sc} \\-_+&'’()/]|\\.(?=[\\p{L}0-9]))*\\.?$`,
  'u',
)
const wordsMax = 5

/** What only Ferry says of anything. */
const ours = ['ferry', 'verified'].map(skeletonOf)

/** Returns a symbol from outside as one short word; null for what is none, which its address stands for. */
export function outsideSymbol(text: string): string | null {
  const plain = withoutUnseen(text).trim()
  return symbolForm.test(plain) && isShort(plain, symbolMax) ? plain : null
}

/**
 * Returns a name from outside as a few plain words; null for a sentence, for what is long, and for what speaks in our
 * place.
 */
export function outsideName(text: string, maxGraphemes: number): string | null {
  const plain = withoutUnseen(text).replace(/\s+/g, ' ').trim()
  const isName = nameForm.test(plain) && plain.split(' ').length <= wordsMax && isShort(plain, maxGraphemes)
  if (!isName) return null
  const drawn = skeletonOf(plain)
  return ours.some((word) => drawn.includes(word)) ? null : plain
}

/** Returns an address that stands where a name would: `0xf39f…2266`. */
export function addressAsName(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}

/** Returns what stands where a chain's name would. */
export function chainAsName(chainId: number): string {
  return `Chain ${chainId}`
}

/** A grapheme of many marks is none that a user reads. */
function isShort(text: string, maxGraphemes: number): boolean {
  const parts = shortText(text, maxGraphemes)
  return parts?.every((part) => part.length <= 4) ?? false
}

/** Scripts that are written with one another in one name. */
const together = [
  /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u,
  ...['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Armenian', 'Georgian'].map(
    (script) => new RegExp(`^[\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]*$`, 'u'),
  ),
]

/** Tells whether letters of scripts stand beside one another that are not written together. */
export function isMixed(text: string): boolean {
  return !together.some((form) => form.test(text))
}
