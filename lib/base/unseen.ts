/** Most names in a token list are plain ASCII, and the rules for other scripts take a hundred times as long. */
export const plainAscii = /^[\x20-\x7e]*$/

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
  return !plainAscii.test(text) && text.search(unseen) !== -1
}

/** Returns a text without what is not seen, and otherwise as it is. */
export function withoutUnseen(text: string): string {
  return plainAscii.test(text) ? text : text.replace(unseen, '')
}
