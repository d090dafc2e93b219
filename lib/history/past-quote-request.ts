import type { Order } from '../order/order.ts'
import type { QuoteOptions } from '../service/quote-request-shape.ts'
import { type Token, tokenKey } from '../service/token.ts'
import type { HistoryEntry } from './entry-shape.ts'

export interface PastQuoteRequest {
  readonly input: Token
  readonly output: Token
  /** Digit string, smallest unit. */
  readonly inputAmount: string
  /** The name or address of the recipient; null if it was the sender. A name is read again. */
  readonly receiver: string | null
  readonly options: QuoteOptions
}

export function quoteRequestOfOrder({
  request,
  inputToken,
  outputToken,
}: Order['reviewed']): PastQuoteRequest {
  return {
    input: inputToken,
    output: outputToken,
    inputAmount: request.inputAmount,
    receiver:
      request.receiverAddress === request.userAddress
        ? null
        : (request.receiverName ?? request.receiverAddress),
    options: request.options ?? {},
  }
}

/**
 * Returns a quote request for a swap that only the service knows, with both tokens from our own lists. Null if a token
 * is on no list, or the service names no amount.
 *
 * Only the chains, the addresses and the amount come from the service. Its decimals could change the amount, and its
 * recipient could take the money.
 */
export function quoteRequestOfEntry(
  { inputToken, outputToken, inputAmount }: HistoryEntry,
  input: Token | null,
  output: Token | null,
): PastQuoteRequest | null {
  if (!isSameToken(input, inputToken) || !isSameToken(output, outputToken)) return null
  if (inputAmount === null || inputAmount === '0') return null
  return { input, output, inputAmount, receiver: null, options: {} }
}

function isSameToken(ours: Token | null, named: Token | null): ours is Token {
  return ours !== null && named !== null && tokenKey(ours) === tokenKey(named)
}
