import { shortenHex } from '../base/hex.ts'
import { isolateDirection } from '../base/isolate.ts'
import { formatExactMoney } from '../base/money-text.ts'
import type { FundsLocation } from '../base/problem-codes.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { describeProblem } from '../base/problem-text.ts'
import { createText, createVariableText, type KeyWithoutFacts, type Text } from '../base/text.ts'
import { momentText } from '../base/time-text.ts'
import { isSuccess, statusCodes } from '../service/status-codes.ts'
import { checkActivityFirst, isActivityNoted, isEarlierSignatureAlive } from './describe-notes.ts'
import { describeState } from './describe-state.ts'
import type { DescriptionContext, OrderDescription, Tone } from './description.ts'
import { canCancel, canWithdraw, isReportedInInbox } from './exits/exit-rules.ts'
import type { OrderFacts } from './order.ts'
import {
  hasPaidIn,
  hasSentApproval,
  isRefundOnDestination,
  lateDepositWatchMs,
  paidUnits,
  paymentTokenOf,
  refundChainOf,
} from './order-facts.ts'
import {
  isEndVerified,
  isInSet,
  legOf,
  orderPhase,
  type PhaseFacts,
  statusReportedBy,
} from './order-state.ts'
import type { OrderView } from './order-view.ts'

/** Red only where money may be lost. Elsewhere a failed swap took nothing, as far as Ferry knows. */
const failureTones: { readonly [place in FundsLocation]?: Tone } = {
  signedUnused: 'neutral',
  neverExecuted: 'neutral',
  unmoved: 'neutral',
  nothingSent: 'neutral',
  approvedOnly: 'neutral',
  signatureLives: 'warning',
  depositNotObserved: 'warning',
}

export function toneOf(order: OrderView): Tone {
  const { phase, tone } = describeState(order)
  if (phase === 'failed') return failureTones[placeOf(order)] ?? 'failure'
  if (isStopUnknown(order)) return 'warning'
  return phase === 'needsUser' && isOwnRejection(order) ? 'neutral' : tone
}

/** The person rejected the request, and the wallet has no other one of this swap. */
function isOwnRejection({ problem, liveUntilMs, lastUnansweredMs }: OrderView): boolean {
  return problem?.code === 'walletRejected' && liveUntilMs === null && lastUnansweredMs === null
}

export function placeOf(order: OrderView): FundsLocation {
  const phase = orderPhase(order)
  if (phase === 'done') return 'delivered'
  if (phase === 'stopping') return order.liveUntilMs === null ? 'unknown' : 'signatureLives'
  if (phase === 'stopped') return stoppedPlace(order).place
  if (order.problem !== null) return order.problem.money
  if (phase === 'unused' || phase === 'cancelled') return 'signedUnused'
  if (isInSet(order.state, 'unsigned')) return hasSentApproval(order) ? 'approvedOnly' : 'nothingSent'
  if (phase === 'unknown' || order.state === 'send_requested') return 'unknown'
  if (order.kind === 'deposit' && !hasPaidIn(order)) return 'depositNotObserved'
  return order.kind === 'signed' && !hasPaidIn(order) ? 'signatureLives' : 'inTransit'
}

/**
 * Returns where the money of a stopped swap is, and the key of its text. The wallet may have sent an approval,
 * or a transaction that Ferry never requested.
 */
export function stoppedPlace(order: OrderFacts) {
  if (order.problem?.code === 'stoppedUnread') return { place: 'unknown', key: 'stoppedUnknown' } as const
  if (order.transactions.some(({ differs }) => differs === true))
    return { place: 'unknown', key: 'stoppedOther' } as const
  return hasSentApproval(order)
    ? ({ place: 'approvedOnly', key: 'money_approvedOnly' } as const)
    : ({ place: 'nothingSent', key: 'stoppedMoney' } as const)
}

/** Returns whether the wallet may have sent something of a stopped swap, or may still send it. */
export function isStopUnknown(order: OrderFacts & PhaseFacts): boolean {
  return orderPhase(order) === 'stopped' && stoppedPlace(order).place === 'unknown'
}

