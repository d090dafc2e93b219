import type { Proposal } from '../swap/proposal.ts'
import type { ProposalStore } from '../swap/proposal-store.ts'
import { type Database, type ProposalRow, storageProblem } from './database.ts'

/** The proposals in IndexedDB, each written to disk before it is answered. */
export function createProposalStore(database: () => Promise<Database>): ProposalStore {
  return {
    read: (swapId) =>
      guarded(async () => {
        const row = await (await database()).get('proposals', swapId)
        return row === undefined ? null : ours(row)
      }),
    write: (proposal) =>
      guarded(async () => {
        const transaction = (await database()).transaction('proposals', 'readwrite', { durability: 'strict' })
        await transaction.store.put(rowOf(proposal))
        await transaction.done
      }),
    waiting: () =>
      guarded(async () =>
        (await (await database()).getAllFromIndex('proposals', 'byWaiting')).flatMap(
          (row) => ours(row) ?? [],
        ),
      ),
    since: (sinceMs) =>
      guarded(async () => {
        const range = IDBKeyRange.lowerBound(sinceMs)
        const rows = await (await database()).getAllFromIndex('proposals', 'byCreated', range)
        return rows.flatMap((row) => ours(row) ?? [])
      }),
    ofOrder: (orderId) =>
      guarded(async () => {
        const row = await (await database()).getFromIndex('proposals', 'byOrder', orderId)
        return row === undefined ? null : ours(row)
      }),
    sweep: (beforeMs) =>
      guarded(async () => {
        const transaction = (await database()).transaction('proposals', 'readwrite', {
          durability: 'relaxed',
        })
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

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw storageProblem(cause)
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
