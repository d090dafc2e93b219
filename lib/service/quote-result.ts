import type { Address, Hex } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { Problem } from '../base/problem.ts'
import type { RequestType, TypeMap } from '../deployment/deployment.ts'
import { askedWays, type QuoteOptions } from './quote-request.ts'
import type { Token } from './token.ts'

/** Money of one token with the service's own valuation. Amounts are digit strings, dollars decimal text. */
export interface FeeAmount {
  readonly token: Token
  readonly amount: string
  readonly feeInUsd: string | null
}

/** What a route delivers (interface 2, autoRoute.output; wire shapes 3). */
export interface RouteOutput {
  readonly token: Token
  /** Optimistic, before the relaying fee. */
  readonly amount: string
  /** After the relaying fee; absent in older deployments. */
  readonly effectiveAmount: string | null
  readonly minAmountOut: string
  readonly priceInUsd: string | null
  readonly valueInUsd: string | null
  /**
   * What is left after everything that is paid, the lesser of `effectiveValueInUsd` and `effectiveReceivedInUsd`; negative
   * where a swap costs more than it brings. Absent: the service says neither.
   */
  readonly effectiveInUsd?: string
}

/** Typed data exactly as received; checked before it is shown to anybody. */
export interface SignTypedData {
  readonly domain: JsonObject
  readonly types: TypeMap
  readonly values: JsonObject
}

/** A transaction proposed by the service; checked against the deployment file before a wallet sees it. */
export interface TxData {
  readonly to: Address
  readonly data: Hex
  /** Digit string in the native asset's smallest unit, whatever form it was received in. */
  readonly value: string
  readonly chainId: number | null
}

export interface RouteDetails {
  readonly name: string
  readonly logoURI: string | null
  readonly routeFee: FeeAmount | null
  /** Display name of the venue of the swap leg. */
  readonly dexName: string | null
}

/** An amount of a token, smallest unit. */
export interface TokenAmount {
  readonly token: Token
  readonly amount: string
}

/** Some of the destination chain's own currency that comes along (`refuel`). */
export interface Refuel {
  /** What it costs, taken from the input; null where the service does not say. */
  readonly input: TokenAmount | null
  readonly output: TokenAmount
}

/** What an operator gives back; shown, never counted in what arrives. */
export interface Rewards {
  readonly token: Token
  readonly totalRewardAmount: string
  readonly totalRewardAmountInUsd: string | null
}

/** The fees that a route may name. */
type FeeName = 'affiliateFee' | 'gasFee' | 'routeFee'

/** What every route that is priced by the service has. */
export interface PricedRoute {
  readonly output: RouteOutput
  readonly affiliateFee: FeeAmount | null
  readonly gasFee: FeeAmount | null
  readonly routeDetails: RouteDetails
  /** Fees that are said in a way that cannot be read, or cannot be: null above, and not known. Absent: none. */
  readonly unreadFees?: readonly FeeName[]
}

/** A route that could not be read: told with what is wrong with it, never carried out. */
export interface UnreadRoute {
  readonly kind: 'auto' | 'manual' | 'deposit'
  /** As the service calls it; empty where not even that can be read. */
  readonly name: string
  /** Where in the answer (`$.manualRoutes[1].output.amount`), and what belongs there. */
  readonly path: string
  readonly expected: string
}

/** The approval that the service proposes (interface 2): what Ferry approves is its own, except for whom a manual route names. */
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
  /** What the service suggests that a user allows. Absent: nothing that can be read. */
  readonly suggestedSlippagePercent?: string
  readonly txData: TxData | null
  /** Its transaction has another chain's form (Solana's instructions): shown, not executable here. */
  readonly isForeign: boolean
  /** Null where the service's figure is not believable. */
  readonly estimatedSeconds: number | null
  readonly refuel: Refuel | null
  /** Something is said of what comes along that cannot be read. */
  readonly isRefuelUnread?: true
  readonly rewards: Rewards | null
  readonly quoteId: string
  readonly quoteExpirySeconds: number
  readonly routeTags: readonly string[]
}

/** A route whose transaction `build-tx` makes and the user sends (wire shapes 3). */
export interface ManualRoute extends PricedRoute {
  readonly quoteId: string
  /** As the quote has it, for where the built transaction brings none. Absent: nothing that can be read. */
  readonly approvalData?: ApprovalData
  /** Null in deployments that do not say: a minute from its receipt then. */
  readonly quoteExpirySeconds: number | null
  /** Covers the swap on the origin chain only. */
  readonly slippagePercent: string | null
  /** What the service suggests that a user allows. Absent: nothing that can be read. */
  readonly suggestedSlippagePercent?: string
  readonly estimatedSeconds: number | null
  readonly refuel: Refuel | null
  readonly isRefuelUnread?: true
  readonly routeTags: readonly string[]
}

/** An address that swaps what is sent to it, in either of its two shapes (wire shapes 3). */
export interface DepositRoute {
  readonly form: 'deposit' | 'depositRoute'
  /** Null where the older shape names none that could be followed. */
  readonly requestHash: Hex | null
  readonly address: string
  /** What the older shape leaves out is what was asked for. */
  readonly token: string | null
  readonly amount: string | null
  readonly chainId: number | null
  /** Without it the deposit is nobody's, where there is one. */
  readonly memo: string | null
  /** Unix seconds; null in the older shape. */
  readonly expirySeconds: number | null
  readonly refundAddress: string | null
  readonly totalFeeBps: string | null
  /** Null where the service promises nothing before the deposit is there. */
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
  /** What is run on the receiver, as the service understood it. */
  readonly destinationExec: {
    readonly destinationPayload: Hex
    readonly destinationGasLimit: string | null
  } | null
  /** Null: no automatic route; not an error. */
  readonly autoRoute: AutoRoute | null
  /** More automatic routes, made for other aims; never the one above. */
  readonly autoRoutes: readonly AutoRoute[]
  /** At most 50. */
  readonly manualRoutes: readonly ManualRoute[]
  readonly deposit: DepositRoute | null
  /** Routes that could not be read, which cost the others nothing. Absent: none. */
  readonly unread?: readonly UnreadRoute[]
}

/** What `build-tx` makes of a chosen manual route (interface 4.7). */
export interface BuiltTransaction {
  readonly txData: TxData
  /** Shown and compared; its spender is approved only where the deployment file allows it. */
  readonly approvalData: ApprovalData | null
}

/** Returns the routes of a kind that was asked for which could not be read. */
export function unreadOf(
  { unread = [] }: Quote,
  request: { readonly options?: QuoteOptions },
): readonly UnreadRoute[] {
  const wanted = askedWays(request.options ?? {})
  return unread.filter(({ kind }) => wanted.includes(kind))
}

/** Throws `serviceBadShape` with the place in a quote whose every route could not be read. */
export function requireReadable(quote: Quote, request: { readonly options?: QuoteOptions }): void {
  const [first] = unreadOf(quote, request)
  const hasRoute = {
    auto: quote.autoRoute !== null,
    manual: quote.manualRoutes.length > 0,
    deposit: quote.deposit !== null,
  }
  if (first === undefined || askedWays(request.options ?? {}).some((way) => hasRoute[way])) return
  throw new Problem('serviceBadShape', {
    facts: { what: 'quote', path: first.path, expected: first.expected },
  })
}
