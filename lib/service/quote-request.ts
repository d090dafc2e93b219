import type { Address, Hex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'

/**
 * Every optional parameter of the quote (interface 4.4) under its own name. Each is sent only when it is set; what is
 * left out is the service's default. Lists travel joined by commas, booleans as `true` or `false`.
 */
export interface QuoteOptions {
  /** Who may act on a request in the user's place; the user where it is left out. */
  readonly delegateAddress?: Address
  /** Some of the destination chain's own currency comes along. */
  readonly refuel?: boolean
  /** Called on the receiver; goes only with `destinationGasLimit`. */
  readonly destinationPayload?: Hex
  /** Digit string. */
  readonly destinationGasLimit?: string
  /** Basis points as decimal text (`3.5`); goes only with `feeTakerAddress`. */
  readonly feeBps?: string
  readonly feeTakerAddress?: Address
  readonly enableManual?: boolean
  /** Manual routes without a swap on the way. */
  readonly disableSwapping?: boolean
  readonly disableAuto?: boolean
  /** Ids as the chain's `bridges` and `dexes` name them, never display names. */
  readonly includeBridges?: readonly string[]
  readonly excludeBridges?: readonly string[]
  readonly includeDexes?: readonly string[]
  readonly excludeDexes?: readonly string[]
  readonly exclusiveTransmitter?: Address
  /** A request that is sent to the inbox instead of being signed; automatic routes only. */
  readonly useInbox?: boolean
  readonly enableMultipleAutoRoutes?: boolean
  /** The older deposit flow, answered in `depositRoute`. */
  readonly useDepositAddress?: boolean
  /** The deposit flow, answered in `deposit`; goes only with `refundAddress`. */
  readonly enableDepositAddress?: boolean
  /** In the origin chain's own format. */
  readonly refundAddress?: string
  /** For the receiver; only where the origin is Stellar. */
  readonly depositDestinationMemo?: string
  /** Name of a centralised exchange: only networks it supports. */
  readonly exchange?: string
  /** Pays the fees of some same-chain swaps on Solana. */
  readonly solanaSponsorAddress?: string
}

/** What the user wants, as it is sent to the quote endpoint (interface 4.4). */
export interface QuoteRequest {
  readonly originChainId: number
  readonly destinationChainId: number
  /** Lower case on EVM chains; another chain's own form where only a deposit can pay. */
  readonly inputToken: string
  /** Digit string in the input token's smallest unit, above zero. */
  readonly inputAmount: string
  readonly outputToken: string
  /** Null while no wallet is connected: only a deposit can be made from such a quote, everything else is indicative. */
  readonly userAddress: Address | null
  readonly receiverAddress: string | null
  /** Decimal text, `0.5` is 0.5 %; null leaves it to the service. */
  readonly slippagePercent: string | null
  readonly options?: QuoteOptions
}

/** An ask whose receiver is known: what a review shows and an order keeps. */
export interface ResolvedQuoteRequest extends QuoteRequest {
  readonly receiverAddress: string
}

/** An ask that a wallet on an EVM chain pays for. */
export interface WalletQuoteRequest extends ResolvedQuoteRequest {
  readonly userAddress: Address
  readonly inputToken: Address
}

/** Tells whether the ask is for a deposit address, by either of the two flows. */
export function asksDeposit({ options }: { readonly options?: QuoteOptions }): boolean {
  return options?.useDepositAddress === true || options?.enableDepositAddress === true
}

/** Returns the ask as one of a wallet. Throws `internal`: a deposit without a wallet has nothing to sign or send. */
export function walletAsk(ask: ResolvedQuoteRequest): WalletQuoteRequest {
  const { userAddress, inputToken } = ask
  if (userAddress === null || !inputToken.startsWith('0x'))
    throw new Problem('internal', { facts: { what: 'no wallet in this ask' } })
  return { ...ask, userAddress, inputToken: inputToken as Address }
}
