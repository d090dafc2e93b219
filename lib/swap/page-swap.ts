import type { Order } from './order.ts'
import { isProven } from './order-phase.ts'
import { orderStateWords, type PageState } from './order-state.ts'
import type { Proposal } from './proposal.ts'
import { statusNames } from './status.ts'

/** A swap as the page that proposed it sees it (agreements 4): nothing of the person but what the chains tell. */
export interface PageSwap {
  readonly swapId: string
  readonly reference: string | null
  readonly state: PageState | 'proposed'
  /** The end was proven on chain; false while it is only reported. */
  readonly verified: boolean
  readonly requestHash: string | null
  readonly statusCode: number | null
  readonly statusName: string | null
  readonly sourceTransactionHash: string | null
  readonly destinationTransactionHash: string | null
}

/** The swap of a proposal; `order` is what it became. */
export function pageSwap(proposal: Proposal, order: Order | null): PageSwap {
  const { swapId, reference, state } = proposal
  if (state !== 'confirmed') return { swapId, reference, state, ...nothingKnown }
  // An order this browser has lost.
  if (order === null) return { swapId, reference, state: 'unknown', ...nothingKnown }
  const { statusCode } = order
  return {
    swapId,
    reference,
    state: orderStateWords(order).pageState,
    verified: isProven(order),
    requestHash: order.deal.requestHash,
    statusCode,
    statusName: statusCode === null ? null : statusNames[statusCode],
    sourceTransactionHash: order.sourceTransactionHash,
    destinationTransactionHash: order.destinationTransactionHash,
  }
}

const nothingKnown = {
  verified: false,
  requestHash: null,
  statusCode: null,
  statusName: null,
  sourceTransactionHash: null,
  destinationTransactionHash: null,
} as const
