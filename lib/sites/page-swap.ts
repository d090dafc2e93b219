import { sameAddress } from '../base/hex.ts'
import type { Order } from '../order/order.ts'
import { refundChainOf } from '../order/order-facts.ts'
import { isProven, orderStateWords, type PageState } from '../order/order-state.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request.ts'
import { statusNames } from '../service/status-codes.ts'
import type { Proposal, ProposedSwap } from './proposal.ts'

/** What the user confirmed, which may be another deal than the page proposed. Amounts are digit strings, smallest unit. */
export interface PageDeal {
  readonly originChainId: number
  readonly destinationChainId: number
  readonly inputToken: string
  readonly inputAmount: string
  readonly outputToken: string
  readonly receiverAddress: string
  /** The least that may arrive. */
  readonly minOutputAmount: string
  /** What was promised about. */
  readonly outputAmount: string
}

/** A swap as the page that proposed it sees it: nothing of the user but what the chains tell of a swap. */
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
  readonly refundTransactionHash: string | null
  /** Where the refund is: the origin, or the destination, where it went to the receiver; null where there is none. */
  readonly refundChainId: number | null
  /** Whether what was confirmed is what the page proposed, the receiver included. */
  readonly asProposed: boolean | null
  readonly deal: PageDeal | null
}

/** Returns the swap of a proposal; `order` is what it became. */
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
    refundTransactionHash: order.refundTransactionHash,
    refundChainId: statusCode === 7 ? refundChainOf(order) : null,
    asProposed: isAsProposed(proposal.swap, order.reviewed.ask),
    deal: dealOf(order),
  }
}

/** A page that names no receiver means the user themselves. */
function isAsProposed(swap: ProposedSwap, ask: ResolvedQuoteRequest): boolean {
  return (
    swap.originChainId === ask.originChainId &&
    swap.destinationChainId === ask.destinationChainId &&
    sameAddress(swap.inputToken, ask.inputToken) &&
    swap.inputAmount === ask.inputAmount &&
    sameAddress(swap.outputToken, ask.outputToken) &&
    sameAddress(swap.receiverAddress ?? ask.userAddress, ask.receiverAddress)
  )
}

function dealOf({ deal, reviewed: { ask } }: Order): PageDeal {
  const { originChainId, destinationChainId, inputToken, inputAmount, outputToken, receiverAddress } = ask
  return {
    originChainId,
    destinationChainId,
    inputToken,
    inputAmount,
    outputToken,
    receiverAddress,
    minOutputAmount: deal.minAmountOut,
    outputAmount: deal.promisedAmount,
  }
}

const nothingKnown = {
  verified: false,
  requestHash: null,
  statusCode: null,
  statusName: null,
  sourceTransactionHash: null,
  destinationTransactionHash: null,
  refundTransactionHash: null,
  refundChainId: null,
  asProposed: null,
  deal: null,
} as const
