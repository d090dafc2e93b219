/** A hero of six digits leaves room for a token and a long network's name beside it; a digit is as wide as two separators. */
const mostHalves = { hero: 12, usual: 19 }

/** Returns the class of an amount that is drawn as large as its length allows: 40, 28 or 22 pixels. */
export function amountClass(text: string): 'amount hero' | 'amount' | 'amount long' {
  const halves = 2 * text.length - (text.match(/[.,]/g)?.length ?? 0)
  if (halves <= mostHalves.hero) return 'amount hero'
  return halves <= mostHalves.usual ? 'amount' : 'amount long'
}
