/** Letters of right-to-left scripts, and characters that change the reading direction. */
const rightToLeft =
  /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const directionMarks = /(\u2068\P{Bidi_Control}*\u2069)|\p{Bidi_Control}/gu

/** True if the text can be read from right to left, or can change the direction of the text around it. */
export function canChangeDirection(text: string): boolean {
  return rightToLeft.test(text)
}

/**
 * Returns a text that cannot change the direction of its surroundings. It is wrapped in isolating marks, and its own
 * direction marks are removed unless they form pairs. A text that cannot change the direction stays as it is, so that
 * a sentence can be searched and copied as displayed.
 */
export function isolateDirection(fact: string, isAround = false): string {
  if (!isAround && !canChangeDirection(fact)) return fact
  return `\u2068${fact.replace(directionMarks, (_, pair: string = '') => pair)}\u2069`
}

/**
 * Returns a symbol to display after a number. A symbol that does not begin with a letter is isolated by marks, so
 * that `5` and `1INCH` are not read as one number.
 */
export function symbolAfterNumber(symbol: string): string {
  return isolateDirection(symbol, !beginsWithLetter.test(symbol))
}

/**
 * Returns an amount with its symbol: `99.56 USDC`. A line never breaks between a number and a symbol like `1INCH`.
 */
export function withSymbol(amountText: string, symbol: string): string {
  const blank = beginsWithLetter.test(symbol) ? ' ' : '\u00a0'
  return `${amountText}${blank}${symbolAfterNumber(symbol)}`
}

const beginsWithLetter = /^\p{L}/u
