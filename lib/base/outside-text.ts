import { hasUnseen, plainAscii, withoutUnseen } from './unseen.ts'

/**
 * Letters that pass for others, by what they pass for: the part of Unicode's table (TR39) whose letters are drawn like
 * those and digits of our symbols, and the digits that people read as letters.
 */
const drawnLike: { readonly [letter: string]: string } = {
  a: '₳аαɑạᴀꭺᗅꓮ4@ΑΛ',
  b: '฿₿ƅьвβʙбᏏꮟᗷꓐ8ɓΒВ',
  c: '₵сϲᴄᏟꮯꓚⲥ¢ҫƈСϹ',
  d: '₫ԁɗđᴅᎠꭰꓓժԀ',
  e: '€еєҽεᴇ℮ꮛᎬꓰɛ3ΕЕ',
  f: 'ƒϝꞙꜰꓝғϜ',
  g: '₲ɡցԍᏀꮐꓖ9ƍԌ',
  h: 'һհʜнᎻꮋꓧћΗН',
  j: 'јϳᴊᎫꭻꓙʝɉЈ',
  k: '₭кκᴋĸᏦꮶꓗƙқΚК',
  l: '£₤iӏіıι1|ǀʟᏞꮮꓡɩ!łɪїΙІӀ',
  m: 'мᴍᎷꮇꓟ₥ΜМ',
  n: '₦пոռɴꓠռŋиηΝИП',
  o: 'оοօᴏ0ⲟⵔ௦०〇σøꓳѳΟОθ',
  p: '₱рρᴘⲣᏢꮲꓑƿþΡР',
  q: 'ԛգզʠԚ',
  r: 'гᴦʀꮁᏒꭱꓣɾяЯ',
  s: 'ѕꜱƽ5$ꮪᏚꓢʂ§Ѕ',
  t: '₮тτᴛᎢꭲꓔŧ7ΤТ',
  u: 'υᴜսцꞟꓴʋμԱ',
  v: 'ѵνᴠᏙꮩꓦט',
  w: 'ԝѡաᴡɯᏔꮃꓪω₩Ԝ',
  x: 'хχ×ꓫⲭΧХ',
  y: 'уγүʏꭹᎩꓬ¥ყΥУҮ',
  z: 'ᴢʐᏃꮓꓜ2ƶΖ',
}

/** Latin letters with a bar, a hook or a tail, which the normal forms leave as they are: USÐC, ɄSDC. */
const tailed: { readonly [letter: string]: string } = {
  a: 'ⱥᶏẚ',
  b: 'ƀƃᵬᶀꞗ',
  c: 'ȼɕꞓꞔ𝼝',
  d: 'ðƌǆȡɖᴆᵭᶁᶑꝺꟈ',
  e: 'ɇᶒⱸꬴ',
  f: 'ᵮᶂꝼ',
  g: 'ɠǥɢʛᶃᵹꞡꬶ',
  h: 'ħɦⱨꞕ',
  i: 'ɨᶖ𝼚',
  j: 'ɟʄ',
  k: 'ᶄⱪꝁꝃꝅꞣ',
  l: 'ŀƚȴɫɬɭᴌᶅⱡꝉꞎꬷꬸꬹ𝼄𝼑𝼓',
  m: 'ɱᵯᶆꬺ',
  n: 'ɲƞȵɳᵰᶇꞑꞥꬻ',
  o: 'ɵǿⱺꝋꝍꬾ𝼛',
  p: 'ƥᵱᵽᶈꝑꝓꝕ',
  q: 'ɋꝗꝙꞯ',
  r: 'ɍɼɽᵲᵳᶉꝛꞃꞧꭆꭉꭌ𝼖',
  s: 'ȿᵴᶊꞅꞩꟊ𝼞',
  t: 'ƫƭʈȶⱦᵵꞇ𝼉',
  u: 'ʉᶙꞹꭎꭒ',
  v: 'ᶌⱱⱴꝟ',
  w: 'ⱳ',
  x: 'ᶍꭖꭗꭘꭙ',
  y: 'ƴɏỿꭚ',
  z: 'ȥɀʑᵶᶎⱬ',
}

const letterOf = new Map(
  [...Object.entries(drawnLike), ...Object.entries(tailed)].flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)

/** What each ASCII character is in a skeleton; an empty text for signs. */
const asciiSkeleton = Array.from({ length: 0x7f }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase()
  return (letterOf.get(lower) ?? lower).replace(/[^a-z0-9]/, '')
})

/** Returns the skeleton of a text: two texts that a user may take for one another have the same skeleton. */
export function skeletonOf(text: string): string {
  const letters = plainAscii.test(text) ? asciiLettersOf(text) : lettersOf(text)
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
}

function asciiLettersOf(text: string): string {
  let letters = ''
  for (let at = 0; at < text.length; at += 1) letters += asciiSkeleton[text.charCodeAt(at)]
  return letters
}

function lettersOf(text: string): string {
  // Before the normal form too, which takes some for others than they look like.
  const plain = [...text].map((letter) => letterOf.get(letter) ?? letter).join('')
  const drawn = [...plain.normalize('NFKC').normalize('NFD')].map(
    (letter) => letterOf.get(letter) ?? letterOf.get(letter.toLowerCase()) ?? letter.toLowerCase(),
  )
  return drawn.join('').replace(/[^\p{L}\p{N}]/gu, '')
}

/** What the table of look-alikes counts as `l`, although it is an `i` of another script. */
const drawnLikeI: ReadonlySet<string> = new Set('íіıιɩɪїΙІ')

/**
 * Returns a text as names are searched: lower case, letters of other scripts that look Latin as those (`USD₮` is `usdt`),
 * no accents, single spaces. ASCII digits and signs stay what they are, so that `AI` does not find `AL`.
 */
