import { isFailure } from '../../service/status-codes.ts'
import type { Order } from '../order.ts'
import { moneyHasLeft } from '../order-way.ts'

/**
 * Whether an order's funds may still lie in the inbox though its request is over or late (R11); `fromMs` is when anybody
 * may take them out, null where they are in no inbox.
 */
export function mayWithdraw(
  order: Pick<Order, 'state' | 'statusCode' | 'kind' | 'isInboxEmpty' | 'depositSeen' | 'transactions'>,
  nowMs: number,
  fromMs: number | null,
): boolean {
  const code = order.statusCode
  // An end that is only reported says nothing of the inbox, whatever the end is; the inbox itself does.
  const isOpen = order.state === 'reported_terminal' || code === null || code <= 1 || isFailure(code)
  const waits = ['pending', 'unknown_outcome', 'reported_terminal'].includes(order.state)
  return fromMs !== null && nowMs > fromMs && isOpen && waits && !order.isInboxEmpty && moneyHasLeft(order)
}
