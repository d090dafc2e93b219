import * as v from 'valibot'
import {
  type Handlers,
  idShape,
  message,
  messageOnce,
  noInput,
  orderIdInput,
  output,
} from '../base/message.ts'
import { Problem } from '../base/problem.ts'
import type { WithdrawView } from '../quote/route-view.ts'
import type { ReviewPorts } from '../review/review.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'
import type { Account, WalletRef } from '../wallet/port.ts'
import type { AllowanceEntry, RevokeTerms } from './allowances.ts'
import { knownOrder } from './chain-reads.ts'
import {
  type CancelView,
  cancelReviews,
  exitWallet,
  reviewCancel,
  reviewWithdraw,
  withdrawFromMs,
  withdrawReviews,
} from './flows/exit-reviews.ts'
import { withdrawalPlaceOf } from './flows/exit-rules.ts'
import { listAllowances, reviewRevoke, revokeReviews } from './flows/revoke-review.ts'
import type { Order } from './order.ts'
import type { OrderEngine } from './order-engine.ts'
import { requireNotRestored } from './order-facts.ts'
import { canAcceptDirectly } from './order-terms.ts'
import { type OrderView, orderView } from './order-view.ts'
import type { Orders } from './orders.ts'
import { wrappedInput } from './wrapped-input.ts'

const reviewed = v.strictObject({ reviewKey: idShape })

export const orderMessages = {
  order: message(orderIdInput, output<OrderView>()),
  markViewed: message(orderIdInput, output<null>()),
  /** `requestId` is the unanswered request on the person's screen. */
  retryOrder: messageOnce(
    v.strictObject({ orderId: idShape, requestId: v.exactOptional(idShape) }),
    output<null>(),
  ),
  stopOrder: messageOnce(orderIdInput, output<null>()),
  /**
   * Accepts the displayed offer. Throws `offerChanged` if a different offer is current now, and
   * `lossNotConfirmed` if the offer needs a review.
   */
  acceptOffer: messageOnce(v.strictObject({ orderId: idShape, offerId: idShape }), output<null>()),
  /** Checks that the inbox would now pay back the funds of a failed request (R11). */
  reviewWithdraw: message(orderIdInput, output<WithdrawView>()),
  confirmWithdraw: messageOnce(reviewed, output<{ orderId: string }>()),
  /** Checks that a signed order is unused and can now be cancelled on chain. */
  reviewCancel: message(orderIdInput, output<CancelView>()),
  confirmCancel: messageOnce(reviewed, output<{ orderId: string }>()),
  allowances: message(noInput, output<readonly AllowanceEntry[]>()),
  /** Checks that the allowance of a finished swap can be revoked now. */
  reviewRevoke: message(orderIdInput, output<RevokeTerms>()),
  confirmRevoke: messageOnce(reviewed, output<{ orderId: string }>()),
}

interface OrderHandlerPorts {
  readonly reviewPorts: ReviewPorts
  readonly orders: Orders
  readonly run: OrderEngine
  readonly account: { get(): Promise<Account | null> }
}

export function orderHandlers(ports: OrderHandlerPorts): Handlers<typeof orderMessages> {
  const { reviewPorts, orders, run, account } = ports
  const dispatchEvent = (kind: 'stop' | 'viewed') => async (input: { orderId: string }) => {
    await run.dispatch(input.orderId, { kind })
    return null
  }
  return {
    ...allowanceHandlers(ports),
    async order({ orderId }) {
      const order = await knownOrder(orders, orderId)
      return orderView(order, withdrawFromMs(order, reviewPorts.deployment))
    },
    markViewed: dispatchEvent('viewed'),
    async retryOrder({ orderId, ...seen }) {
      await promptableOrder(orders, orderId)
      await run.dispatch(orderId, { kind: 'retry', ...seen })
      return null
    },
    stopOrder: dispatchEvent('stop'),
    async acceptOffer({ orderId, offerId }) {
      const order = await promptableOrder(orders, orderId)
      if (order.offer?.id !== offerId) throw new Problem('offerChanged')
      if (!canAcceptDirectly(order, order.offer)) throw new Problem('lossNotConfirmed')
      await run.dispatch(orderId, { kind: 'acceptOffer', offerId })
      return null
    },
    async reviewWithdraw({ orderId }) {
      const order = await promptableOrder(orders, orderId)
      const { accountNonce: _nonce, ...shown } = await reviewWithdraw(order, await account.get(), reviewPorts)
      const wrapped = wrappedInput(order, reviewPorts.deployment)
      return { ...shown, token: order.reviewed.inputToken, wrapped }
    },
    async confirmWithdraw({ reviewKey }) {
      const { orderId, accountNonce } = await withdrawReviews.take(reviewKey, reviewPorts.kept)
      const order = await knownOrder(orders, orderId)
      const wallet = await exitWalletNow(order, ports, withdrawalPlaceOf(order))
      await run.dispatch(orderId, { kind: 'withdraw', accountNonce, wallet })
      return { orderId }
    },
    async reviewCancel({ orderId }) {
      const order = await promptableOrder(orders, orderId)
      const review = await reviewCancel(order, await account.get(), reviewPorts)
      const { accountNonce: _nonce, sinceBlock: _block, ...shown } = review
      return shown
    },
    async confirmCancel({ reviewKey }) {
      const { orderId, accountNonce, sinceBlock } = await cancelReviews.take(reviewKey, reviewPorts.kept)
      const wallet = await exitWalletNow(await knownOrder(orders, orderId), ports, { money: 'neverExecuted' })
      await run.dispatch(orderId, { kind: 'cancel', accountNonce, sinceBlock, wallet })
      return { orderId }
    },
  }
}

/** Reads an order for a message that leads to a wallet request. Throws `orderRestored`. */
async function promptableOrder(orders: OrderHandlerPorts['orders'], orderId: string): Promise<Order> {
  const order = await knownOrder(orders, orderId)
  requireNotRestored(order)
  return order
}

/** Returns the wallet that is connected when an exit is confirmed. Throws like `exitWallet`. */
async function exitWalletNow(
  { reviewed }: Order,
  { account }: Pick<OrderHandlerPorts, 'account'>,
  where: Parameters<typeof exitWallet>[2],
): Promise<WalletRef> {
  return exitWallet(await account.get(), walletQuoteRequest(reviewed.request).userAddress, where)
}

function allowanceHandlers({
  reviewPorts,
  orders,
  run,
  account,
}: OrderHandlerPorts): Pick<Handlers<typeof orderMessages>, 'allowances' | 'reviewRevoke' | 'confirmRevoke'> {
  return {
    allowances: () => listAllowances(reviewPorts),
    async reviewRevoke({ orderId }) {
      const order = await promptableOrder(orders, orderId)
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
