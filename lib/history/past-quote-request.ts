import type { Order } from '../order/order.ts'
import type { QuoteOptions } from '../service/quote-request.ts'
import { type Token, tokenKey } from '../service/token.ts'

/** What a swap of the past was asked as, to ask for it again. */
export interface PastQuoteRequest {
  readonly input: Token
  readonly output: Token
  /** Digit string, smallest unit. */
  readonly inputAmount: string
  /** Null where it went to the sender. */
  readonly receiver: string | null
  readonly options: QuoteOptions
}

/** What the service remembers of a request: null for what it does not say. */
interface PastAmounts {
  readonly inputToken: Token | null
  readonly outputToken: Token | null
  readonly inputAmount: string | null
}

/** Returns the ask of an order, with everything that was set for it. */
export function pastRequestOf({
  request: ask,
  inputToken,
  outputToken,
}: Order['reviewed']): PastQuoteRequest {
  return {
    input: inputToken,
    output: outputToken,
    inputAmount: ask.inputAmount,
    receiver: ask.receiverAddress === ask.userAddress ? null : ask.receiverAddress,
    options: ask.options ?? {},
  }
}

/**
 * Returns the ask of a request that only the service remembers, with the two tokens as our own lists have them; null
 * where one of them is on no list, or the service does not say what was swapped. Of the service's words only the
 * chains, the addresses and the amount are taken: decimals of its own would make another amount of it, and a recipient
 * of its own would be paid.
 */
export function pastRequestOfEntry(
  { inputToken, outputToken, inputAmount }: PastAmounts,
  input: Token | null,
  output: Token | null,
): PastQuoteRequest | null {
  if (!isSame(input, inputToken) || !isSame(output, outputToken)) return null
  if (inputAmount === null || inputAmount === '0') return null
  return { input, output, inputAmount, receiver: null, options: {} }
}

function isSame(ours: Token | null, named: Token | null): ours is Token {
  return ours !== null && named !== null && tokenKey(ours) === tokenKey(named)
}
