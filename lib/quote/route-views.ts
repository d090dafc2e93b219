import type { ProblemData } from '../base/problem.ts'
import type { Simulated } from '../chain/simulated.ts'
import type { Rewards, TokenAmount } from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'
import type { FeeList } from './route-fees.ts'

/** A route as the list of routes shows it. */
export interface RouteView extends FeeList {
  /** The same over refreshes of a quote, unlike the service's quote id. */
  readonly routeKey: string
  readonly kind: 'auto' | 'manual' | 'deposit'
  /** What it asks of the user: a signature, a transaction, or a transfer to an address. */
  readonly way: 'sign' | 'send' | 'deposit'
  /** As the service calls it; empty for a deposit. */
  readonly name: string
  readonly logoURI: string | null
  /** Venue of the swap leg. */
  readonly dexName: string | null
  /** `MAX_OUTPUT`, `SUGGESTED`, `FASTEST` are seen; others may come. */
  readonly tags: readonly string[]
  readonly outputToken: Token
  /** Smallest unit; null where nothing is promised before the deposit is there. */
  readonly promisedAmount: string | null
  readonly minAmountOut: string | null
  readonly outputValueInUsd: string | null
  /** Dollars of what arrives less gas and native fee; null where a value is not known. */
  readonly netValueInUsd: string | null
  readonly lossPercent: string | null
  readonly estimatedSeconds: number | null
  readonly slippagePercent: string | null
  /** What the service suggests, where the user's own is lower; else null. */
  readonly suggestedSlippagePercent: string | null
  /** What comes along for gas on the destination chain. */
  readonly refuel: TokenAmount | null
  readonly rewards: Rewards | null
  readonly expiresMs: number
  /** Why it cannot be executed now: shown disabled with this reason (R4). */
  readonly blocked: ProblemData | null
}

/** A deposit to be made: everything a user has to copy, and nothing less. */
export interface DepositView {
  /** Single use, in the origin chain's own form. */
  readonly address: string
  readonly token: Token
  /** Exactly this much, smallest unit. */
  readonly amount: string
  readonly chainId: number
  /** To be sent along where it is set, or the deposit is nobody's. */
  readonly memo: string | null
  /** In this machine's clock. With `depositSeen` of the order `depositPhase` tells what became of it apart. */
  readonly expiresMs: number
  readonly refundAddress: string | null
}

/** A withdrawal from the inbox before the wallet is asked (`reviewWithdraw`). */
export interface WithdrawView {
  readonly reviewKey: string
  readonly orderId: string
  /** What it would do now. */
  readonly simulation: Simulated
  /** The inbox. */
  readonly contract: string
  readonly amountUnits: string
  readonly token: Token
}
