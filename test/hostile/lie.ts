import type { Order } from '../../lib/order/order.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest, ResolvedQuoteRequest } from '../../lib/service/quote-request.ts'
import type { World } from '../harness/world.ts'
import type { Tongue } from './wire-service.ts'

/** Who lies. Everybody else in the world tells the truth. */
export type Liar =
  | 'service'
  | 'endpoint'
  | 'wallet'
  | 'token'
  | 'page'
  | 'storage'
  | 'deployment'
  | 'stranger'

/** Where a lie is told: the world, what the service says on the wire, and payments nobody made for this swap. */
export interface Scene {
  readonly world: World
  readonly service: Tongue
  readonly ask: ResolvedQuoteRequest
  /** A payment that has nothing to do with this swap. */
  pay(chainId: number, token: string, receiver: string, units: bigint): `0x${string}`
  /** Marks a lie that is told without the wire. */
  told(): void
}

/** What was seen from outside; nothing of it is Ferry's own verdict. */
export interface Observed {
  /** What the wallet was asked for, a word each. */
  readonly asked: readonly string[]
  /** The problem that refused it, and the warnings and questions of the review. */
  readonly named: readonly string[]
  /** The outcome that was claimed. */
  readonly claimed: string
  /** Why it counts as believed; empty where it was not. */
  readonly believed: readonly string[]
}

interface Named {
  /** Unique; says what is said that is not so. */
  readonly name: string
  readonly liar: Liar
}

/** A lie told during a swap: the person asks, reads the review, agrees to everything they are asked, and waits. */
export interface SwapLie extends Named {
  readonly ask?: QuoteRequest
  readonly choice?: ReviewChoice
  tell(scene: Scene): void | Promise<void>
  /** After the person has confirmed. */
  readonly later?: (scene: Scene, order: Order) => void | Promise<void>
  /** The reviewed quote dies while the approval is mined, so that another one is asked for. */
  readonly isAfterReview?: true
  /** The person takes an offer that is shown to them. */
  readonly takesOffer?: true
  /** How much time passes after the person has confirmed. */
  readonly waitMs?: number
  /** Where the wallet is asked, the review has to have said one of these. */
  readonly mustName?: readonly string[]
  /** The chains do what is said of the funds and nothing else is to be seen: the wallet must not be asked at all. */
  readonly mustRefuse?: true
}

/** A lie told elsewhere, which its own few lines observe. */
export interface OtherLie extends Named {
  observe(): Promise<Observed>
}

export type Lie = SwapLie | OtherLie
