/** Most names in a token list are plain ASCII, and the rules for other scripts take a hundred times as long. */
export const plainAscii = /^[\x20-\x7e]*$/

/**
 * Characters that no name needs but forged names use: controls, unpaired surrogates, invisible characters (zero-width
 * marks, fillers, variation selectors, tags), marks that change the reading direction, and blanks that resemble
 * signs.
 */
const invisibleCharacters =
  /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\u2800\ufff9-\ufffc\u{1d159}\u{1d173}-\u{1d17a}]/gu

/** True if a text has invisible characters, or characters that change the reading direction (security L2). */
export function hasInvisibleCharacters(text: string): boolean {
  return !plainAscii.test(text) && text.search(invisibleCharacters) !== -1
}

export function removeInvisibleCharacters(text: string): string {
  return plainAscii.test(text) ? text : text.replace(invisibleCharacters, '')
}
