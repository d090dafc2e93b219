import type { ProblemData } from '../base/problem.ts'
import type { Evidence } from '../chain/evidence.ts'
import type { Order } from './order.ts'

/** Everything support needs about an order as text: ids, times, attempts; no signature and no address but contracts'. */
export function supportText(order: Order, version: string): string {
  const { ask } = order.reviewed
  const lines = [
    `Ferry ${version}`,
    `swap ${order.id}`,
    `state ${order.state} code ${order.statusCode ?? '-'}`,
    `kind ${order.kind} ${order.deal.requestType ?? '-'}`,
    `request hash ${order.deal.requestHash ?? '-'}`,
    `quote id ${order.deal.quoteId}`,
    `from chain ${ask.originChainId} token ${ask.inputToken} amount ${ask.inputAmount}`,
    `to chain ${ask.destinationChainId} token ${ask.outputToken} minimum ${order.deal.minAmountOut}`,
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
    ...order.attempts.map(
      (one) => `${iso(one.atMs)} ${one.endpoint} ${one.outcome} ${one.serverRequestId ?? '-'}`,
    ),
  ]
  return lines.join('\n')
}

function problemLine({ code, money, serverRequestId }: ProblemData): string {
  return `problem ${code} money ${money}${serverRequestId === null ? '' : ` ${serverRequestId}`}`
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
