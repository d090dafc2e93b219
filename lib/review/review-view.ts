import { isNegative } from '../base/decimal.ts'
import { lossPercent } from '../base/decimal-math.ts'
import { isSameAddress } from '../base/hex.ts'
import { formatExactMoney } from '../base/money-text.ts'
import type { NameAfter } from '../base/text.ts'
import { getSiteNames, type Site } from '../base/url.ts'
import { isShareRounding, type SimulationSummary } from '../chain/effects.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import { computeNativeFeeUnits, type IntermediateSwap } from '../quote/route-summary.ts'
import { createDepositView, type DepositView } from '../quote/route-view.ts'
import { measureCost, type RouteFee } from '../quote/swap-cost.ts'
import type { OrderKind } from '../quote/terms.ts'
import type { Account, WalletRef } from '../wallet/port.ts'
import { sumApprovalGas } from './approval-gas.ts'
import type { RequiredConsent } from './consents.ts'
import type { Review } from './review.ts'
import { type ReviewChecks, type ReviewFact, reviewChecks, reviewFacts } from './review-facts.ts'
import type { ReceiverRisk } from './review-risk.ts'
import type { ReviewedProposal } from './terms-input.ts'
import { type ValueLoss, withSameFigures } from './value-loss.ts'

interface ReviewProposalView {
  /** The proposal of the review; null where a page named only an address. */
  readonly swapId: string | null
  readonly site: Site
  /** Three endings, one of them the receiver's, if a page named the receiver; `confirm` requires the right one (M7). */
  readonly receiverChoices: readonly string[] | null
  /** The page that named the receiver, if it is not `site`. */
  readonly receiverSite?: Site
  /** The refund account, if the wallet of a page named it and it is not the receiver; its ending has to be picked too. */
  readonly refund?: { readonly address: string; readonly choices: readonly string[]; readonly site: Site }
}

/** The frozen terms with all checks; `reviewKey` confirms exactly these. */
export interface ReviewView extends ReviewChecks {
  readonly reviewKey: string
  readonly quote: QuoteView
  /** Null for a deposit sent from elsewhere. */
  readonly account: Account | null
  readonly deposit: DepositView | null
  readonly intermediateSwap?: IntermediateSwap
  readonly steps: readonly ReviewStep[]
  readonly simulation: SimulationSummary
  /** The receiver is the connected account, which is proven to be the user's own. */
  readonly receiverIsSelf: boolean
  /** The wallet that named the receiver as its account, while the account is unproven; else null. */
  readonly receiverNamedBy: Pick<WalletRef, 'connector' | 'id' | 'name' | 'origin'> | null
  readonly loss: ValueLoss
  readonly warnings: readonly ReviewWarning[]
  readonly requiredConsents: readonly RequiredConsent[]
  readonly facts: readonly ReviewFact[]
  readonly proposal?: ReviewProposalView
}

interface Shown {
  /** The quote as the form shows it, with the reviewed route chosen. */
  readonly quote: QuoteView
  /** The connected account, while it is not proven to be the user's own. */
  readonly unproven: Account | null
  readonly deployment: Deployment
}

export function reviewView(review: Review, { quote: quoted, unproven, deployment }: Shown): ReviewView {
  const { reviewKey, checked, account, simulation, requiredConsents } = review
  const { terms, reviewed } = checked
  const { receiverAddress } = reviewed.request
  // One amount per fee: the one in the request's bytes, or the one that the transaction sends.
  const { fees, unknownFees } = reviewed
  const steps = stepsOf(review, fees, deployment)
  const measured = measureCost(reviewed, sumApprovalGas(steps))
  const { loss, cost } = withSameFigures(review.risk.loss, measured)
  const quote = { ...quoted, fees, unknownFees, cost }
  return {
    reviewKey,
    quote,
    account,
    deposit: createDepositView(terms, reviewed.inputToken),
    ...(reviewed.intermediateSwap === undefined ? {} : { intermediateSwap: reviewed.intermediateSwap }),
    steps,
    ...reviewChecks(checked, review.chainChecks),
    simulation,
    receiverIsSelf: isSameAddress(receiverAddress, account?.address) && unproven === null,
    receiverNamedBy: isSameAddress(receiverAddress, unproven?.address) ? (unproven?.wallet ?? null) : null,
    loss,
    warnings: warningsOf(review, loss, quote),
    requiredConsents,
    facts: reviewFacts({ deployment, reviewed, terms, unproven }),
    ...proposalOf(review),
  }
}

