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

/** Returns the skeleton of a text: two texts that a user may take for one another have the same skeleton. */
export function skeletonOf(text: string): string {
  // Before the normal form too, which takes some for others than they look like.
  const plain = [...text].map((letter) => letterOf.get(letter) ?? letter).join('')
  const drawn = [...plain.normalize('NFKC').normalize('NFD')].map(
    (letter) => letterOf.get(letter) ?? letterOf.get(letter.toLowerCase()) ?? letter.toLowerCase(),
  )
  const letters = drawn.join('').replace(/[^\p{L}\p{N}]/gu, '')
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
}

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

/**
 * Nothing a name needs, and all that a forged one does: controls, halves of characters, whatever is drawn as nothing
 * (zero-width marks, fillers, variation selectors, tags), marks that turn the reading order, and blanks that pass for signs.
 */
const unseen =
  /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\u2800\ufff9-\ufffc\u{1d159}\u{1d173}-\u{1d17a}]/gu

/**
 * Tells whether a text holds what no name needs: characters that are not seen, or that turn the reading order (security
 * L2).
 */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) !== -1
}

/** Returns a text without what is not seen, and otherwise as it is. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
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
