import type { Address, Hex } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { Problem } from '../base/problem.ts'
import type { RequestType, TypeMap } from '../deployment/schema.ts'
import { type QuoteOptions, requestedMethods } from './quote-request.ts'
import type { Token } from './token.ts'

/** An amount of one token with the service's valuation. Amounts are digit strings, dollars are decimal text. */
export interface FeeAmount {
  readonly token: Token
  readonly amount: string
  readonly feeInUsd: string | null
}

/** The output of a route (interface 2, autoRoute.output; wire shapes 3). */
export interface RouteOutput {
  readonly token: Token
  /** Optimistic: before the relaying fee. */
  readonly amount: string
  /** After the relaying fee; absent in older deployments. */
  readonly effectiveAmount: string | null
  readonly minAmountOut: string
  readonly priceInUsd: string | null
  readonly valueInUsd: string | null
  /**
   * Value after all costs: the lesser of `effectiveValueInUsd` and `effectiveReceivedInUsd`. Negative if the swap costs
   * more than it brings; absent if the service sends neither.
   */
  readonly effectiveInUsd?: string
}

/** Typed data exactly as received. It is checked before it is displayed. */
export interface SignTypedData {
  readonly domain: JsonObject
  readonly types: TypeMap
  readonly values: JsonObject
}

/** A transaction that the service proposes. It is checked against the deployment file before the wallet gets it. */
export interface TxData {
  readonly to: Address
  readonly data: Hex
  /** Digit string in the native asset's smallest unit. Received hex or numbers are converted. */
  readonly value: string
  readonly chainId: number | null
}

export interface RouteDetails {
  readonly name: string
  readonly logoURI: string | null
  readonly routeFee: FeeAmount | null
  /** Display name of the exchange of the swap leg. */
  readonly dexName: string | null
}

/** An amount of a token, smallest unit. */
export interface TokenAmount {
  readonly token: Token
  readonly amount: string
}

/** Native currency that is delivered on the destination chain in addition (`refuel`). */
export interface Refuel {
  /** Its cost, taken from the input; null if the service does not state it. */
  readonly input: TokenAmount | null
  readonly output: TokenAmount
}

/** A reward from an operator. It is displayed, but never counted in the output. */
export interface Rewards {
  readonly token: Token
  readonly totalRewardAmount: string
  readonly totalRewardAmountInUsd: string | null
}

type FeeName = 'affiliateFee' | 'gasFee' | 'routeFee'

export interface PricedRoute {
  readonly output: RouteOutput
  readonly affiliateFee: FeeAmount | null
  readonly gasFee: FeeAmount | null
  readonly routeDetails: RouteDetails
  /** Fees that are present but unreadable or impossible. They are null above, which means unknown. */
  readonly unreadFees?: readonly FeeName[]
}

/** An unreadable route. It is listed with the fault and never executed. */
export interface UnreadRoute {
  readonly kind: 'auto' | 'manual' | 'deposit'
  /** The service's name; empty if that is unreadable too. */
  readonly name: string
  /** The position in the response (`$.manualRoutes[1].output.amount`), and the expected value there. */
  readonly path: string
  readonly expected: string
}

/**
 * The approval that the service proposes (interface 2). Ferry makes its own approval, and only takes the spender of a
 * manual route from here.
 */
export interface ApprovalData {
  readonly spenderAddress: string
  readonly amount: string
  readonly tokenAddress: string
  readonly userAddress: string
}

/** The automatic route (interface 2). */
export interface AutoRoute extends PricedRoute {
  readonly userOp: 'sign' | 'tx'
  readonly requestHash: Hex
  readonly requestType: RequestType
  /** Shown and compared, never acted on (API5). */
  readonly approvalData: ApprovalData | null
  readonly signTypedData: SignTypedData | null
  readonly slippagePercent: string | null
  readonly suggestedSlippagePercent?: string
  readonly txData: TxData | null
  /** The transaction has another chain's format (Solana's instructions). It cannot be executed here. */
  readonly isForeign: boolean
  /** Null if the service's figure is implausible. */
  readonly estimatedSeconds: number | null
  readonly refuel: Refuel | null
  readonly isRefuelUnread?: true
  readonly rewards: Rewards | null
  readonly quoteId: string
  readonly quoteExpirySeconds: number
  readonly routeTags: readonly string[]
}

