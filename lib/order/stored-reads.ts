import type { ReviewPorts } from '../review/review-ports.ts'
import type { ServiceLists } from '../tokens/catalogue.ts'
import { readReservedAllowance } from './chain-reads.ts'
import type { FlowPorts } from './flow-ports.ts'
import { readLiveSignature } from './live-signatures.ts'

/** Adds to the flows' ports what a review reads from the lists and from the stored orders. */
export function createReviewPorts(ports: FlowPorts, lists: ServiceLists): FlowPorts & ReviewPorts {
  return {
    ...ports,
    lists,
    readReservedAllowance: async (key) => readReservedAllowance(await ports.store.open(), key, null, ports),
    readLiveSignature: (next) => readLiveSignature(next, ports),
  }
}
