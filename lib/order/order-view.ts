import type { ProblemData } from '../base/problem.ts'
import type { Evidence } from '../chain/evidence.ts'
import { permitEndsMs, quoteEndsMs } from '../quote/held-quote.ts'
import { type DepositView, depositView } from '../quote/route-view.ts'
import { isTerminal } from '../service/status-codes.ts'
import { plainProblem } from './change.ts'
import { endProblem } from './ending.ts'
import type { Offer, Order } from './order.ts'
import { earlierAskedMs, hasSentApproval } from './order-facts.ts'
import type { OrderTerms } from './order-parts.ts'
import { isOfferPlain, worseningsOf } from './order-terms.ts'

/** An order as views see it: never with a signature or a body. */
export type OrderView = Omit<
  Order,
  'signature' | 'submitBody' | 'offer' | 'terms' | 'supersededRequests' | 'unclosed'
> & {
  readonly requestHash: string
  readonly quoteId: string
  readonly offer: {
    readonly promisedAmount: string
    readonly minAmountOut: string
    readonly expiresMs: number
    /** Names it in `acceptOffer`. */
    readonly offerId: string
    /** Why only a new review may take it; null where it can be taken as it is shown. */
    readonly needsReview: 'loss' | 'terms' | null
  } | null
  /** Permit deadline in this machine's clock: after it an unused signature is dead. */
  readonly permitDeadlineMs: number | null
  /** Until when signatures of a stopped swap may be used, in this machine's clock; null where no deadline ends its requests. */
  readonly unclosedUntilMs: number | null
  /** When the wallet was last asked for something that it may still show, and that Ferry does not wait for; null for nothing. */
  readonly earlierAskedMs: number | null
  /** Who may take the input, or where its transaction goes: what a wallet names; null for a deposit from elsewhere. */
  readonly contract: string | null
  /** Who an approval lets take the input; null where nothing is approved. */
  readonly spender: string | null
  /** Who the signed permit lets take the input: the swap gateway; null where nothing is signed. */
  readonly gateway: string | null
  readonly deposit: DepositView | null
  /**
   * From when the user may take the funds of a failed request out of the inbox themselves; null where there are none.
   * Offered by `reviewWithdraw` while the money is not accounted for.
   */
  readonly withdrawFromMs: number | null
}

/** Returns an order for our views: without signature, body and typed data. `withdrawFromMs` as `OrderView` has it. */
export function orderView(order: Order, withdrawFromMs: number | null): OrderView {
  const { signature: _signature, submitBody: _body, terms, offer, ...stored } = order
  const { supersededRequests: _superseded, unclosed, ...shown } = stored
  return {
    ...shown,
    requestHash: terms.requestHash ?? '',
    quoteId: terms.quoteId,
    offer:
      offer === null
        ? null
        : {
            promisedAmount: offer.terms.promisedAmount,
            minAmountOut: offer.terms.minAmountOut,
            expiresMs: quoteEndsMs(offer.terms),
            offerId: offer.id,
            needsReview: needsReview(order, offer),
          },
    problem: withApproval(order, order.problem ?? toldEnd(order)),
    permitDeadlineMs: permitEndsMs(terms),
    unclosedUntilMs: lastDeadlineMs(unclosed),
    earlierAskedMs: earlierAskedMs(order),
    contract: contractOf(terms),
    spender: terms.spender ?? contractOf(terms),
    gateway: permitSpender(terms),
    deposit: depositView(terms, order.reviewed.inputToken),
    withdrawFromMs,
  }
}

function lastDeadlineMs(unclosed: Order['unclosed'] = []): number | null {
  const ends = unclosed.flatMap((request) => permitEndsMs(request.terms) ?? [])
  return ends.length === 0 ? null : Math.max(...ends)
}

function contractOf({ signTypedData, txData }: OrderTerms): string | null {
  const { verifyingContract } = signTypedData?.domain ?? {}
  return typeof verifyingContract === 'string' ? verifyingContract : (txData?.to ?? null)
}

function permitSpender({ signTypedData }: OrderTerms): string | null {
  const { spender } = signTypedData?.values ?? {}
  return typeof spender === 'string' ? spender : null
}

/** An approval that was sent is something that was sent. */
function withApproval(order: Order, problem: ProblemData | null): ProblemData | null {
  if (problem?.money !== 'nothingSent' || !hasSentApproval(order)) return problem
  return { ...problem, money: 'approvedOnly' }
}

/** Why an order failed and where the money is, where it is over and its record does not say. */
function toldEnd(order: Order): ProblemData | null {
  const isOver = order.state === 'reported_terminal' || order.state === 'verified_terminal'
  if (!isOver) return null
  if (isTerminal(order.statusCode)) return endProblem(order, order.statusCode)
  return plainProblem('internal', 'unknown')
}

/** Why only a review may take an offer. */
function needsReview(order: Order, offer: Offer): 'loss' | 'terms' | null {
  if (isOfferPlain(order, offer)) return null
  return worseningsOf(order, offer).every((one) => one === 'minimum') ? 'loss' : 'terms'
}

/**
 * Returns everything support needs about an order as text: ids, times, attempts; no signature and no address but
 * contracts'.
 */
export function supportText(order: Order, version: string): string {
  const { request: ask } = order.reviewed
  const lines = [
    `Ferry ${version}`,
    `swap ${order.id}`,
    `state ${order.state} code ${order.statusCode ?? '-'} reported ${order.reportedCode ?? '-'}`,
    `kind ${order.kind} ${order.terms.requestType ?? '-'}`,
    `request hash ${order.terms.requestHash ?? '-'}`,
    `quote id ${order.terms.quoteId}`,
    `from chain ${ask.originChainId} token ${ask.inputToken} amount ${ask.inputAmount}`,
    `to chain ${ask.destinationChainId} token ${ask.outputToken} minimum ${order.terms.minAmountOut}`,
    ...(order.wentOn === undefined
      ? []
      : [
          `${iso(order.wentOn.atMs)} went on with ${order.wentOn.minAmountOut} of ${order.reviewed.minAmountOut}`,
        ]),
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

function problemLine({ code, saidBy, money, serverRequestId }: ProblemData): string {
  return `problem ${code} said by ${saidBy} money ${money}${serverRequestId === null ? '' : ` ${serverRequestId}`}`
}

/** Returns what an end rests on, in the chain's own figures. */
function evidenceLine(evidence: Evidence): string {
  const { kind, chainId, hash, logIndexes, units, blockNumber, sources } = evidence
  const events = logIndexes.length === 0 ? '-' : logIndexes.join(',')
  return `evidence ${kind} chain ${chainId} block ${blockNumber} tx ${hash} events ${events} units ${units} sources ${sources}`
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
