import type { ResolvedQuoteRequest } from '../service/quote-request.ts'
import type { Token } from '../service/token.ts'
import type { FeeKind, RouteFee } from './route-summary.ts'

/** A swap on the origin chain, before anything goes to the destination. */
export interface OnTheWay {
  readonly token: Token
  /** The least of it, smallest unit. */
  readonly minUnits: string
}

/** The one deal the user saw on the review and agreed to; frozen with the order. */
export interface ReviewedTerms {
  readonly ask: ResolvedQuoteRequest
  /** Which route of the quote it is, to find it again in the next one; absent in orders of the first automatic route. */
  readonly routeKey?: string
  /** As the deployment file names it; absent in older orders and where it names none. */
  readonly originChainName?: string
  readonly inputToken: Token
  readonly outputToken: Token
  /** Smallest unit of the output token; what the screen called "at least". */
  readonly minAmountOut: string
  /** What the screen called "about": `effectiveAmount`, or `amount` where there is none. */
  readonly promisedAmount: string
  readonly inputValueInUsd: string | null
  readonly outputValueInUsd: string | null
  readonly fees: readonly RouteFee[]
  /** Fees that it may have and the service did not say; absent in older orders and where there are none. */
  readonly unknownFees?: readonly FeeKind[]
  readonly estimatedSeconds: number | null
  /** What the transaction sends of the chain's own currency; absent in older orders and where nothing is sent. */
  readonly nativeValueUnits?: string
  /** The switchboard of a request where the deployment file pins none, in digits: the user was asked about it. */
  readonly unknownSwitchboard?: string
  /** What comes along for gas; absent where nothing does. */
  readonly refuelUnits?: string
  /**
   * The review said how little less may arrive without another question (`leastGoingOn`); absent in older orders, and where
   * another quote was accepted since.
   */
  readonly leeway?: true
  /** The quote does not say that the call on the receiver is part of a route whose bytes cannot be read. */
  readonly isPayloadUnconfirmed?: true
  /** What the input is swapped into first; absent where it goes on as it is. */
  readonly onTheWay?: OnTheWay
}
