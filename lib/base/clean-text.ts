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
export function shortText(text: string, maxGraphemes: number): readonly string[] | null {
  if (text.length > maxGraphemes * 12) return null
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment)
  return parts.length <= maxGraphemes ? parts : null
}
