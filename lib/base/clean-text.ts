/** Controls, zero-width and direction marks: nothing a name needs, all that a forged one does (security L2). */
const unseen =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Whether a text holds what no name needs: characters that are not seen, or that turn the reading order (security L2). */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) !== -1
}

/** A text without what is not seen, and otherwise as it is. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Somebody else's text made fit to show: no hidden characters, single spaces, at most this many graphemes. */
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