/** Returns where the money is. A verified refund shows its exact amount; anything else shows the place. */
function placeText(order: OrderView, { code, money, facts }: ProblemData, context: DescriptionContext): Text {
  if (code === 'stoppedUnread') return createText('stoppedUnknown')
  const { nowMs } = context
  const { evidence, reviewed, statusCode } = order
  const isOver = order.state === 'reported_terminal' || order.state === 'verified_terminal'
  const isBack = isOver && statusCode === statusCodes.refunded
  const token = evidence === undefined ? null : paymentTokenOf(evidence, reviewed)
  if (isBack && isEndVerified(order) && evidence !== undefined && token !== null) {
    const back = {
      amount: formatExactMoney(evidence.units, token),
      chain: context.chainName(evidence.chainId),
    }
    if (isRefundOnDestination(order)) return createText('refundedThereTitle', back)
    // An exchange may have paid the deposit.
    return createText(order.kind === 'deposit' ? 'refundedBackTitle' : 'refundedTitle', back)
  }
  // The next step says where the service claims that it is.
  if (nextByPlace[money]?.startsWith('next_refund') && isBack) return reportedRefundText(order, context)
  // Ferry cannot read the chain of this deposit, so it does not watch for it.
  const { chainId } = order.deposit ?? {}
  if (money === 'unknown' && isOver && chainId !== undefined && !context.isChainRead(chainId))
    return createText('depositUnreadPlace', { chain: context.chainName(chainId) })
  const { untilMs, depositUnseenMs } = facts
  return createVariableText(`money_${money}`, {
    ...facts,
    ...paidFacts(order),
    ...(isBack ? { chain: context.chainName(refundChainOf(order)) } : {}),
    ...(untilMs === undefined ? {} : { time: momentText(Number(untilMs), nowMs) }),
    ...(depositUnseenMs === undefined ? {} : { time: momentText(Number(depositUnseenMs), nowMs) }),
  })
}

/** Where a refund that is not verified should be, and its amount, if an endpoint shows one. */
function reportedRefundText(order: OrderView, context: DescriptionContext): Text {
  const amount = refundedAmount(order)
  const chain = context.chainName(order.evidence?.chainId ?? refundChainOf(order))
  if (amount !== null) return createText('refundAmount', { amount, chain })
  return order.problem?.money === 'refundEitherReported'
    ? createText('refundPlaceUnknown')
    : createText('refundPlace', { chain })
}

export function refundedAmount({ evidence, reviewed }: OrderView): string | null {
  const token = evidence?.kind === 'refund' ? paymentTokenOf(evidence, reviewed) : null
  return evidence === undefined || token === null ? null : formatExactMoney(evidence.units, token)
}

/** A swap that ended there took nothing. */
export const untouchedPlaces: ReadonlySet<FundsLocation> = new Set([
  'nothingSent',
  'approvedOnly',
  'signedUnused',
])

/** Returns what a swap that is over took. Null if that is nothing, not known, or of another token. */
export function paidAmount(order: OrderView, place: FundsLocation): string | null {
  const isTaken = place !== 'unknown' && failureTones[place] === undefined
  return isTaken ? (paidFacts(order).amount ?? null) : null
}

/** The amount that was signed or paid. None for a deposit in another token. */
function paidFacts(order: OrderView): { readonly amount?: string } {
  if (order.depositObserved?.token !== undefined) return {}
  return { amount: formatExactMoney(paidUnits(order), order.reviewed.inputToken) }
}

/**
 * The next step after an end that may not be final, by the place of the money. Elsewhere the person may start
 * a new swap.
 */
const nextByPlace: {
  readonly [place in FundsLocation]?: Extract<KeyWithoutFacts, `next_${string}`>
} = {
  atOrigin: 'next_refund',
  inTransit: 'next_refund',
  refundReported: 'next_refundReported',
  refundThereReported: 'next_refundThere',
  refundEitherReported: 'next_refundEither',
  refundUnread: 'next_refundUnread',
  signatureLives: 'next_signature',
  signatureUsed: 'next_delivery',
  unknown: 'next_unknown',
}