export function foldText(text: string): string {
  const folded = plainAscii.test(text) ? text.toLowerCase() : lettersFolded(text)
  return folded.replace(/\s+/g, ' ')
}

function lettersFolded(text: string): string {
  const drawn = [...foldLetters(text).normalize('NFKC').normalize('NFD').toLowerCase()]
  return foldLetters(drawn.join('')).replace(/\p{M}/gu, '')
}

function foldLetters(text: string): string {
  return [...text].map(foldLetter).join('')
}

function foldLetter(one: string): string {
  if (one <= '\x7e') return one
  return drawnLikeI.has(one) ? 'i' : (letterOf.get(one) ?? one)
}

/** The longest name of a chain, and of a route or a fee, in graphemes. A longer one is refused. */
export const chainNameMax = 24
export const nameMax = 32
/** Where a token's symbol and name are cut, in graphemes. Real lists have both longer. */
const symbolMax = 24
const tokenNameMax = 64

/** Words; a stop inside one is no end of a sentence. */
const nameForm = /^(?:\p{L}\p{M}*|[0-9$])(?:\p{L}\p{M}*|[0-9\p{Sc} \-_+&'’()/]|\.(?=[\p{L}0-9]))*\.?$/u
const wordsMax = 5

/** Words that only Ferry may use about anything. */
const ours = ['ferry', 'verified'].map(skeletonOf)

/** A letter or a picture: what a symbol has and an amount lacks. */
const letterOrPicture = /[\p{L}\p{Extended_Pictographic}]/u
/** `$1.07B`, `401k`: a number with the letter of its magnitude. */
const shortenedNumber = /^\p{Sc}?\d[\d.,']*[kmbt]$/iu
/** `,000USDC`, `.5USDC`, `000USDC`: reads on from an amount in front of it. `0xBTC` and `3CRV` do not. */
const continuesAmount = /^(?:[.,']\d|0\d)/
/** `000 USDC`, `get 500 now`: a number as a word of its own. */
const hasNumberWord = /(?:^|\s)\p{Sc}?\d[\d.,']*\p{Sc}?(?=\s|$)/u
/** Real symbols have two words at most (`BLX (Bullion)`); more are a sentence. */
const symbolWordsMax = 2
/** An address of the web: `t.me/airdrop`, `https://…`. */
const link = /:\/\/|\.\p{L}{2,}\//u

function looksLikeAmount(text: string): boolean {
  return (
    !letterOrPicture.test(text) ||
    shortenedNumber.test(text) ||
    continuesAmount.test(text) ||
    hasNumberWord.test(text)
  )
}

/**
 * Returns a token's symbol from outside, at most 24 graphemes and an ellipsis. Null where it could be read as an amount, a
 * sentence or a link, or holds hidden or direction characters: the token's address is shown instead. Real symbols begin with digits
 * (`1INCH`) and hold slashes, blanks and signs (`BANK/Bankless`); to draw one after an amount, use `withSymbol`.
 */
export function outsideSymbol(text: string): string | null {
  const trimmed = text.trim()
  if (hasUnseen(trimmed) || !isReadable(trimmed)) return null
  const plain = cleanText(trimmed, symbolMax)
  const isSentence = plain.split(' ').length > symbolWordsMax
  return isSentence || looksLikeAmount(plain) || link.test(plain) ? null : plain
}

/**
 * Returns a token's name from outside, at most 64 graphemes and an ellipsis; null for an empty one, for a link, and for
 * one that speaks in Ferry's place.
 */
export function outsideTokenName(text: string): string | null {
  const plain = cleanText(text, tokenNameMax)
  if (plain === '' || !isReadable(plain) || link.test(plain)) return null
  return speaksForUs(plain) ? null : plain
}

/** Returns the name of a chain or a route from outside as a few plain words; null for a sentence, and for a long one. */
export function outsideName(text: string, maxGraphemes: number): string | null {
  const plain = withoutUnseen(text).replace(/\s+/g, ' ').trim()
  const isName = nameForm.test(plain) && plain.split(' ').length <= wordsMax && isShort(plain, maxGraphemes)
  return isName && !speaksForUs(plain) ? plain : null
}

function speaksForUs(text: string): boolean {
  const drawn = skeletonOf(text)
  return ours.some((word) => drawn.includes(word))
}

/** Tells whether each of the first graphemes is a sign that can be read, and not a stack of marks. */
function isReadable(text: string): boolean {
  if (plainAscii.test(text)) return true
  const start = text.slice(0, tokenNameMax * 12)
  return [...graphemes.segment(start)].every(({ segment }) => segment.length <= 4)
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
  if (plainAscii.test(text)) return text.length <= maxGraphemes
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
  return !plainAscii.test(text) && !together.some((form) => form.test(text))
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Makes somebody else's text fit to show: no hidden characters, single spaces, at most this many graphemes. */
export function cleanText(text: string, maxGraphemes: number): string {
  const spaced = text.slice(0, maxGraphemes * 12).replace(/[\t\n\r]/g, ' ')
  const plain = withoutUnseen(spaced).replace(/\s+/g, ' ').trim()
  if (plain.length <= maxGraphemes) return plain
  let kept = ''
  let count = 0
  for (const { segment } of graphemes.segment(plain)) {
    // One grapheme may be thousands of combining marks.
    if (segment.length > 12) continue
    if (count === maxGraphemes) return `${kept.trimEnd()}…`
    kept += segment
    count += 1
  }
  return kept
}

/** Returns the graphemes of a text; null where there are more, without looking at all of a long one. */
function shortText(text: string, maxGraphemes: number): readonly string[] | null {
  if (text.length > maxGraphemes * 12) return null
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment)
  return parts.length <= maxGraphemes ? parts : null
}
