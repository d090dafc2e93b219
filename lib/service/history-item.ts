import type { Hex } from '../base/hex.ts'
import type { StatusCode } from './status-codes.ts'
import type { Token } from './token.ts'

/** One side of a past request. */
export interface HistoryLeg {
  readonly token: Token
  /** Smallest unit; null where nothing has arrived yet. */
  readonly amount: string | null
  readonly minAmountOut: string | null
  readonly valueInUsd: string | null
  /** Dollars of one whole; absent in rows of older versions. */
  readonly priceInUsd?: string | null
  /** Dollars of the least; absent in rows of older versions. */
  readonly minValueInUsd?: string | null
}

/** A request as the service remembers it (interface 2, history item). */
export interface HistoryItem {
  readonly requestType: string
  readonly requestHash: Hex
  /** The code, or the name's where there is none; null: that carries no information. */
  readonly statusCode: StatusCode | null
  /** As the service wrote it; absent in rows of older versions. */
  readonly statusName?: string | null
  readonly sourceTransactionHash: string | null
  readonly destinationTransactionHash: string | null
  /** Where the funds went back by; deployments leave it out. */
  readonly refundTransactionHash: string | null
  /** Where that is; absent in rows of older versions. */
  readonly refundChainId?: number | null
  readonly input: readonly HistoryLeg[]
  /** What it was swapped to on the way (`intermediaryToken`); absent in rows of older versions. */
  readonly onTheWay?: readonly HistoryLeg[]
  readonly output: readonly HistoryLeg[]
  readonly sender: string
  readonly recipient: string
  readonly orderMs: number | null
  readonly sourceSeconds: number | null
  readonly destinationSeconds: number | null
}

export interface HistoryPage {
  readonly items: readonly HistoryItem[]
  readonly pageNumber: number
  readonly pageSize: number
  /** Fewer items than the page holds: there is nothing after it. */
  readonly isLast: boolean
}
