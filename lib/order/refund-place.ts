import type { Order } from './order.ts'

type RefundFacts = Pick<Order, 'refundChainId'> & {
  readonly reviewed: { readonly ask: Pick<Order['reviewed']['ask'], 'originChainId' | 'destinationChainId'> }
}

/** Where what could not be delivered goes back to: the origin, unless the service names the destination (interface 3, rule 3). */
export function refundChainOf({ refundChainId, reviewed }: RefundFacts): number {
  return refundChainId ?? reviewed.ask.originChainId
}

/** Returns whether it goes to the recipient on the destination, and not back to where it came from. */
export function isRefundThere(order: RefundFacts): boolean {
  return refundChainOf(order) !== order.reviewed.ask.originChainId
}
