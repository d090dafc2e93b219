import type { Simulated } from '../chain/simulated.ts'

/** A cancellation of a signed order before the wallet is asked (`reviewCancel`). */
export interface CancelView {
  readonly reviewKey: string
  readonly orderId: string
  /** What it would do now. */
  readonly simulation: Simulated
  /** Permit2. */
  readonly contract: string
  /** The most its gas should cost, smallest unit of the origin chain's own currency. */
  readonly gasUnits: string
  /** Dollars of it, at most about; null where nobody values that currency. */
  readonly gasInUsd: string | null
}

/** The messages about cancelling a signed order. */
export interface CancelMessages {
  /** Checks that a signed order is unused and could be cancelled on chain now. */
  reviewCancel: { input: { orderId: string }; output: CancelView }
  /** Asks the wallet for the reviewed cancellation. */
  confirmCancel: { input: { reviewKey: string }; output: { orderId: string } }
}
