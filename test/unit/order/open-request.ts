import type { Order, WalletPurpose } from '../../../lib/order/order.ts'
import type { OrderState } from '../../../lib/order/order-state.ts'
import { orderOf, requestOf } from './order-fixture.ts'

/** An order whose wallet request `asked` is open. */
export function requesting(state: OrderState, purpose: WalletPurpose, fields: Partial<Order> = {}): Order {
  return orderOf({ state, walletRequest: requestOf(purpose), ...fields })
}
