import { subtractDecimal } from '../base/decimal.ts'
import { Problem, withServerRequestId } from '../base/problem.ts'
import { minuteMs } from '../base/time.ts'
import { type GasPrice, gasInUsd, gasUnits } from '../chain/costs.ts'
import type { SimulationSummary } from '../chain/effects.ts'
import type { ChainHead } from '../chain/evidence.ts'
import { chainConfig } from '../deployment/deployment.ts'
import { createDisplayedRows } from '../quote/displayed-rows.ts'
import { type HeldQuote, isQuoteFresh } from '../quote/held-quote.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import { type ServiceCall, withCallLog } from '../service/service-call.ts'
import { nativeToken } from '../tokens/configure-token.ts'
import type { Account } from '../wallet/port.ts'
import { buildTerms } from './build-terms.ts'
import type { RequiredConsent } from './consents.ts'
import { chainSecondsOf, failedCheck } from './preflight.ts'
import { findNameFault } from './receiver-name.ts'
import type { LiveSignature, ReviewPorts } from './review-ports.ts'
import {
  type Approvals,
  hasUncheckedDecimals,
  readApprovals,
  readShortArrival,
  readStandingAllowance,
  type StandingAllowance,
  simulateTerms,
} from './review-reads.ts'
import { type ReviewRisk, reviewRisk } from './review-risk.ts'
import { type CheckedTerms, type ReviewedProposal, reviewConsents } from './terms-input.ts'
import { valueNativeFees } from './terms-prices.ts'

/** Checked terms with the wallet requests they lead to: frozen, and confirmed only by their key. */
export interface Review {
  readonly reviewKey: string
  readonly checked: CheckedTerms
  /** Null for a deposit sent from elsewhere. */
  readonly account: Account | null
  readonly approvals: Approvals
  readonly chainChecks: readonly string[]
  readonly risk: ReviewRisk
  readonly proposal: ReviewedProposal
  readonly gas: ReviewGas
  /** Amount that arrives of an input whose token keeps a part of each transfer, smallest unit; else null (L6). */
  readonly arrivingUnits: string | null
  readonly requiredConsents: readonly RequiredConsent[]
  /** Latest blocks of its chains. Payments before them do not belong to this swap. */
  readonly heads: readonly ChainHead[]
  readonly simulation: SimulationSummary
  /** Answers of the service that the review is based on: lists, quote and built transaction. */
  readonly serviceCalls: readonly ServiceCall[]
  /** Part of an earlier allowance that stays open after the swap. */
  readonly standing: StandingAllowance | null
  /** An earlier signature that a page may have stored; the approval covers it as well as this swap. */
  readonly liveSignature: LiveSignature | null
}

/** Displayed reviews, until they are confirmed. They survive a restart of the worker. */
export const reviews = createDisplayedRows<Review>({
  name: 'review',
  lifeMs: 15 * minuteMs,
  code: 'quoteExpired',
  money: 'nothingSent',
})

/** Estimated gas in dollars, at most: of one approval, and of the transaction. Null where it costs none or has no price. */
interface ReviewGas {
  readonly approveInUsd: string | null
  readonly sendInUsd: string | null
}

export interface ReviewChoice {
  /** Default: the automatic route. */
  readonly routeKey?: string | null
  readonly pay?: 'wallet' | 'elsewhere'
  readonly proposal?: ReviewedProposal
}

const noProposal: ReviewedProposal = { proposedBy: null, receiverChoice: null }

/**
 * Makes every check of a route that is possible before a wallet request, and freezes the review. Throws the `Problem` in
 * the way.
 */
