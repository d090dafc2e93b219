import type { Proposal } from '../../../lib/sites/sites.ts'

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
