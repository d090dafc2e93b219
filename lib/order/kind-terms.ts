import type { Hex } from '../base/hex.ts'
import type { RequestType } from '../deployment/deployment.ts'
import type { Refuel, SignTypedData, TxData } from '../service/quote-result.ts'

/** Where a deposit goes, as it was checked and shown. */
export interface DepositTerms {
  /** In the origin chain's own form; single use. */
  readonly address: string
  readonly token: string
  readonly amount: string
  readonly chainId: number
  /** Without it the deposit is nobody's; null where the chain needs none. */
  readonly memo: string | null
  /** Unix seconds by the service's clock; what comes later is refunded. */
  readonly expirySeconds: number
  readonly refundAddress: string | null
}

/** What every order executes has: parts of one checked quote, as received. */
interface CommonTerms {
  readonly quoteId: string
  /** Unix seconds by the service's clock. */
  readonly quoteExpirySeconds: number
  /** The service's clock minus ours when the quote came, in ms. */
  readonly clockOffsetMs: number
  readonly minAmountOut: string
  readonly promisedAmount: string
  /** What comes along of the destination's own currency, as the route showed it; absent where nothing does. */
  readonly refuel?: Refuel
}

/** What a signed order executes: a permit with its request. */
export interface SignedTerms extends CommonTerms {
  readonly requestType: RequestType
  readonly requestHash: Hex
  readonly signTypedData: SignTypedData
  readonly txData: null
  /** Permit deadline, Unix seconds. */
  readonly permitDeadlineSeconds: number
  /** Permit2's unordered nonce as a digit string. */
  readonly permitNonce: string
  readonly deposit?: never
}

interface UnsignedTerms extends CommonTerms {
  readonly signTypedData: null
  readonly permitDeadlineSeconds: null
  readonly permitNonce: null
}

/** What an order to the inbox executes: a request that its transaction makes there. */
export interface InboxTerms extends UnsignedTerms {
  readonly requestType: RequestType
  readonly requestHash: Hex
  readonly txData: TxData
  readonly deposit?: never
}

/** What a manual order executes: a transaction, by which it is followed. */
export interface ManualTerms extends UnsignedTerms {
  readonly requestType: null
  readonly requestHash: null
  readonly txData: TxData
  readonly deposit?: never
}

/** What a deposit executes: a plain transfer. */
export interface TransferTerms extends UnsignedTerms {
  readonly requestType: null
  readonly requestHash: Hex
  /** Null where it is sent from elsewhere. */
  readonly txData: TxData | null
  readonly deposit: DepositTerms
}

/** What an order executes. A new quote replaces it as a whole, by one of the same kind. */
export type OrderTerms = SignedTerms | InboxTerms | ManualTerms | TransferTerms