export async function makeReview(
  held: HeldQuote,
  account: Account | null,
  ports: ReviewPorts,
  choice: ReviewChoice = {},
): Promise<Review> {
  const { pay = 'wallet', routeKey = null, proposal = noProposal } = choice
  const isElsewhere = routeKey === 'deposit' && pay === 'elsewhere'
  if (!isElsewhere && !account?.wallet) throw new Problem('walletNotConnected')
  if (!isElsewhere && (!held.executable || held.request.userAddress !== account?.address))
    throw new Problem('quoteExpired')
  const chainSeconds = await chainSecondsOf(held.request.originChainId, ports)
  const nowMs = ports.clock.nowMs()
  const others = await ports.store.listOpen()
  const { serviceCalls, service } = withCallLog(ports)
  const checked = await buildTerms(
    { ...held, deployment: ports.deployment, nowMs, chainSeconds, others, routeKey, pay },
    service,
    ports.chain,
  )
  if (!isQuoteFresh(checked.terms, ports.clock.nowMs())) throw new Problem('quoteExpired')
  // The order's commit checks again, because two views may review one quote.
  const clash = await ports.store.findClash(checked.terms)
  if (clash !== null) throw withServerRequestId(failedCheck(clash), held.response.serverRequestId)
  if (checked.kind === 'signed') await ports.probeSubmit()
  const nameFault = await findNameFault(checked.reviewed.request, ports)
  if (nameFault !== null) throw nameFault
  const approvals = await readApprovals(checked, ports)
  const risk = await reviewRisk(checked.reviewed, ports)
  const simulation = await simulateTerms(checked, approvals, ports)
  const nativePrice = risk.native?.priceInUsd ?? null
  const gasPrice = await readGasPrice(checked, approvals, ports)
  const reviewed = withTransferGas(checked, gasPrice, nativePrice, ports.deployment)
  const review = {
    reviewKey: ports.newId(),
    checked: { ...checked, reviewed: valueNativeFees(reviewed, nativePrice) },
    account: isElsewhere ? null : account,
    approvals,
    chainChecks: [
      ...(hasUncheckedDecimals(checked, ports.deployment) ? [] : ['L3']),
      ...(checked.kind === 'signed' ? ['D-5', 'V-3', 'V-4'] : []),
    ],
    risk,
    proposal,
    gas: estimateGas(checked, approvals, gasPrice, nativePrice),
    arrivingUnits: await readShortArrival(checked, ports),
    simulation,
    standing: await readStandingAllowance(checked, ports),
    liveSignature: isElsewhere ? null : await ports.readLiveSignature(checked),
    requiredConsents: reviewConsents(checked, risk, simulation),
    heads: await readHeads(checked.reviewed.request, ports),
    serviceCalls: [...(await readEarlierCalls(held, ports)), ...serviceCalls],
  }
  await reviews.put(review.reviewKey, review, ports.expiringStore)
  return review
}

async function readEarlierCalls(
  { request, response, receivedMs }: HeldQuote,
  { lists }: ReviewPorts,
): Promise<readonly ServiceCall[]> {
  const { serverRequestId } = response
  const read = await lists.serviceCalls([...new Set([request.originChainId, request.destinationChainId])])
  return [...read, { endpoint: 'quote', atMs: receivedMs, outcome: 'ok', serverRequestId }]
}

/** Latest blocks of its pinned chains that answer. Without one, Ferry uses its own clock. */
async function readHeads(
  { originChainId, destinationChainId }: ReviewedTerms['request'],
  { chain, deployment }: ReviewPorts,
): Promise<readonly ChainHead[]> {
  const pinned = [...new Set([originChainId, destinationChainId])].filter(
    (chainId) => chainConfig(deployment, chainId) !== null,
  )
  const reads = await Promise.allSettled(pinned.map((chainId) => chain.head(chainId)))
  return reads.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** Null if this wallet sends no transaction. */
async function readGasPrice(
  { terms, reviewed }: CheckedTerms,
  approvals: Approvals,
  { chain }: ReviewPorts,
): Promise<GasPrice | null> {
  const isFree = approvals.length === 0 && terms.txData === null
  return isFree ? null : chain.gasPrice(reviewed.request.originChainId)
}

function estimateGas(
  { terms, kind }: CheckedTerms,
  approvals: Approvals,
  gasPrice: GasPrice | null,
  nativePrice: string | null,
): ReviewGas {
  if (gasPrice === null) return { approveInUsd: null, sendInUsd: null }
  const send = kind === 'deposit' ? 'transfer' : 'send'
  return {
    approveInUsd: approvals.length === 0 ? null : gasInUsd(gasPrice, 'approve', nativePrice),
    sendInUsd: terms.txData === null ? null : gasInUsd(gasPrice, send, nativePrice),
  }
}

/**
 * The gas of a transfer to a deposit address is a fee that no quote names, and no value after all costs holds it: the quote
 * does not know who pays.
 */
function withTransferGas(
  { kind, reviewed }: CheckedTerms,
  gasPrice: GasPrice | null,
  nativePrice: string | null,
  deployment: ReviewPorts['deployment'],
): ReviewedTerms {
  if (kind !== 'deposit' || gasPrice === null) return reviewed
  const token = nativeToken(deployment, reviewed.request.originChainId)
  const amount = gasUnits(gasPrice, 'transfer').toString()
  const feeInUsd = gasInUsd(gasPrice, 'transfer', nativePrice)
  const { effectiveInUsd } = reviewed
  return {
    ...reviewed,
    ...(effectiveInUsd !== undefined && { effectiveInUsd: subtractDecimal(effectiveInUsd, feeInUsd ?? '0') }),
    fees: [...reviewed.fees, { kind: 'gas', token, amount, feeInUsd }],
  }
}
