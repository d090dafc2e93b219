import type { OrderTerms } from '../quote/terms.ts'
import type { Order } from './order.ts'

/** Replaces the order's terms. Null if the new terms are of another kind. */
export function withTerms(order: Order, terms: OrderTerms): Order | null {
  switch (order.kind) {
    case 'signed':
      return terms.signTypedData === null ? null : { ...order, terms }
    case 'manual':
      return terms.requestHash === null ? { ...order, terms } : null
    case 'deposit':
      return terms.deposit === undefined ? null : { ...order, terms }
    default: {
      const isInbox = terms.signTypedData === null && terms.requestType !== null
      return isInbox ? { ...order, terms } : null
    }
  }
}

/**
 * Returns a stopped order with terms whose signature may still be used, so that it can be cancelled. Keeps
 * the current terms if they are among those; otherwise takes the newest.
 */
export function withCancellableTerms(order: Order): Order {
  const { liveRequests = [] } = order
  const last = liveRequests.at(-1)
  const isCurrent = liveRequests.some(({ terms }) => terms.quoteId === order.terms.quoteId)
  if (isCurrent || last === undefined) return order
  const { cancelling: _of, isPermitOver: _over, ...plain } = order
  return withTerms(plain as Order, last.terms) ?? order
}
