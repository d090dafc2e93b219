import type { ValueLoss } from '../review/value-loss.ts'
import type { OrderTerms, ReviewedTerms } from './order.ts'

/** A later deal that waits for the user. */
export interface Offer {
  readonly deal: OrderTerms
  readonly reviewed: ReviewedTerms
  /** Ours and fresh; who takes it names the one they saw. Absent in older orders, where nobody can take it. */
  readonly id?: string
  /** As weighed when it came; null or absent where it was not. */
  readonly loss?: ValueLoss | null
}

/** What a deal that went on by itself brings, smallest unit of the output token, and since when. */
export interface WentOn {
  readonly minAmountOut: string
  readonly promisedAmount: string
  readonly atMs: number
}