function proposalOf({ proposal }: Review): Pick<ReviewView, 'proposal'> {
  const { proposedBy, receiverChoice, refundChoice } = proposal
  const origin = proposedBy?.origin ?? receiverChoice?.origin ?? refundChoice?.origin
  if (origin === undefined) return {}
  const isOfOther = receiverChoice !== null && receiverChoice.origin !== origin
  return {
    proposal: {
      swapId: proposedBy?.swapId ?? null,
      site: getSiteNames(origin),
      receiverChoices: receiverChoice?.choices ?? null,
      ...(isOfOther ? { receiverSite: getSiteNames(receiverChoice.origin) } : {}),
      ...(refundChoice === undefined ? {} : { refund: refundView(refundChoice) }),
    },
  }
}

function refundView({ address, choices, origin }: NonNullable<ReviewedProposal['refundChoice']>) {
  return { address, choices, site: getSiteNames(origin) }
}

const contractNames: { readonly [kind in OrderKind]: ReviewStep['contractName'] } = {
  signed: 'Permit2',
  native: 'inbox',
  inbox: 'inbox',
  manual: 'gateway',
  deposit: 'deposit',
}

function stepsOf(
  { checked: { kind, terms, reviewed }, approvals, gas }: Review,
  fees: readonly RouteFee[],
  deployment: Deployment,
): readonly ReviewStep[] {
  const permit2 = chainConfig(deployment, reviewed.request.originChainId)?.permit2 ?? ''
  const amountUnits = reviewed.request.inputAmount
  // A deposit sent from elsewhere needs nothing from this wallet.
  if (terms.deposit !== undefined && terms.txData === null) return []
  const contractName = contractNames[kind]
  const contract = terms.deposit?.address ?? terms.txData?.to ?? permit2
  const spender = terms.spender ?? contract
  const approving = approvals.map(
    (one) => ({ ...one, contract: spender, contractName, gasInUsd: gas.approveInUsd }) as const,
  )
  if (terms.txData !== null) {
    const fee = kind === 'manual' ? computeNativeFeeUnits(reviewed.request, terms.txData) : 0n
    const more = fee > 0n ? { nativeFeeUnits: fee.toString() } : {}
    // The service's estimate for this route is closer than Ferry's limit.
    const named = fees.find((fee) => fee.kind === 'gas')?.feeInUsd ?? null
    const gasInUsd = named ?? gas.sendInUsd
    return [...approving, { purpose: 'send', amountUnits, contract, contractName, gasInUsd, ...more }]
  }
  const gateway = terms.signTypedData?.values.spender
  return [
    ...approving,
    {
      ...{ purpose: 'sign', amountUnits, contract: permit2, contractName: 'Permit2', gasInUsd: null },
      ...(typeof gateway === 'string' ? { gateway } : {}),
    },
  ]
}

/** No sound token is known to have more decimals. */
const maxUsualDecimals = 36

