import * as v from 'valibot'
import { type Handlers, idShape, message, messageOnce, nothing, oneOrder, output } from '../base/message.ts'
import { Problem } from '../base/problem.ts'
import type { WithdrawView } from '../quote/route-view.ts'
import type { ReviewPorts } from '../review/review.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'
import type { Account, WalletRef } from '../wallet/port.ts'
import type { AllowanceLine, RevokeTerms } from './allowances.ts'
import {
  type CancelView,
  cancelReviews,
  exitWallet,
  reviewCancel,
  reviewWithdraw,
  withdrawFromMs,
  withdrawReviews,
} from './flows/exit-reviews.ts'
import { placeOfWithdrawal } from './flows/exit-rules.ts'
import { listAllowances, reviewRevoke, revokeReviews } from './flows/revoke-review.ts'
import type { Order } from './order.ts'
import { isOfferPlain } from './order-terms.ts'
import { type OrderView, orderView } from './order-view.ts'
import type { Orders } from './orders.ts'
import { knownOrder } from './reads.ts'
import type { Run } from './run.ts'
import { wrappedInput } from './wrapped-input.ts'

const reviewed = v.strictObject({ reviewKey: idShape })

/** What a user does to an order that is there. */
export const orderMessages = {
  order: message(oneOrder, output<OrderView>()),
  markSeen: message(oneOrder, output<null>()),
  /** Asks the wallet again where that is safe; `requestId` is the one that the user saw unanswered. */
  retryOrder: messageOnce(
    v.strictObject({ orderId: idShape, requestId: v.exactOptional(idShape) }),
    output<null>(),
  ),
  /** Stops an order that has nothing signed or sent. */
  abandonOrder: messageOnce(oneOrder, output<null>()),
  /** Takes the offer that was shown; throws `offerChanged` where another one waits now, `lossNotAgreed` where it needs a review. */
  acceptOffer: messageOnce(v.strictObject({ orderId: idShape, offerId: idShape }), output<null>()),
  /** Checks that the inbox would pay the funds of a failed request back now (R11). */
  reviewWithdraw: message(oneOrder, output<WithdrawView>()),
  /** Asks the wallet for the reviewed withdrawal. */
  confirmWithdraw: messageOnce(reviewed, output<{ orderId: string }>()),
  /** Checks that a signed order is unused and could be cancelled on chain now. */
  reviewCancel: message(oneOrder, output<CancelView>()),
  /** Asks the wallet for the reviewed cancellation. */
  confirmCancel: messageOnce(reviewed, output<{ orderId: string }>()),
  /** The allowances that Ferry ever asked for or stood on, each with what its chain says is left now. */
  allowances: message(nothing, output<readonly AllowanceLine[]>()),
  /** Checks that the allowance of a swap that is over could be taken back now. */
  reviewRevoke: message(oneOrder, output<RevokeTerms>()),
  /** Asks the wallet for the reviewed revocation. */
  confirmRevoke: messageOnce(reviewed, output<{ orderId: string }>()),
}

interface OrderHandlerPorts {
  readonly reviewPorts: ReviewPorts
  readonly orders: Orders
  readonly run: Run
  readonly account: { get(): Promise<Account | null> }
}

/** Answers what a user does to an order that is there. */
export function orderHandlers(ports: OrderHandlerPorts): Handlers<typeof orderMessages> {
  const { reviewPorts, orders, run, account } = ports
  const happen = (kind: 'abandon' | 'seen') => async (input: { orderId: string }) => {
    await run.dispatch(input.orderId, { kind })
    return null
  }
  return {
    ...allowanceHandlers(ports),
    async order({ orderId }) {
      const order = await knownOrder(orders, orderId)
      return orderView(order, withdrawFromMs(order, reviewPorts.deployment))
    },
    markSeen: happen('seen'),
    async retryOrder({ orderId, ...seen }) {
      await run.dispatch(orderId, { kind: 'retry', ...seen })
      return null
    },
    abandonOrder: happen('abandon'),
    async acceptOffer({ orderId, offerId }) {
      const order = await knownOrder(orders, orderId)
      if (order.offer?.id !== offerId) throw new Problem('offerChanged')
      if (!isOfferPlain(order, order.offer)) throw new Problem('lossNotAgreed')
      await run.dispatch(orderId, { kind: 'acceptOffer', offerId })
      return null
    },
    async reviewWithdraw({ orderId }) {
      const order = await knownOrder(orders, orderId)
      const { accountNonce: _nonce, ...shown } = await reviewWithdraw(order, await account.get(), reviewPorts)
      const wrapped = wrappedInput(order, reviewPorts.deployment)
      return { ...shown, token: order.reviewed.inputToken, wrapped }
    },
    async confirmWithdraw({ reviewKey }) {
      const { orderId, accountNonce } = await withdrawReviews.take(reviewKey, reviewPorts.kept)
      const order = await knownOrder(orders, orderId)
      const wallet = await exitWalletNow(order, ports, placeOfWithdrawal(order))
      await run.dispatch(orderId, { kind: 'withdraw', accountNonce, wallet })
      return { orderId }
    },
    async reviewCancel({ orderId }) {
      const order = await knownOrder(orders, orderId)
      const review = await reviewCancel(order, await account.get(), reviewPorts)
      const { accountNonce: _nonce, sinceBlock: _block, ...shown } = review
      return shown
    },
    async confirmCancel({ reviewKey }) {
      const { orderId, accountNonce, sinceBlock } = await cancelReviews.take(reviewKey, reviewPorts.kept)
      const wallet = await exitWalletNow(await knownOrder(orders, orderId), ports, { money: 'untaken' })
      await run.dispatch(orderId, { kind: 'cancel', accountNonce, sinceBlock, wallet })
      return { orderId }
    },
  }
}

/** Returns the wallet that is connected at the confirmation of an exit; throws as `exitWallet` does. */
async function exitWalletNow(
  { reviewed }: Order,
  { account }: Pick<OrderHandlerPorts, 'account'>,
  where: Parameters<typeof exitWallet>[2],
): Promise<WalletRef> {
  return exitWallet(await account.get(), walletQuoteRequest(reviewed.request).userAddress, where)
}

/** Answers what is still allowed, and takes an allowance back. */
function allowanceHandlers({
  reviewPorts,
  orders,
  run,
  account,
}: OrderHandlerPorts): Pick<Handlers<typeof orderMessages>, 'allowances' | 'reviewRevoke' | 'confirmRevoke'> {
  return {
    allowances: () => listAllowances(reviewPorts),
    async reviewRevoke({ orderId }) {
      const order = await knownOrder(orders, orderId)
      const { accountNonce: _nonce, ...shown } = await reviewRevoke(order, await account.get(), reviewPorts)
      return shown
    },
    async confirmRevoke({ reviewKey }) {
      const { orderId, accountNonce } = await revokeReviews.read(reviewKey, reviewPorts.kept)
      const wallet = await exitWalletNow(await knownOrder(orders, orderId), { account }, { money: 'unmoved' })
      await run.dispatch(orderId, { kind: 'revoke', reviewKey, accountNonce, wallet })
      return { orderId }
    },
  }
}
