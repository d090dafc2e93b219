import type { ResolvedQuoteRequest } from '../../../lib/service/quote-request-shape.ts'
import {
  createProposalStore,
  createProposals,
  type ProposalPorts,
  type Proposals,
} from '../../../lib/sites/proposals.ts'
import type { Proposal, ProposedSwap } from '../../../lib/sites/sites.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { namedLock } from '../../harness/named-lock.ts'

export const receiver = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const bornMs = 1_800_000_000_000

/** A waiting proposal of 1.5 tokens from Harbour to Island. */
export function proposalOf(changed: Partial<Proposal> = {}): Proposal {
  return {
    schema: 1,
    swapId: 'swap-1',
    origin: 'https://shop.example',
    document: { tabId: 7, documentId: 'document-1', key: 'key-1' },
    swap: {
      originChainId: 31_337,
      destinationChainId: 31_338,
      inputToken: '0x1111111111111111111111111111111111111111',
      outputToken: '0x2222222222222222222222222222222222222222',
      inputAmount: '1500000',
      receiverAddress: null,
    },
    reference: null,
    state: 'proposed',
    isDocumentGone: false,
    orderId: null,
    createdMs: bornMs,
    endedMs: null,
    ...changed,
  }
}

/** The swap that a page proposes for this request. It names no receiver. */
export function proposedSwapOf(
  request: Pick<ResolvedQuoteRequest, Exclude<keyof ProposedSwap, 'receiverAddress'>>,
): ProposedSwap {
  const { inputToken, outputToken, originChainId, destinationChainId, inputAmount } = request
  const swap = { inputToken, outputToken, originChainId, destinationChainId, inputAmount }
  return { ...swap, receiverAddress: null } as ProposedSwap
}

let databases = 0

/** Proposals in a database of their own, of sites that may propose, whose documents are open. */
export function createTestProposals(ports: Pick<ProposalPorts, 'clock'> & Partial<ProposalPorts>): Proposals {
  databases += 1
  return createProposals({
    lock: namedLock(),
    store: createProposalStore(createDatabase(`test-proposals-${databases}`)),
    orders: { read: async () => null },
    canPropose: async () => true,
    isOffered: async () => true,
    isGone: async () => false,
    random: () => 0.3,
    onChanged: () => undefined,
    ...ports,
  })
}
