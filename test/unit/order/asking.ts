import type { Order, OrderState, WalletPurpose } from '../../../lib/order/order.ts'
import { orderOf } from './order-fixture.ts'

/** An order whose request `asked` is open at the wallet. */
export function asking(state: OrderState, purpose: WalletPurpose, fields: Partial<Order> = {}): Order {
  const walletRequest = { requestId: 'asked', purpose, askedMs: 0, accountNonce: 3, amountUnits: '5' }
  return orderOf({ state, walletRequest, ...fields })
}
