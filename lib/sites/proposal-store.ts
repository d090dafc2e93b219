import { type Database, onDatabase, type ProposalRow } from '../storage/database.ts'
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

/** Creates the proposals in IndexedDB, each written to disk before it is answered. */
export function createProposalStore(database: () => Promise<Database>): ProposalStore {
  const stored = onDatabase(database)
  return {
    read: (swapId) =>
      stored(async (opened) => {
        const row = await opened.get('proposals', swapId)
        return row === undefined ? null : ours(row)
      }),
    write: (proposal) =>
      stored(async (opened) => {
        const transaction = opened.transaction('proposals', 'readwrite', { durability: 'strict' })
        await transaction.store.put(rowOf(proposal))
        await transaction.done
      }),
    waiting: () =>
      stored(async (opened) =>
        (await opened.getAllFromIndex('proposals', 'byWaiting')).flatMap((row) => ours(row) ?? []),
      ),
    since: (sinceMs) =>
      stored(async (opened) => {
        const range = IDBKeyRange.lowerBound(sinceMs)
        const rows = await opened.getAllFromIndex('proposals', 'byCreated', range)
        return rows.flatMap((row) => ours(row) ?? [])
      }),
    ofOrder: (orderId) =>
      stored(async (opened) => {
        const row = await opened.getFromIndex('proposals', 'byOrder', orderId)
        return row === undefined ? null : ours(row)
      }),
    sweep: (beforeMs) =>
      stored(async (opened) => {
        const transaction = opened.transaction('proposals', 'readwrite', { durability: 'relaxed' })
        const range = IDBKeyRange.upperBound(beforeMs, true)
        let cursor = await transaction.store.index('byCreated').openCursor(range)
        while (cursor !== null) {
          if (cursor.value.orderId === undefined) await cursor.delete()
          cursor = await cursor.continue()
        }
        await transaction.done
      }),
  }
}

function ours({ proposal }: ProposalRow): Proposal | null {
  return (proposal.schema as unknown) === 1 ? proposal : null
}

function rowOf(proposal: Proposal): ProposalRow {
  const { swapId, createdMs, orderId } = proposal
  return {
    swapId,
    createdMs,
    ...(proposal.state === 'proposed' ? { waitingSinceMs: createdMs } : {}),
    ...(orderId === null ? {} : { orderId }),
    proposal,
  }
}
