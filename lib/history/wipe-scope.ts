import { watchesRevoke } from '../order/allowances.ts'
import type { Order } from '../order/order.ts'
import { orderStateWords } from '../order/order-state.ts'

/** What the user types to delete orders whose money is not accounted for. */
export const wipeWord = 'delete'

/**
 * Tells whether an order may go without another word: over, every coin of it known, and no wallet asked for it (R11).
 */
export function mayWipe(
  order: Pick<Order, 'state' | 'statusCode' | 'fundsSettled' | 'walletRequest' | 'revoking'>,
): boolean {
  const isAsked = order.walletRequest !== null || watchesRevoke(order)
  return order.fundsSettled && !isAsked && orderStateWords(order).isOver
}
