import type { Clocks } from '../base/clocks.ts'
import type { Deployment, DeploymentChain } from '../deployment/deployment.ts'
import type { QuoteRequest, WalletQuoteRequest } from '../service/quote-request.ts'
import type { AutoRoute, Quote } from '../service/quote-result.ts'

/** What a quote is checked against: the ask, the pins and the time. */
export interface CheckInput {
  readonly ask: WalletQuoteRequest
  readonly quote: Quote
  readonly route: AutoRoute
  /** The pins of the origin chain. */
  readonly chain: DeploymentChain
  readonly deployment: Pick<Deployment, 'types' | 'permitMaxLifeSeconds' | 'fee'>
  /** Unix seconds by the service's clock, for the life of its quote only. */
  readonly nowSeconds: number
  /** What deadlines are judged by. */
  readonly clocks: Clocks
  /** The least the user accepted, in smallest units of the output token; 0 before a review. */
  readonly floorUnits: bigint
  /** Lower case. */
  readonly usedRequestHashes: ReadonlySet<string>
}

/** The same for a signed route. */
export interface PermitCheckInput extends CheckInput {
  /** Permit2 nonces of other records of this account on this chain, as digit strings. */
  readonly usedNonces: ReadonlySet<string>
}

/**
 * Tells whether the ask stays on its chain: then, and only then, the request is a SWAP_REQUEST.
 *
 * @example isSameChain({ ...ask, originChainId: 1, destinationChainId: 10 }) // false
 */
export function isSameChain(ask: QuoteRequest): boolean {
  return ask.originChainId === ask.destinationChainId
}
