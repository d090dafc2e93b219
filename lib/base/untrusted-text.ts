import { hasInvisibleCharacters, plainAscii, removeInvisibleCharacters } from './invisible-characters.ts'

/**
 * Letters resembling a Latin letter: the part of Unicode's table of confusables (TR39) that matters for symbols, and
 * the digits that people read as letters.
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

/** Latin letters with a bar, a hook or a tail, which the normal forms do not change: USÐC, ɄSDC. */
const lettersWithTails: { readonly [letter: string]: string } = {
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
  [...Object.entries(drawnLike), ...Object.entries(lettersWithTails)].flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)

/** The skeleton of each ASCII character. Signs have an empty one. */
const asciiSkeleton = Array.from({ length: 0x7f }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase()
  return (letterOf.get(lower) ?? lower).replace(/[^a-z0-9]/, '')
})

/** Returns the skeleton of a text: texts that resemble each other have the same skeleton. */
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
  // Also before the normal form, which replaces some letters by others than they look like.
  const plain = [...text].map((letter) => letterOf.get(letter) ?? letter).join('')
  const drawn = [...plain.normalize('NFKC').normalize('NFD')].map(
    (letter) => letterOf.get(letter) ?? letterOf.get(letter.toLowerCase()) ?? letter.toLowerCase(),
  )
  return drawn.join('').replace(/[^\p{L}\p{N}]/gu, '')
}

/** Letters that the table counts as `l`, although they are an `i` of another script. */
const confusablesOfI: ReadonlySet<string> = new Set('íіıιɩɪїΙІ')

/**
 * Returns a text in the form used for searching names: lower case, no accents, single spaces. Letters of other
 * scripts become the Latin ones that they look like (`USD₮` is `usdt`). ASCII digits and signs stay, so that `AI`
 * does not find `AL`.
 */
export function foldText(text: string): string {
  const folded = plainAscii.test(text) ? text.toLowerCase() : foldUnicode(text)
  return folded.replace(/\s+/g, ' ')
}

function foldUnicode(text: string): string {
  const drawn = [...foldLetters(text).normalize('NFKC').normalize('NFD').toLowerCase()]
  return foldLetters(drawn.join('')).replace(/\p{M}/gu, '')
}

function foldLetters(text: string): string {
  return [...text].map(foldLetter).join('')
}

function foldLetter(one: string): string {
  if (one <= '\x7e') return one
  return confusablesOfI.has(one) ? 'i' : (letterOf.get(one) ?? one)
}

/** The longest name of a chain, and of a route or a fee, in graphemes. Longer names are refused. */
export const chainNameMax = 24
export const nameMax = 32
/** The length at which a token's symbol and name are cut, in graphemes. Real lists have longer ones. */
const symbolMax = 24
const tokenNameMax = 64

/** Words of letters and digits. A dot inside a word does not end a sentence. */
const nameForm = /^(?:\p{L}\p{M}*|[0-9$])(?:\p{L}\p{M}*|[0-9\p{Sc} \-_+&'’()/]|\.(?=[\p{L}0-9]))*\.?$/u
const wordsMax = 5

const reservedWords = ['ferry', 'verified'].map(skeletonOf)

/** A letter or a picture: symbols have one, amounts do not. */
const letterOrPicture = /[\p{L}\p{Extended_Pictographic}]/u
/** `$1.07B`, `401k`: a number with a letter for its magnitude. */
const shortenedNumber = /^\p{Sc}?\p{N}[\p{N}.,']*[kmbt]$/iu
/** `,000USDC`, `.5USDC`, `000USDC` would extend an amount in front of it. `0xBTC` and `3CRV` do not. */
const continuesAmount = /^(?:\p{P}\p{N}|[^\P{N}1-9]\p{N})/u
/** `000 USDC`, `get 500 now`: a number as a separate word. */
const hasNumberWord = /(?:^|\s)\p{Sc}?\p{N}[\p{N}.,']*\p{Sc}?(?=\s|$)/u
/** Real symbols have two words at most (`BLX (Bullion)`). More words are a sentence. */
const symbolWordsMax = 2
const link = /:\/\/|\.\p{L}{2,}\//u

/** Digits of every script count, and wide or styled ones as the digits that they look like. */
function looksLikeAmount(symbol: string): boolean {
  const text = symbol.normalize('NFKC')
  return (
    !letterOrPicture.test(text) ||
    shortenedNumber.test(text) ||
    continuesAmount.test(text) ||
    hasNumberWord.test(text)
  )
}

/**
 * Returns a token's symbol from outside, cut to 24 graphemes and an ellipsis. Null if it could be read as an amount,
 * a sentence or a link, or has hidden or direction characters; the token's address is then displayed instead. Real
 * symbols may begin with digits (`1INCH`) and contain slashes, spaces and signs (`BANK/Bankless`). Use `withSymbol`
 * to display one after an amount.
 */
export function sanitizeSymbol(text: string): string | null {
  const trimmed = text.trim()
  if (hasInvisibleCharacters(trimmed) || !isReadable(trimmed)) return null
  const plain = cleanText(trimmed, symbolMax)
  const isSentence = plain.split(' ').length > symbolWordsMax
  return isSentence || looksLikeAmount(plain) || link.test(plain) ? null : plain
}

/** Cut to 64 graphemes and an ellipsis. Null if empty, a link, or with a word that only Ferry may use. */
export function sanitizeTokenName(text: string): string | null {
  const plain = cleanText(text, tokenNameMax)
  if (plain === '' || !isReadable(plain) || link.test(plain)) return null
  return usesReservedWord(plain) ? null : plain
}

/** Null for a sentence and for a long name. */
export function sanitizeName(text: string, maxGraphemes: number): string | null {
  const plain = removeInvisibleCharacters(text).replace(/\s+/g, ' ').trim()
  const isName = nameForm.test(plain) && plain.split(' ').length <= wordsMax && isShort(plain, maxGraphemes)
  return isName && !usesReservedWord(plain) ? plain : null
}

function usesReservedWord(text: string): boolean {
  const drawn = skeletonOf(text)
  return reservedWords.some((word) => drawn.includes(word))
}

function isReadable(text: string): boolean {
  if (plainAscii.test(text)) return true
  const start = text.slice(0, tokenNameMax * 12)
  return [...graphemes.segment(start)].every(({ segment }) => segment.length <= 4)
}

export function fallbackChainName(chainId: number): string {
  return `Chain ${chainId}`
}

/** A grapheme of many combining marks is not readable. */
function isShort(text: string, maxGraphemes: number): boolean {
  if (plainAscii.test(text)) return text.length <= maxGraphemes
  if (text.length > maxGraphemes * 12) return false
  const parts = [...graphemes.segment(text)]
  return parts.length <= maxGraphemes && parts.every(({ segment }) => segment.length <= 4)
}

const combinableScripts = [
  /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u,
  ...['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Armenian', 'Georgian'].map(
    (script) => new RegExp(`^[\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]*$`, 'u'),
  ),
]

export function hasMixedScripts(text: string): boolean {
  return !plainAscii.test(text) && !combinableScripts.some((form) => form.test(text))
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Makes a text from outside safe to display: no hidden characters, single spaces, at most this many graphemes. */
export function cleanText(text: string, maxGraphemes: number): string {
  const spaced = text.slice(0, maxGraphemes * 12).replace(/[\t\n\r]/g, ' ')
  const plain = removeInvisibleCharacters(spaced).replace(/\s+/g, ' ').trim()
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