/** A route whose transaction comes from `build-tx` and is sent by the user (wire shapes 3). */
export interface ManualRoute extends PricedRoute {
  readonly quoteId: string
  /** The quote's approval, used if the built transaction has none. Absent if it is missing or unreadable. */
  readonly approvalData?: ApprovalData
  /** Null if the deployment does not state it; then a minute from receipt. */
  readonly quoteExpirySeconds: number | null
  /** For the swap on the origin chain only. */
  readonly slippagePercent: string | null
  readonly suggestedSlippagePercent?: string
  readonly estimatedSeconds: number | null
  readonly refuel: Refuel | null
  readonly isRefuelUnread?: true
  readonly routeTags: readonly string[]
}

/** A deposit address that swaps the money sent to it, in either of its two shapes (wire shapes 3). */
export interface DepositRoute {
  readonly form: 'deposit' | 'depositRoute'
  /** Null if the older shape names no hash to follow. */
  readonly requestHash: Hex | null
  readonly address: string
  /** Null in the older shape, which means the requested value. */
  readonly token: string | null
  readonly amount: string | null
  readonly chainId: number | null
  /** If set, a transfer without the memo cannot be assigned. */
  readonly memo: string | null
  /** Unix seconds; null in the older shape. */
  readonly expirySeconds: number | null
  readonly refundAddress: string | null
  readonly totalFeeBps: string | null
  /** Null if the service promises nothing before the deposit arrived. */
  readonly output: RouteOutput | null
  readonly estimatedSeconds: number | null
}

/** `result` of the quote endpoint (interface 4.4), decoded. */
export interface Quote {
  readonly originChainId: number
  readonly destinationChainId: number
  readonly userAddress: string | null
  readonly receiverAddress: string | null
  readonly input: {
    readonly token: Token
    readonly amount: string
    readonly priceInUsd: string | null
    readonly valueInUsd: string | null
  }
  /** The call on the receiver, as the service understood it. */
  readonly destinationExec: {
    readonly destinationPayload: Hex
    readonly destinationGasLimit: string | null
  } | null
  /** Null means no automatic route, which is not an error. */
  readonly autoRoute: AutoRoute | null
  /** Further automatic routes with other optimisation goals. `autoRoute` is not repeated here. */
  readonly autoRoutes: readonly AutoRoute[]
  /** At most 50. */
  readonly manualRoutes: readonly ManualRoute[]
  readonly deposit: DepositRoute | null
  readonly unread?: readonly UnreadRoute[]
}

/** The response of `build-tx` for a chosen manual route (interface 4.7). */
export interface BuiltTransaction {
  readonly txData: TxData
  /** Shown and compared. Its spender is approved only if the deployment file allows it. */
  readonly approvalData: ApprovalData | null
}

export function listUnreadRoutes(
  { unread = [] }: Quote,
  request: { readonly options?: QuoteOptions },
): readonly UnreadRoute[] {
  const wantedMethods = requestedMethods(request.options ?? {})
  return unread.filter(({ kind }) => wantedMethods.includes(kind))
}

/**
 * Throws `serviceBadShape`, with the position of the fault, if no requested route is readable and at least one is
 * unreadable.
 */
export function requireReadableRoute(quote: Quote, request: { readonly options?: QuoteOptions }): void {
  const [first] = listUnreadRoutes(quote, request)
  const hasRoute = {
    auto: quote.autoRoute !== null,
    manual: quote.manualRoutes.length > 0,
    deposit: quote.deposit !== null,
  }
  if (first === undefined || requestedMethods(request.options ?? {}).some((way) => hasRoute[way])) return
  throw new Problem('serviceBadShape', {
    facts: { what: 'quote', path: first.path, expected: first.expected },
  })
}
