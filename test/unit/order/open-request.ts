import type { Order } from '../../../lib/order/order.ts'
import type { WalletPurpose } from '../../../lib/order/order-parts.ts'
import type { OrderState } from '../../../lib/order/order-state.ts'
import { orderOf } from './order-fixture.ts'

/** An order whose wallet request `asked` is open. */
export function requesting(state: OrderState, purpose: WalletPurpose, fields: Partial<Order> = {}): Order {
  const walletRequest = { requestId: 'requested', purpose, requestedMs: 0, accountNonce: 3, amountUnits: '5' }
  return orderOf({ state, walletRequest, ...fields })
}
