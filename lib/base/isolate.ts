import { textDirection } from './text.ts'

const rightToLeft =
  /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const directionMarks = /(\u2068\P{Bidi_Control}*\u2069)|\p{Bidi_Control}/gu

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
 * Returns an amount that never turns around: among right-to-left texts too, the sign stands before the number and the
 * symbol after it.
 */
export function keepOrder(amountText: string): string {
  return textDirection === 'rtl' ? `\u2066${amountText}\u2069` : amountText
}

/** A symbol like `1INCH` is isolated, so that no digit of it is read as the number's, and no line breaks before it. */
export function withSymbol(amountText: string, symbol: string): string {
  const isWord = beginsWithLetter.test(symbol)
  return keepOrder(`${amountText}${isWord ? ' ' : '\u00a0'}${isolateDirection(symbol, !isWord)}`)
}

const beginsWithLetter = /^\p{L}/u
