import type { ProblemData } from '../base/problem-shape.ts'
import type { Evidence } from '../chain/evidence.ts'
import type { Deployment } from '../deployment/schema.ts'
import { permitExpiryMs, quoteEndsMs } from '../quote/held-quote.ts'
import { createDepositView, type DepositView } from '../quote/route-view.ts'
import { measureCost, type SwapCost } from '../quote/swap-cost.ts'
import type { OrderTerms } from '../quote/terms.ts'
import { isTerminal } from '../service/status-codes.ts'
import { createProblemData } from './change.ts'
import { endProblem } from './end-problems.ts'
import { readLiveUntilMs } from './exits/exit-rules.ts'
import { withdrawFromMs } from './exits/withdraw.ts'
import type { Offer, Order, OrderFacts } from './order.ts'
import { hasSentApproval, lastUnansweredMs } from './order-facts.ts'
import { canAcceptDirectly, listWorsenings } from './order-terms.ts'
import { listedInboxOf } from './wallet-request.ts'

/** An order as views receive it. Never contains a signature or a request body. */
export type OrderView = OrderFacts & {
  readonly requestHash: string
  readonly quoteId: string
  /** The minimum that the wallet request guarantees. A newer quote may have raised it since the review. */
  readonly minAmountOut: string
  readonly offer: {
    readonly promisedAmount: string
    readonly minAmountOut: string
    readonly expiresMs: number
    readonly offerId: string
    readonly needsReview: 'loss' | 'terms' | null
    /** Without the gas of approvals: those are paid before an offer comes. Null if a value is unknown. */
    readonly cost: SwapCost | null
  } | null
  /** Permit deadline in this machine's clock. An unused signature is invalid afterwards. */
  readonly permitDeadlineMs: number | null
  /**
   * Last deadline of the signatures without a trusted answer, in this machine's clock. Null if no deadline ends
   * the requests.
   */
  readonly liveUntilMs: number | null
  readonly lastUnansweredMs: number | null
  /**
   * The address that a wallet shows: the spender of the input, or the target of the transaction. Null for a
   * deposit from elsewhere.
   */
  readonly contract: string | null
  readonly spender: string | null
  /** The spender of the signed permit: the swap gateway. Null if nothing is signed. */
  readonly gateway: string | null
  readonly deposit: DepositView | null
  /**
   * When the person may withdraw the funds of a failed request from the inbox. Null if the request has no
   * inbox. `reviewExit` offers it until the money is accounted for.
   */
  readonly withdrawFromMs: number | null
  /** The inbox of the request, if the deployment file lists it. */
  readonly inbox: string | null
}

/** Without signature, request body and typed data. Without a deployment, it says nothing about the inbox. */
export function orderView(order: Order, deployment: Deployment | null): OrderView {
  const { signature: _signature, submitBody: _body, terms, offer, ...stored } = order
  const { supersededRequests: _superseded, liveRequests: _liveRequests, ...shown } = stored
  const permitSpender = terms.signTypedData?.values.spender
  return {
    ...shown,
    requestHash: terms.requestHash ?? '',
    quoteId: terms.quoteId,
    minAmountOut: terms.minAmountOut,
    offer:
      offer === null
        ? null
        : {
            promisedAmount: offer.terms.promisedAmount,
            minAmountOut: offer.terms.minAmountOut,
            expiresMs: quoteEndsMs(offer.terms),
            offerId: offer.id,
            needsReview: needsReview(order, offer),
            cost: measureCost(offer.reviewed),
          },
    problem: withApproval(order, order.problem ?? reportedEndProblem(order)),
    permitDeadlineMs: permitExpiryMs(terms),
    liveUntilMs: readLiveUntilMs(order),
    lastUnansweredMs: lastUnansweredMs(order),
    contract: contractOf(terms),
    spender: terms.spender ?? contractOf(terms),
    gateway: typeof permitSpender === 'string' ? permitSpender : null,
    deposit: createDepositView(terms, order.reviewed.inputToken),
    withdrawFromMs: deployment && withdrawFromMs(order, deployment),
    inbox: deployment && listedInboxOf(order, deployment),
  }
}

function contractOf({ signTypedData, txData }: OrderTerms): string | null {
  const { verifyingContract } = signTypedData?.domain ?? {}
  return typeof verifyingContract === 'string' ? verifyingContract : (txData?.to ?? null)
}

/** A sent approval changes "nothing sent" to "only approved". */
function withApproval(order: Order, problem: ProblemData | null): ProblemData | null {
  if (problem?.money !== 'nothingSent' || !hasSentApproval(order)) return problem
  return { ...problem, money: 'approvedOnly' }
}

function reportedEndProblem(order: Order): ProblemData | null {
  const isOver = order.state === 'reported_terminal' || order.state === 'verified_terminal'
  if (!isOver) return null
  if (isTerminal(order.statusCode)) return endProblem(order, order.statusCode)
  return createProblemData('internal', 'unknown')
}

function needsReview(order: Order, offer: Offer): 'loss' | 'terms' | null {
  if (canAcceptDirectly(order, offer)) return null
  return listWorsenings(order, offer).every((one) => one === 'minimum' || one === 'loss') ? 'loss' : 'terms'
}

/** Contains no signature, and no addresses except those of contracts. */
export function supportText(order: Order, version: string): string {
  const { request } = order.reviewed
  const lines = [
    `Ferry ${version}`,
    `swap ${order.id}`,
    `state ${order.state} code ${order.statusCode ?? '-'} reported ${order.reportedCode ?? '-'}`,
    `kind ${order.kind} ${order.terms.requestType ?? '-'}`,
    `request hash ${order.terms.requestHash ?? '-'}`,
    `quote id ${order.terms.quoteId}`,
    `from chain ${request.originChainId} token ${request.inputToken} amount ${request.inputAmount}`,
    `to chain ${request.destinationChainId} token ${request.outputToken} minimum ${order.terms.minAmountOut}`,
    `source tx ${order.sourceTransactionHash ?? '-'}`,
    `destination tx ${order.destinationTransactionHash ?? '-'}`,
    `refund tx ${order.refundTransactionHash ?? '-'} chain ${order.refundChainId ?? '-'}`,
    `delivered ${order.fulfilledAmount ?? '-'}`,
    ...(order.evidence === undefined ? [] : [evidenceLine(order.evidence)]),
    ...(order.doubt === undefined ? [] : [`chain says ${order.doubt}`]),
    ...order.transactions.map((one) => `transaction ${one.purpose} ${one.hash} ${one.state}`),
    ...(order.problem === null ? [] : [problemLine(order.problem)]),
    ...order.anomalies.map((note) => `anomaly ${note}`),
    ...order.timeline.map((entry) => `${iso(entry.atMs)} ${entry.step}`),
    ...order.serviceCalls.map(
      (one) => `${iso(one.atMs)} ${one.endpoint} ${one.outcome} ${one.serverRequestId ?? '-'}`,
    ),
  ]
  return lines.join('\n')
}

function problemLine({ code, reportedBy, money, serverRequestId }: ProblemData): string {
  return `problem ${code} said by ${reportedBy} money ${money}${serverRequestId === null ? '' : ` ${serverRequestId}`}`
}

function evidenceLine(evidence: Evidence): string {
  const { kind, chainId, hash, logIndexes, units, blockNumber, sources } = evidence
  const events = logIndexes.length === 0 ? '-' : logIndexes.join(',')
  return `evidence ${kind} chain ${chainId} block ${blockNumber} tx ${hash} events ${events} units ${units} sources ${sources}`
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
