import * as v from 'valibot'
import { isSameAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { type Clock, dayMs } from '../base/time.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import type { Order } from '../order/order.ts'
import { isReceiverNamedByOther } from '../quote/receiver.ts'
import { createEndingChoice, createReceiverChoice } from '../review/agreement.ts'
import type { ProposedBy } from '../review/consents.ts'
import type { ReviewedProposal } from '../review/terms-input.ts'
import { originFormatOf } from '../service/quote-request.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'
import { createDatabaseAccess, type Database, type ProposalRow } from '../storage/database.ts'
import type { Account } from '../wallet/port.ts'
import {
  isSameDocument,
  maxWaiting,
  type PageDocument,
  type Proposal,
  type ProposalState,
  proposalLifeMs,
  proposalShape,
} from './sites.ts'

type NamedReceiver = Pick<
  ResolvedQuoteRequest,
  | 'originChainId'
  | 'originFormat'
  | 'destinationChainId'
  | 'destinationFormat'
  | 'receiverAddress'
  | 'userAddress'
  | 'options'
>

export interface ProposalPorts {
  readonly clock: Clock
  readonly lock: FlowPorts['lock']
  readonly store: ProposalStore
  readonly orders: Pick<FlowPorts['store'], 'read'>
  readonly canPropose: (proposal: Proposal) => Promise<boolean>
  readonly isOffered: (origin: string) => Promise<boolean>
  /** Whether the document has closed, read from its tab. A silent one has not. */
  readonly isGone: (document: PageDocument) => Promise<boolean>
  /** From 0 up to 1. */
  readonly random: () => number
  readonly onChanged: (proposal: Proposal) => void
}

export type Proposals = ReturnType<typeof createProposals>

/** How long Ferry remembers that a page named a receiver. */
const namedReceiverLifeMs = dayMs

/** Creates the proposals. Each changes under its own lock, so that it becomes at most one order. */
export function createProposals(ports: ProposalPorts) {
  const { clock, store, orders } = ports

  const withProposalLock = <T>(swapId: string, work: () => Promise<T>) =>
    ports.lock(`proposal:${swapId}`, work)

  async function saveAndNotify(proposal: Proposal): Promise<Proposal> {
    await store.write(proposal)
    ports.onChanged(proposal)
    return proposal
  }

  function saveEnded(proposal: Proposal, state: ProposalState, isDocumentGone = false): Promise<Proposal> {
    return saveAndNotify({ ...proposal, state, isDocumentGone, orderId: null, endedMs: clock.nowMs() })
  }

  /**
   * Call it under the lock. Completes a confirmation that a stopped worker missed. Expires a proposal after its lifetime, and
   * one of a site to which Ferry is not offered any more.
   */
  async function readCurrent(swapId: string): Promise<Proposal | null> {
    const proposal = await store.read(swapId)
    if (proposal?.state !== 'proposed') return proposal
    if (proposal.orderId !== null && (await orders.read(proposal.orderId)) !== null) {
      return saveAndNotify({ ...proposal, state: 'confirmed', endedMs: clock.nowMs() })
    }
    const isOver = clock.nowMs() - proposal.createdMs > proposalLifeMs
    return isOver || !(await ports.isOffered(proposal.origin)) ? saveEnded(proposal, 'expired') : proposal
  }

  const read = (swapId: string) => withProposalLock(swapId, () => readCurrent(swapId))

  /** Proposals that wait for the user, oldest first; their order never changes (M4). */
  async function listWaiting(): Promise<readonly Proposal[]> {
    const found = await store.listWaiting()
    const now = await Promise.all(found.map(({ swapId }) => read(swapId)))
    return now.filter((one) => one !== null).filter(({ state }) => state === 'proposed')
  }

  function endWaiting(
    swapId: string,
    state: Exclude<ProposalState, 'proposed' | 'confirmed'>,
    isDocumentGone = false,
  ): Promise<Proposal | null> {
    return withProposalLock(swapId, async () => {
      const proposal = await readCurrent(swapId)
      return proposal?.state === 'proposed' ? saveEnded(proposal, state, isDocumentGone) : proposal
    })
  }

  function createRefundChoice(origin: string, address: string, request: NamedReceiver) {
    return { ...createEndingChoice(origin, address, originFormatOf(request), ports.random), address }
  }

  async function requireReviewable(swapId: string): Promise<Proposal> {
    const proposal = await readCurrent(swapId)
    if (proposal?.state !== 'proposed') throw new Problem('proposalGone')
    // A page can prevent its relay from noticing that it was left (M3).
    if (await ports.isGone(proposal.document)) {
      await saveEnded(proposal, 'expired', true)
      throw new Problem('proposalGone')
    }
    if (!(await ports.canPropose(proposal))) throw new Problem('notAllowed')
    return proposal
  }

  return {
    listWaiting,
    read,
    add: async (proposal: Proposal): Promise<void> => void (await saveAndNotify(proposal)),
    /** Ends a waiting proposal; leaves any other unchanged. */
    end: endWaiting,
    /** A document closed: its waiting proposals expire. */
    async onDocumentClosed(document: PageDocument): Promise<void> {
      for (const { swapId, document: own } of await store.listWaiting()) {
        if (isSameDocument(own, document)) await endWaiting(swapId, 'expired', true)
      }
    },
    /** The document returned from the back/forward cache: its proposal waits again within the limits of new ones. */
    onDocumentRestored: (document: PageDocument): Promise<void> =>
      // The lock of new proposals: none of the same site may come between.
      ports.lock('proposals', async () => {
        for (const { swapId } of await store.listCreatedSince(clock.nowMs() - proposalLifeMs)) {
          await withProposalLock(swapId, async () => {
            const proposal = await readCurrent(swapId)
            if (proposal?.isDocumentGone !== true || !isSameDocument(proposal.document, document)) return
            const { origin } = proposal
            const waiting = await store.listWaiting()
            if (waiting.length >= maxWaiting || waiting.some((one) => one.origin === origin)) return
            if (!(await ports.isOffered(origin))) return
            await saveAndNotify({ ...proposal, state: 'proposed', isDocumentGone: false, endedMs: null })
          })
        }
      }),
    /** The user revoked the site's permission: its waiting proposals expire. */
    async onSiteRevoked(origin: string): Promise<void> {
      for (const one of await store.listWaiting()) {
        if (one.origin === origin) await endWaiting(one.swapId, 'expired')
      }
    },
    /**
     * The user picks the ending of a receiver that a page named, and of an unproven account that the wallet of a page named:
     * a page can report any account as its wallet's, and so receive the swap or its refund. `unproven`: the connected
     * account, if it is not proven to be the user's own. Throws `proposalGone` and `notAllowed`.
     */
    async resolveProposalForReview(
      swapId: string | null,
      request: NamedReceiver,
      unproven: Pick<Account, 'wallet' | 'address'> | null = null,
    ): Promise<ReviewedProposal> {
      const proposal =
        swapId === null ? null : await withProposalLock(swapId, () => requireReviewable(swapId))
      // A draft may outlive its proposal, so check all recent proposals.
      const recent = await store.listCreatedSince(clock.nowMs() - namedReceiverLifeMs)
      const naming = [...recent, ...(proposal === null ? [] : [proposal])].findLast(({ swap }) =>
        isReceiverNamedByOther(request, swap.receiverAddress),
      )
      const page = unproven?.wallet?.connector === 'page' ? unproven.wallet.origin : null
      const isOfPage = (address: string | null | undefined) =>
        page !== null && isSameAddress(address, unproven?.address)
      const receiverFrom = isOfPage(request.receiverAddress) ? page : (naming?.origin ?? null)
      const refundAddress = request.options?.refundAddress ?? request.userAddress ?? ''
      const isRefundOfPage = !isOfPage(request.receiverAddress) && isOfPage(refundAddress)
      return {
        proposedBy: proposal === null ? null : { swapId: proposal.swapId, origin: proposal.origin },
        receiverChoice:
          receiverFrom === null ? null : createReceiverChoice(receiverFrom, request, ports.random),
        ...(page !== null && isRefundOfPage
          ? { refundChoice: createRefundChoice(page, refundAddress, request) }
          : {}),
      }
    },
    /** Starts the order of a proposal and confirms the proposal with it. Throws `proposalGone` and `notAllowed`. */
    start({ swapId }: ProposedBy, order: Order, start: (order: Order) => Promise<Order>): Promise<Order> {
      return withProposalLock(swapId, async () => {
        const known = await readCurrent(swapId)
        // Confirming the same order twice starts it as one order.
        if (known?.state === 'confirmed' && known.orderId === order.id) return start(order)
        const proposal = await requireReviewable(swapId)
        await store.write({ ...proposal, orderId: order.id })
        const started = await start(order)
        await saveAndNotify({ ...proposal, orderId: order.id, state: 'confirmed', endedMs: clock.nowMs() })
        return started
      })
    },
    sweep: (): Promise<void> => store.sweep(clock.nowMs() - namedReceiverLifeMs),
  }
}

export type ProposalStore = ReturnType<typeof createProposalStore>

/** The stored proposals. Every method rejects with `storageFailed`. */
export function createProposalStore(database: () => Promise<Database>) {
  const stored = createDatabaseAccess(database)
  return {
    read: (swapId: string) =>
      stored(async (opened) => {
        const row = await opened.get('proposals', swapId)
        return row === undefined ? null : parseProposal(row)
      }),
    /** Commits with strict durability; resolves after the commit. */
    write: (proposal: Proposal) =>
      stored(async (opened) => {
        const transaction = opened.transaction('proposals', 'readwrite', { durability: 'strict' })
        await transaction.store.put(rowOf(proposal))
        await transaction.done
      }),
    listWaiting: () =>
      stored(async (opened) =>
        (await opened.getAllFromIndex('proposals', 'byWaiting')).flatMap((row) => parseProposal(row) ?? []),
      ),
    /** Proposals created at or after `sinceMs`, by any site. */
    listCreatedSince: (sinceMs: number) =>
      stored(async (opened) => {
        const range = IDBKeyRange.lowerBound(sinceMs)
        const rows = await opened.getAllFromIndex('proposals', 'byCreated', range)
        return rows.flatMap((row) => parseProposal(row) ?? [])
      }),
    /** Deletes proposals created before `beforeMs` that never became a swap. */
    sweep: (beforeMs: number) =>
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

/** Null for an invalid row, which counts as absent. */
const parseProposal = ({ proposal }: ProposalRow) => (v.is(proposalShape, proposal) ? proposal : null)

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
