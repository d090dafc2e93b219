import type { WithdrawView } from '../quote/route-views.ts'

/** What the person does to an order that is there. */
export interface OrderMessages {
  /** Asks the wallet again where that is safe (`needs_user`). */
  retryOrder: { input: { orderId: string }; output: null }
  /** Stops an order that has nothing signed or sent. */
  abandonOrder: { input: { orderId: string }; output: null }
  /** Takes the offer that was shown; throws `offerChanged` where another one waits now, `lossNotAgreed` where it needs a review. */
  acceptOffer: { input: { orderId: string; offerId: string }; output: null }
  /** Checks that the inbox would pay the funds of a failed request back now (R11). */
  reviewWithdraw: { input: { orderId: string }; output: WithdrawView }
  /** Asks the wallet for the reviewed withdrawal. */
  confirmWithdraw: { input: { reviewKey: string }; output: { orderId: string } }
  markSeen: { input: { orderId: string }; output: null }
}