function warningsOf(review: Review, loss: ValueLoss, quote: QuoteView): readonly ReviewWarning[] {
  const { receiver } = review.risk
  const { intermediateSwap } = review.checked.reviewed
  const warnings: ReviewWarning[] = []
  if (isNegative(quote.outputValueInUsd)) warnings.push({ code: 'costsMoreThanItBrings', facts: {} })
  if (loss.percent === null) warnings.push({ code: 'priceUnknown', facts: {} })
  else if (loss.level !== 'none') {
    warnings.push({ code: loss.isAtMinimum ? 'valueLossAtMinimum' : 'valueLoss', facts: lossFacts(loss) })
  }
  if (loss.percent !== null && loss.checkedBy === null)
    warnings.push({ code: 'priceNotIndependent', facts: {} })
  const between = intermediateSwap === undefined ? [] : [intermediateSwap.token]
  for (const token of [quote.inputToken, ...between, quote.outputToken]) {
    const { symbol, imitates } = token
    if (imitates !== undefined) warnings.push({ code: 'tokenImitates', facts: { symbol, imitates } })
    else if (!token.isVerified) warnings.push({ code: 'tokenUnverified', facts: { symbol } })
    if (token.decimals > maxUsualDecimals) {
      warnings.push({ code: 'tokenManyDecimals', facts: { symbol, decimals: String(token.decimals) } })
    }
    if (token.isOddlyNamed) warnings.push({ code: 'tokenOddlyNamed', facts: { symbol } })
  }
  for (const risk of receiver) {
    warnings.push({ code: receiverWarnings[risk], facts: {} })
  }
  return [
    ...warnings,
    ...transferFeeWarnings(review),
    ...allowanceWarnings(review),
    ...signatureWarnings(review),
  ]
}

function transferFeeWarnings({ arrivingUnits, checked: { reviewed } }: Review): readonly ReviewWarning[] {
  const { inputAmount } = reviewed.request
  if (arrivingUnits === null || isShareRounding(BigInt(inputAmount), BigInt(arrivingUnits))) return []
  const percent = lossPercent(inputAmount, arrivingUnits)
  if (percent === null) return []
  return [{ code: 'tokenKeepsPart', facts: { symbol: reviewed.inputToken.symbol, percent } }]
}

function allowanceWarnings({ checked, standing }: Review): readonly ReviewWarning[] {
  if (standing === null) return []
  const { inputToken } = checked.reviewed
  const { symbol } = inputToken
  const facts = checked.kind === 'signed' ? { symbol, spender: 'Permit2' } : { symbol }
  if (standing.units === null) return [{ code: 'allowanceUnlimited', facts }]
  const amount = formatExactMoney(standing.units, inputToken)
  return [{ code: 'allowanceLarger', facts: { ...facts, amount } }]
}

function signatureWarnings({ liveSignature, checked }: Review): readonly ReviewWarning[] {
  if (liveSignature === null) return []
  const { orderId, amountUnits, untilMs } = liveSignature
  const amount = formatExactMoney(amountUnits, checked.reviewed.inputToken)
  return [{ code: 'signatureLives', facts: { amount, untilMs: String(untilMs), orderId } }]
}

function lossFacts({ percent, lostInUsd }: ValueLoss): { readonly [name: string]: string } {
  if (percent === null) return {}
  return lostInUsd === null ? { percent } : { percent, dollars: lostInUsd }
}

const receiverWarnings: { readonly [risk in ReceiverRisk]: ReviewWarning['code'] } = {
  lookalike: 'receiverLookalike',
  contract: 'receiverContract',
  unused: 'receiverUnused',
  unchecked: 'receiverUnchecked',
  notDeployed: 'receiverNotDeployed',
}

/** A warning above the review's button; each code has its text (`warning_<code>`). */
interface ReviewWarning {
  readonly code: NameAfter<'warning_'>
  readonly facts: { readonly [name: string]: string }
}

export interface ReviewStep {
  readonly purpose: 'resetApproval' | 'approve' | 'sign' | 'send'
  readonly amountUnits: string
  readonly contract: string
  readonly contractName: 'Permit2' | 'inbox' | 'gateway' | 'deposit'
  /** The spender of the permit: the swap gateway, which wallets show. */
  readonly gateway?: string
  /** Amount that `send` pays on top of the input, smallest unit of the native currency (R2). */
  readonly nativeFeeUnits?: string
  /** Null where it costs no gas or has no price. */
  readonly gasInUsd: string | null
}