/**
 * Returns the next step when the order's state says more than the problem's code, else undefined. Null if there is
 * nothing to do: the button offers another swap.
 */
export function nextStep(order: OrderView, context: DescriptionContext): Text | null | undefined {
  const { problem, restored } = order
  const { nowMs } = context
  switch (orderPhase(order)) {
    case 'done':
    case 'stopped':
      return problem?.code === 'stoppedUnread' ? undefined : null
    case 'unused':
    case 'cancelled':
      return null
    case 'refunded': {
      if (problem?.code !== 'swapNotDelivered') return
      const key = nextByPlace[problem.money]
      if (key === undefined) return null
      const address = key === 'next_refundReported' ? (order.deposit?.refundAddress ?? null) : null
      if (address === null) return createText(key)
      const chain = context.chainName(refundChainOf(order))
      return createText('next_refundAddress', { chain, address: shortenHex(address) })
    }
    case 'failed': {
      if (problem?.code === 'stoppedUnread') return
      if (mayDepositArrive(order)) return unseenDepositText(order, nowMs)
      const isNotified = context.willNotify('notifyRefunded')
      if (isReportedInInbox(order) && restored !== true && canWithdraw(order, nowMs, order.withdrawFromMs))
        return createText(isNotified ? 'next_withdraw' : 'next_withdraw_off')
      const key = nextByPlace[problem?.money ?? 'unknown']
      if (key === undefined) return null
      if (key === 'next_refund') return createText(isNotified ? 'next_refund' : 'next_refund_off')
      if (key !== 'next_signature') return createText(key)
      const { untilMs } = problem?.facts ?? {}
      return signatureText(order, untilMs === undefined ? null : Number(untilMs), nowMs)
    }
    case 'stopping':
      return order.liveUntilMs === null
        ? createText('stoppingSend')
        : signatureText(order, order.liveUntilMs, nowMs)
    case 'needsUser':
      return restored === true ? createText('next_restoredUnpaid') : undefined
    default:
      return
  }
}

/** How long a signature can take the money, and what to do until then. */
function signatureText(order: OrderView, untilMs: number | null, nowMs: number): Text {
  return createVariableText(
    canRevokeSignature(order) ? 'next_signature' : 'next_signatureWait',
    untilMs === null ? {} : { time: momentText(untilMs, nowMs) },
  )
}

/** Returns whether revoking the signature is the step to take. A restored order asks no wallet for anything. */
export function canRevokeSignature(order: OrderView): boolean {
  return order.restored !== true && canCancel(order) && !isReportedPaid(order)
}

/** The service says that the signature was used. A cancellation helps only if that is wrong. */
export function isReportedPaid(order: OrderView): boolean {
  return legOf(order) !== 'sent' || order.statusCode === statusCodes.refunded
}

/** Returns whether a swap that is over or stopping may still take the money with its signature. */
export function isSignatureAlive(order: OrderView): boolean {
  const phase = orderPhase(order)
  if (phase === 'stopping') return order.liveUntilMs !== null
  return phase === 'failed' && order.problem?.money === 'signatureLives'
}

export function isAwaitingRefund(order: OrderView, nowMs: number): boolean {
  if (orderPhase(order) !== 'failed' || mayDepositArrive(order)) return false
  const isHeld = canWithdraw(order, nowMs, order.withdrawFromMs)
  return isHeld || nextByPlace[order.problem?.money ?? 'unknown'] === 'next_refund'
}

/** The deposit of a failed swap may still have been sent. */
function mayDepositArrive(order: OrderView): boolean {
  return order.kind === 'deposit' && order.depositObserved === undefined && !hasPaidIn(order)
}

/**
 * Returns the next step for an unseen deposit. Ferry watches the address until a deposit is surely too late,
 * unless it cannot read the chain.
 */
function unseenDepositText({ deposit, depositUnseenMs, fundsSettled }: OrderView, nowMs: number): Text {
  if (deposit === null || fundsSettled) return createText('next_depositNotSeen')
  if (depositUnseenMs === undefined) return createText('next_depositUnread')
  return createText('next_depositWatched', {
    time: momentText(deposit.expiresMs + lateDepositWatchMs, nowMs),
  })
}

