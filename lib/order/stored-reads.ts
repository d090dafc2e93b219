import type { ReviewPorts } from '../review/review-ports.ts'
import type { ServiceLists } from '../tokens/catalogue.ts'
import { readReservedAllowance } from './allowance-reads.ts'
import type { FlowPorts } from './flow-ports.ts'
import { readLiveSignature } from './live-signatures.ts'

/** Adds to the flows' ports what a review reads from the lists, the stored orders and the settings. */
export function createReviewPorts(
  ports: FlowPorts,
  lists: ServiceLists,
  readSavedRecipients: ReviewPorts['readSavedRecipients'],
): FlowPorts & ReviewPorts {
  return {
    ...ports,
    lists,
    readReservedAllowance: async (key) =>
      readReservedAllowance(await ports.store.listOpen(), key, null, ports),
    readSavedRecipients,
    readLiveSignature: (next) => readLiveSignature(next, ports),
  }
}
