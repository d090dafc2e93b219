import type { Order } from '../../lib/order/order.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { ResolvedQuoteRequest } from '../../lib/service/quote-request-shape.ts'
import type { World } from '../harness/world.ts'
import type { LyingService } from './wire-service.ts'

/** The one liar. Everything else in the world is honest. */
export type Liar =
  | 'service'
  | 'endpoint'
  | 'wallet'
  | 'token'
  | 'page'
  | 'storage'
  | 'deployment'
  | 'stranger'

/** The place of a lie: the world, the service on the wire, and payments that are not of this swap. */
export interface Scene {
  readonly world: World
  readonly service: LyingService
  readonly request: ResolvedQuoteRequest
  /** Makes a payment that has nothing to do with this swap. */
  pay(chainId: number, token: string, receiver: string, units: bigint): `0x${string}`
  /** Marks a lie that does not use the wire. */
  markLieMade(): void
}

/** Facts observed from outside. None of them is Ferry's own verdict. */
export interface Observed {
  readonly walletRequests: readonly string[]
  /** The problem that refused it, and the review's warnings and consents. */
  readonly reportedCodes: readonly string[]
  readonly claimed: string
  /** Why the lie counts as believed; empty if it was not. */
  readonly believed: readonly string[]
}

interface Named {
  /** Unique; states the false claim. */
  readonly name: string
  readonly liar: Liar
}

/** A lie during a swap. The person requests a quote, reads the review, gives all consents and waits. */
export interface SwapLie extends Named {
  readonly request?: QuoteRequest
  readonly choice?: ReviewChoice
  makeLie(scene: Scene): void | Promise<void>
  /** Runs after the person has confirmed. */
  readonly later?: (scene: Scene, order: Order) => void | Promise<void>
  /** The reviewed quote expires while the approval is mined, so Ferry requests another one. */
  readonly isAfterReview?: true
  readonly takesOffer?: true
  /** Time that passes after the person has confirmed. */
  readonly waitMs?: number
  /** If the wallet is prompted, the review must have said one of these. */
  readonly mustName?: readonly string[]
  /**
   * The chains confirm the lie's effect on the funds and nothing else shows it. The wallet must not be
   * prompted at all.
   */
  readonly mustRefuse?: true
}

/** A lie outside of a swap, observed by its own function. */
export interface OtherLie extends Named {
  observe(): Promise<Observed>
}

export type Lie = SwapLie | OtherLie