/** Returns whether the end leaves nothing to wait for, and nothing to do before another swap. */
export function canSwapAgain(order: OrderView, nowMs: number): boolean {
  const phase = orderPhase(order)
  if (order.walletRequest !== null || canWithdraw(order, nowMs, order.withdrawFromMs)) return false
  // The signature or the transaction of a stopped swap may still take the money, and so may an earlier signature after an end.
  if (phase === 'stopping' || isEarlierSignatureAlive(order, nowMs)) return false
  // The wallet may still show the request, or has sent something else.
  if (order.problem?.code === 'stoppedUnread' || isStopUnknown(order)) return false
  if (phase !== 'failed' && phase !== 'refunded') return true
  if (phase === 'failed' && mayDepositArrive(order)) return false
  return nextByPlace[order.problem?.money ?? 'unknown'] === undefined
}

/** Only verified funds "have arrived". Otherwise the service reports them, or Ferry only saw the swap mined. */
export function arrivalText(order: OrderView, context: DescriptionContext): Text {
  const { outputToken, minAmountOut } = order.reviewed
  const units = order.fulfilledAmount ?? minAmountOut
  // A deposit may have no promised amount until it arrives.
  const isExact = order.fulfilledAmount !== null || minAmountOut === '0'
  const amount = units === '0' ? isolateDirection(outputToken.symbol) : formatExactMoney(units, outputToken)
  const facts = { amount, chain: context.chainName(order.reviewed.request.destinationChainId) }
  if (isEndVerified(order)) return createText(isExact ? 'doneTitle' : 'doneLeast', facts)
  if (statusReportedBy(order) === 'ferry') return createText(isExact ? 'unshownTitle' : 'unshownLeast', facts)
  return createText(isExact ? 'reportedTitle' : 'reportedLeast', facts)
}

export function describeProof(order: OrderView): OrderDescription['proof'] {
  const { evidence, doubt } = order
  if (isEndVerified(order)) {
    const facts = evidence && { count: String(evidence.sources), block: evidence.blockNumber }
    return {
      text: createText('verified'),
      more: null,
      source: facts ? createText('verifiedBy', facts) : null,
    }
  }
  const isReported = statusReportedBy(order) === 'service'
  return {
    text: createText(isReported ? 'reported' : 'unshown'),
    more: doubt === undefined ? null : doubtText(order, doubt),
    source: null,
  }
}

function doubtText(order: OrderView, doubt: NonNullable<OrderView['doubt']>): Text {
  const { evidence, reviewed } = order
  if (doubt === 'oneSource' || doubt === 'notNamed' || doubt === 'notListed')
    return createText(`doubt_${doubt}`)
  if (doubt === 'less' && evidence !== undefined) {
    const isBack = evidence.kind === 'refund'
    const token = paymentTokenOf(evidence, reviewed) ?? (isBack ? reviewed.inputToken : reviewed.outputToken)
    const amount = formatExactMoney(evidence.units, token)
    return createText(isBack ? 'doubt_less_refunded' : 'doubt_less_done', { amount })
  }
  if (statusReportedBy(order) === 'ferry') return createText('doubt_unshown')
  if (isSuccess(order.statusCode)) return createText('doubt_notShown_done')
  return createText(order.statusCode === statusCodes.refunded ? 'doubt_notShown_refunded' : 'doubt_notShown')
}

/** Where the money is, what happened and what to do. */
export type MoneyWords = Pick<OrderDescription, 'body' | 'next'> & { readonly money: Text | null }

export function describeTrouble(order: OrderView, context: DescriptionContext): MoneyWords {
  const { problem } = order
  const { nowMs } = context
  if (problem === null) return { money: null, body: [], next: null }
  const { what, next } = describeProblem(problem, nowMs)
  const isNoted = isActivityNoted(order, nowMs)
  const ownNext = nextStep(order, context)
  return {
    money: placeText(order, problem, context),
    body: isNoted && problem.code === 'walletSilent' ? [] : [what],
    next: isNoted ? null : (checkActivityFirst(order) ?? (ownNext === undefined ? next : ownNext)),
  }
}
