import type { Order } from './order.ts'

/** A closed order without the payloads that were signed or sent: all that is shown of it stays. The same one where there are none. */
export function compactOrder(order: Order): Order {
  const { signTypedData, txData } = order.deal
  if (signTypedData === null && txData === null && order.offer === null) return order
  return { ...order, deal: { ...order.deal, signTypedData: null, txData: null }, offer: null }
}
