import type { Proposal } from './proposal.ts'

/** The durable proposals. Every method rejects with `storageFailed`. */
export interface ProposalStore {
  read(swapId: string): Promise<Proposal | null>
  /** Commits with strict durability; resolves after the commit. */
  write(proposal: Proposal): Promise<void>
  /** Those that wait for the user, oldest first. */
  waiting(): Promise<readonly Proposal[]>
  /** Made from `sinceMs` on, by any site. */
  since(sinceMs: number): Promise<readonly Proposal[]>
  /** The proposal that became this order. */
  ofOrder(orderId: string): Promise<Proposal | null>
  /** Forgets those made before `beforeMs` that never became a swap. */
  sweep(beforeMs: number): Promise<void>
}
