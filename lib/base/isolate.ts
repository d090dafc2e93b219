/** Letters that are read from the right, and whatever turns the reading order without being one. */
const fromTheRight =
  /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const turning = /(\u2068\P{Bidi_Control}*\u2069)|\p{Bidi_Control}/gu

/** Tells whether a text may be read from the right, or turn what stands beside it. */
export function mayTurn(text: string): boolean {
  return fromTheRight.test(text)
}

/**
 * Returns a fact that keeps its direction to itself, whatever stands around it: between marks that isolate it, without
 * marks of its own but whole pairs of them. One that cannot turn anything stays as it is, so that a sentence is found
 * and copied as it is read.
 */
export function isolated(fact: string, isAround = false): string {
  if (!isAround && !mayTurn(fact)) return fact
  return `\u2068${fact.replace(turning, (_, pair: string = '') => pair)}\u2069`
}

/**
 * Returns a symbol for a place behind a number. One that does not begin with a letter is isolated by marks, so that `5` and
 * `1INCH` are not read as one number.
 */
export function symbolBehindNumber(symbol: string): string {
  return isolated(symbol, !beginsWithLetter.test(symbol))
}

/** Returns an amount with the symbol of its token: `99.56 USDC`. A line never breaks between a number and a symbol like `1INCH`. */
export function withSymbol(amountText: string, symbol: string): string {
  const blank = beginsWithLetter.test(symbol) ? ' ' : '\u00a0'
  return `${amountText}${blank}${symbolBehindNumber(symbol)}`
}

const beginsWithLetter = /^\p{L}/u
