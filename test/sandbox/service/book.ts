import type { Address, Hash, Hex } from 'viem'
import type { RequestKind, RequestStruct, SandboxToken } from '../chains/ledger.ts'
import type { IntermediateSwap } from './intermediate-swap.ts'
import type { RoutedToken } from './listed-token.ts'
import type { Price } from './price-route.ts'
import type { QuoteParams } from './quote-params.ts'
import type { Outcome } from './service-settings.ts'
import type { Venue } from './venues.ts'

export const statusNames = [
  'PENDING',
  'ASSIGNED',
  'EXTRACTED',
  'FULFILLED',
  'SETTLED',
  'EXPIRED',
  'CANCELLED',
  'REFUNDED',
] as const
export type StatusCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

interface Offered {
  readonly quoteId: string
  readonly request: QuoteParams
  readonly input: RoutedToken
  readonly output: RoutedToken
  readonly price: Price
  readonly expirySeconds: number
}

/** An automatic route that was quoted, with everything needed to recognise and execute its request. */
export interface Quoted extends Offered {
  readonly way: 'auto'
  readonly input: SandboxToken
  readonly output: SandboxToken
  readonly requestHash: Hash
  readonly kind: RequestKind
  readonly struct: RequestStruct
  /** Sent onchain through the inbox instead of signed. */
  readonly onchain: boolean
  readonly intermediateSwap: IntermediateSwap | null
  readonly deadlineSeconds: number
}

/** A manual route that was quoted. It becomes a request when its transaction is mined. */
export interface ManualOffer extends Offered {
  readonly way: 'manual'
  readonly venue: Venue
  /** The id by which its transaction is recognised. */
  readonly routeId: Hex
  /** How often it was built. */
  builds: number
}

/** A deposit address that was quoted. It becomes a request when a payment arrives. */
export interface DepositOffer extends Offered {
  readonly way: 'deposit'
  readonly requestHash: Hash
  readonly address: string
  readonly memo: string | null
  readonly quotedMs: number
  /** The origin chain's head when the address was made; 0 on a far chain. */
  readonly fromBlock: bigint
}

export type Offer = Quoted | ManualOffer | DepositOffer

/**
 * A request that the service has accepted, by submit or because its funds arrived. The solver advances it.
 */
export interface Request<Of extends Offer = Offer> {
  /** Its id at the status endpoint: the request hash, or a manual route's transaction. */
  readonly hash: Hash
  readonly offer: Of
  /** An address of the origin chain. */
  readonly user: string
  readonly signature: Hex | null
  readonly outcome: Outcome
  readonly orderMs: number
  /** The arrived funds. For a deposit they may differ from the requested ones. */
  readonly brought: { readonly token: RoutedToken; readonly units: bigint }
  readonly price: Price
  code: StatusCode
  /** The user's own transaction if there is one, else the extraction. */
  originTxHash: string | null
  extractTxHash: Hash | null
  intermediateSwapTxHash: Hash | null
  originSeconds: number | null
  destinationTxHash: string | null
  destinationSeconds: number | null
  settleTxHash: Hash | null
  refundTxHash: string | null
  /** The chain of its refund: the origin, or the destination. */
  refundChainId: number
  refuelTxHash: string | null
  payloadTxHash: Hash | null
  feeTxHash: Hash | null
  /** Later payments to a single-use deposit address, which were refunded. */
  readonly surplus: { readonly txHash: string; readonly refundTxHash: string }[]
  /** Why the solver could not continue, for the truth. */
  problem: string | null
}

export type Opening<Of extends Offer = Offer> = Pick<
  Request<Of>,
  'hash' | 'offer' | 'user' | 'signature' | 'outcome' | 'orderMs'
> &
  Partial<Pick<Request, 'brought' | 'price' | 'originTxHash' | 'originSeconds'>>

/**
 * Submits (or arrivals) of one request: how many were received, accepted as new, and led to an extraction (or
 * a delivery).
 */
export interface SubmitCount {
  received: number
  accepted: number
  executed: number
}

export function newRequest<Of extends Offer>(opening: Opening<Of>): Request<Of> {
  const { input, price } = opening.offer
  return {
    brought: { token: input, units: price.inputUnits },
    price,
    originTxHash: null,
    originSeconds: null,
    ...opening,
    code: 0,
    extractTxHash: null,
    intermediateSwapTxHash: null,
    destinationTxHash: null,
    destinationSeconds: null,
    settleTxHash: null,
    refundTxHash: null,
    refundChainId: input.chainId,
    refuelTxHash: null,
    payloadTxHash: null,
    feeTxHash: null,
    surplus: [],
    problem: null,
  }
}

export class Book {
  readonly quotes = new Map<string, Quoted>()
  readonly manual = new Map<string, ManualOffer>()
  /** By request hash. */
  readonly deposits = new Map<Hash, DepositOffer>()
  readonly requests = new Map<Hash, Request>()
  readonly submits = new Map<Hash, SubmitCount>()
  #count = 0

  /** A unique number since the start. */
  next(): number {
    this.#count += 1
    return this.#count
  }

  submitCount(hash: Hash): SubmitCount {
    const count = this.submits.get(hash) ?? { received: 0, accepted: 0, executed: 0 }
    this.submits.set(hash, count)
    return count
  }

  /** Adds a request at state PENDING. */
  open<Of extends Offer>(opening: Opening<Of>): Request<Of> {
    const request = newRequest(opening)
    this.requests.set(request.hash, request)
    return request
  }

  /** The automatic and deposit requests of a sender, newest first; null: of all senders. */
  history(sender: Address | null): Request<Quoted | DepositOffer>[] {
    return [...this.requests.values()]
      .filter((request): request is Request<Quoted | DepositOffer> => request.offer.way !== 'manual')
      .filter(({ user }) => sender === null || user.toLowerCase() === sender)
      .reverse()
  }

  reset(): void {
    this.quotes.clear()
    this.manual.clear()
    this.deposits.clear()
    this.requests.clear()
    this.submits.clear()
  }
}
