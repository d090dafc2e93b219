/**
 * Limits in half characters: a digit counts 2, a separator 1. Six large digits leave room for the token and a
 * long network name.
 */
const maxHalfCharacters = { hero: 12, usual: 19 }

/** Returns the class for the largest type size that fits: 40, 28 or 22 pixels. */
export function amountClass(text: string): 'amount hero' | 'amount' | 'amount long' {
  const halves = 2 * text.length - (text.match(/[.,]/g)?.length ?? 0)
  if (halves <= maxHalfCharacters.hero) return 'amount hero'
  return halves <= maxHalfCharacters.usual ? 'amount' : 'amount long'
}
