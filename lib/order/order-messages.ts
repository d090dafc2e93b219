import * as v from 'valibot'
import {
  answerNull,
  type Handlers,
  idShape,
  message,
  messageOnce,
  noInput,
  orderIdInput,
  output,
} from '../base/message.ts'
import { Problem } from '../base/problem.ts'
import { textShape } from '../base/shapes.ts'
import type { ProposedBy } from '../review/consents.ts'
import type { Account } from '../wallet/port.ts'
import type { Wallets } from '../wallet/wallets.ts'
import { listAllowances, readOrderAllowance } from './allowance-reads.ts'
import type { AllowanceEntry, RemainingAllowance } from './allowances.ts'
import { confirmReview } from './confirm-review.ts'
import { exitWallet } from './exits/exit-engine.ts'
import { type ExitView, exitReviews, reviewExit } from './exits/exit-review.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order } from './order.ts'
import type { OrderEngine } from './order-engine.ts'
import { requireNotRestored, walletOf } from './order-facts.ts'
import { knownOrder } from './order-store.ts'
import { canAcceptDirectly } from './order-terms.ts'
import { type OrderView, orderView } from './order-view.ts'
import type { Orders } from './orders.ts'
import { wrappedInput } from './wrapped-input.ts'

const exitKind = v.picklist(['cancel', 'withdraw', 'revoke'])

export const orderMessages = {
  /**
   * `consent`: the user's input to a large loss, `yes` or the typed word. `receiverEnding`: their pick of `receiverChoices`;
   * `refundEnding`: the same for the refund address. A wrong pick throws `receiverNotPicked` and ends the review. `consents`:
   * codes of the given consents; a missing one throws `consentMissing`. `revokeAfter`: whether to revoke the remaining allowance
   * after the swap. The message is safe to repeat: a confirmed key returns its order.
   */
  confirm: message(
    v.strictObject({
      reviewKey: idShape,
      consent: v.exactOptional(textShape(256)),
      receiverEnding: v.exactOptional(textShape(256)),
      refundEnding: v.exactOptional(textShape(256)),
      consents: v.exactOptional(v.pipe(v.array(idShape), v.maxLength(20), v.readonly())),
      revokeAfter: v.exactOptional(v.boolean()),
    }),
    output<{ orderId: string }>(),
  ),
  order: message(orderIdInput, output<OrderView>()),
  markViewed: message(orderIdInput, output<null>()),
  /** `requestId` is the unanswered request on the person's screen. */
  retryOrder: messageOnce(
    v.strictObject({ orderId: idShape, requestId: v.exactOptional(idShape) }),
    output<null>(),
  ),
  stopOrder: messageOnce(orderIdInput, output<null>()),
  /** Shows the page of the wallet that has the order's request; false if that page is not open. */
  showWallet: message(orderIdInput, output<boolean>()),
  /** Undoes putting a swap away. */
  showOrder: message(orderIdInput, output<null>()),
  /**
   * Accepts the displayed offer. Throws `worseQuote` if a different offer is current now, and
   * `consentMissing` if the offer needs a review.
   */
  acceptOffer: messageOnce(v.strictObject({ orderId: idShape, offerId: idShape }), output<null>()),
  /** Checks that an exit is possible now, and what its transaction would do (R11). */
  reviewExit: message(v.strictObject({ kind: exitKind, orderId: idShape }), output<ExitView>()),
  confirmExit: messageOnce(
    v.strictObject({ kind: exitKind, reviewKey: idShape }),
    output<{ orderId: string }>(),
  ),
  /** Null if the order can have left no allowance, or if another order relies on it. */
  orderAllowance: message(orderIdInput, output<{ readonly left: RemainingAllowance } | null>()),
  allowances: message(noInput, output<readonly AllowanceEntry[]>()),
}

interface OrderHandlerPorts {
  readonly reviewPorts: FlowPorts
  readonly orders: Orders
  readonly run: OrderEngine
  readonly account: { get(): Promise<Account | null> }
  readonly wallet: Pick<Wallets, 'show'>
  readonly proposals: {
    start(by: ProposedBy, order: Order, start: (order: Order) => Promise<Order>): Promise<Order>
  }
  /** Throws where the browser could lose a stored swap. */
  readonly requireDurable: () => Promise<void>
}

export function orderHandlers(ports: OrderHandlerPorts): Handlers<typeof orderMessages> {
  const { reviewPorts, orders, run, account, wallet, proposals, requireDurable } = ports
  const dispatchEvent = (kind: 'stop' | 'viewed' | 'showAgain') => (input: { orderId: string }) =>
    answerNull(run.dispatch(input.orderId, { kind }))
  return {
    async confirm({ reviewKey, ...said }) {
      await requireDurable()
      const order = await confirmReview(reviewKey, await account.get(), reviewPorts, said)
      const { proposedBy } = order
      const started =
        proposedBy === undefined ? run.start(order) : proposals.start(proposedBy, order, run.start)
      return { orderId: (await started).id }
    },
    order: async ({ orderId }) => orderView(await knownOrder(orders, orderId), reviewPorts.deployment),
    markViewed: dispatchEvent('viewed'),
    async retryOrder({ orderId, ...seen }) {
      await promptableOrder(orders, orderId)
      return answerNull(run.dispatch(orderId, { kind: 'retry', ...seen }))
    },
    stopOrder: dispatchEvent('stop'),
    showWallet: async ({ orderId }) => wallet.show(walletOf(await knownOrder(orders, orderId))),
    showOrder: dispatchEvent('showAgain'),
    async acceptOffer({ orderId, offerId }) {
      const order = await promptableOrder(orders, orderId)
      if (order.offer?.id !== offerId) throw new Problem('worseQuote')
      if (!canAcceptDirectly(order, order.offer))
        throw new Problem('consentMissing', { facts: { consent: 'loss' } })
      return answerNull(run.dispatch(orderId, { kind: 'acceptOffer', offerId }))
    },
    orderAllowance: async ({ orderId }) => readOrderAllowance(await knownOrder(orders, orderId), reviewPorts),
    allowances: () => listAllowances(reviewPorts),
    async reviewExit({ kind, orderId }) {
      const order = await promptableOrder(orders, orderId)
      const review = await reviewExit(kind, order, await account.get(), reviewPorts)
      const { accountNonce: _nonce, sinceBlock: _block, ...shown } = review
      return { ...shown, wrapped: kind === 'withdraw' ? wrappedInput(order, reviewPorts.deployment) : null }
    },
    async confirmExit({ kind, reviewKey }) {
      const review = await exitReviews[kind].take(reviewKey, reviewPorts.expiringStore)
      const { orderId, accountNonce, sinceBlock } = review
      const wallet = exitWallet(kind, await knownOrder(orders, orderId), await account.get())
      await run.dispatch(orderId, { kind, reviewKey, accountNonce, sinceBlock, wallet })
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
