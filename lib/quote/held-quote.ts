import type { QuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-result.ts'
import type { ServiceResponse } from '../service/service.ts'
import type { Token } from '../service/token.ts'

/** A quote as it was received, with what it was asked for. */
export interface HeldQuote {
  readonly ask: QuoteRequest
  readonly answered: ServiceResponse<Quote>
  readonly receivedMs: number
  /** Made for the connected account; a deposit needs none. */
  readonly executable: boolean
  /** The output token as our own lists know it; null where they do not. */
  readonly outputToken: Token | null
  /** The account's native balance on the origin chain, read where a route is sent; null where it is not known. */
  readonly nativeUnits: string | null
}
