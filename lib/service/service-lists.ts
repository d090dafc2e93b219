import type { ServiceCall } from '../order/order.ts'

/** What a review takes from the service's lists. */
export interface ServiceLists {
  /** What the list of chains wants kept back of a chain's own coin for gas, smallest unit; 0 where it says nothing. */
  reserveUnits(chainId: number): Promise<bigint>
  /** The answers that the list of chains and these chains' tokens came with, each once; none that nobody asked for yet. */
  answers(chainIds: readonly number[]): Promise<readonly ServiceCall[]>
}
