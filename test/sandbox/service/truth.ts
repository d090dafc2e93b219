import type { Hash } from 'viem'
import type { RequestKind } from '../chains/ledger.ts'
import { type Offer, type Request, type StatusCode, statusNames } from './book.ts'
import type { Outcome } from './service-settings.ts'
import { requestKind } from './status-record.ts'

export interface TrueRequest {
  /** A manual route's source transaction hash. */
  readonly requestHash: Hash
  readonly way: Offer['way']
  readonly requestType: RequestKind
  readonly quoteId: string
  /** Id of a manual route's bridge or DEX. */
  readonly venue: string | null
  readonly statusCode: StatusCode
  readonly status: (typeof statusNames)[number]
  readonly outcome: Outcome
  readonly onchain: boolean
  readonly sender: string
  readonly receiver: string
  readonly originChainId: number
  readonly destinationChainId: number
  readonly inputToken: string
  readonly inputAmount: string
  /** The arrived token, which differs for a wrong deposit. */
  readonly broughtToken: string
  readonly broughtAmount: string
  readonly outputToken: string
  readonly minOutputAmount: string
  /** The receiver's output, paid if `destinationTransactionHash` is set. */
  readonly outputAmount: string
  /** Native units that the receiver also gets. */
  readonly refuelAmount: string
  readonly affiliateAmount: string
  /** A deposit's expiry of its address, a manual route's expiry of its quote. */
  readonly deadlineSeconds: number
  readonly depositAddress: string | null
  readonly depositMemo: string | null
  readonly destinationMemo: string | null
  readonly refundAddress: string | null
  readonly sourceTransactionHash: string | null
  readonly extractTransactionHash: Hash | null
  readonly intermediateSwapTransactionHash: Hash | null
  readonly destinationTransactionHash: string | null
  readonly settleTransactionHash: Hash | null
  readonly refundTransactionHash: string | null
  readonly refundChainId: number | null
  readonly refuelTransactionHash: string | null
  readonly payloadTransactionHash: Hash | null
  readonly feeTransactionHash: Hash | null
  readonly surplus: Request['surplus']
  readonly problem: string | null
}

export function trueRequest(request: Request): TrueRequest {
  const { offer, code, outcome, user, problem, price, brought } = request
  const { request: params } = offer
  const deposit = offer.way === 'deposit' ? offer : null
  return {
    requestHash: request.hash,
    way: offer.way,
    requestType: requestKind(offer),
    quoteId: offer.quoteId,
    venue: offer.way === 'manual' ? offer.venue.id : null,
    statusCode: code,
    status: statusNames[code],
    outcome,
    onchain: offer.way !== 'auto' || offer.onchain,
    sender: user,
    receiver: params.receiver,
    originChainId: params.originChainId,
    destinationChainId: params.destinationChainId,
    inputToken: offer.input.address,
    inputAmount: String(params.inputUnits),
    broughtToken: brought.token.address,
    broughtAmount: String(brought.units),
    outputToken: offer.output.address,
    minOutputAmount: String(price.minUnits),
    outputAmount: String(price.effectiveUnits),
    refuelAmount: String(price.refuel?.units ?? 0n),
    affiliateAmount: String(price.affiliateUnits),
    deadlineSeconds: offer.way === 'auto' ? offer.deadlineSeconds : offer.expirySeconds,
    depositAddress: deposit?.address ?? null,
    depositMemo: deposit?.memo ?? null,
    destinationMemo: params.deposit.destinationMemo,
    refundAddress: params.deposit.refundAddress,
    sourceTransactionHash: request.originTxHash,
    extractTransactionHash: request.extractTxHash,
    intermediateSwapTransactionHash: request.intermediateSwapTxHash,
    destinationTransactionHash: request.destinationTxHash,
    settleTransactionHash: request.settleTxHash,
    refundTransactionHash: request.refundTxHash,
    refundChainId: request.refundTxHash === null ? null : request.refundChainId,
    refuelTransactionHash: request.refuelTxHash,
    payloadTransactionHash: request.payloadTxHash,
    feeTransactionHash: request.feeTxHash,
    surplus: request.surplus,
    problem,
  }
}
