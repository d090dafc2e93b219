import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { FundsLocation, ProblemCode, ProblemData } from '../../lib/base/problem.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { unlimitedUnits } from '../../lib/order/allowances.ts'
import { canWithdraw, isReportedInInbox } from '../../lib/order/exits/exit-rules.ts'
import type { OrderKind } from '../../lib/order/order.ts'
import { hasPaidIn, lateDepositWatchMs, refundChainOf } from '../../lib/order/order-facts.ts'
import {
  isVerified,
  type OrderPhase,
  orderEnd,
  orderPhase,
  orderStateWords,
  statusReportedBy,
} from '../../lib/order/order-state.ts'
import type { StepName, TimelineStep } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { Token } from '../../lib/service/token.ts'
import { momentText } from '../parts/format.ts'
import { type KeyWithoutFacts, t } from '../parts/text.ts'

/**
 * The next step after an end that may not be final, by the place of the money. Elsewhere the person may start
 * a new swap.
 */
const nextByPlaceKeys: {
  readonly [place in FundsLocation]?: 'next_refund' | 'next_signature' | 'next_delivery' | 'next_unknown'
} = {
  atOrigin: 'next_refund',
  inTransit: 'next_refund',
  signatureLives: 'next_signature',
  signatureUsed: 'next_delivery',
  unknown: 'next_unknown',
}

/**
 * The next step when an exit failed. The default texts do not fit: an exit has no amount, route or quote to
 * change.
 */
const exitNextKeys: { readonly [code in ProblemCode]?: KeyWithoutFacts } = {
  gasTooLow: 'exitNext_gas',
  wouldFail: 'exitNext_later',
  notSimulated: 'exitNext_later',
  notAllowed: 'exitNext_later',
  walletRejected: 'exitNext_again',
  takesMore: 'exitNext_support',
  takesOther: 'exitNext_support',
  grantsMore: 'exitNext_support',
  paysLess: 'exitNext_support',
}

/** Returns the next step when the order's state says more than the problem's code. Undefined otherwise. */
export function nextStep(app: AppModel, order: OrderView, problem: ProblemData): string | undefined {
  switch (orderPhase(order)) {
    case 'stopped':
      return problem.code === 'stoppedUnread' ? undefined : t('next_newSwap')
    case 'unused':
    case 'cancelled':
      return t('next_newSwap')
    case 'failed':
      if (isDepositUnseen(order)) return unseenDepositText(order)
      if (isReportedInInbox(order) && canWithdraw(order, app.nowMs.value, order.withdrawFromMs))
        return order.restored === true ? t('problem_orderRestored_next') : noticeText(app, 'next_withdraw')
      return nextByPlace(app, problem)
    case 'needsUser':
      return order.restored === true ? t('problem_orderRestored_next') : undefined
    default:
      return undefined
  }
}

function nextByPlace(app: AppModel, { money }: ProblemData): string {
  const key = nextByPlaceKeys[money] ?? 'next_newSwap'
  return key === 'next_refund' ? noticeText(app, key) : t(key)
}

/** Returns whether the person now waits for the refund of a failed swap. */
export function isAwaitingRefund(app: AppModel, order: OrderView): boolean {
  if (orderPhase(order) !== 'failed' || isDepositUnseen(order)) return false
  const isHeld = canWithdraw(order, app.nowMs.value, order.withdrawFromMs)
  return isHeld || nextByPlaceKeys[order.problem?.money ?? 'unknown'] === 'next_refund'
}

/** Texts without the promise of a notification. They say to check the swap later. */
const textsWithoutNotice = {
  canClose: 'canClose_off',
  late: 'late_off',
  next_refund: 'next_refund_off',
  next_withdraw: 'next_withdraw_off',
} as const

/** Returns a text that promises a notification, or its alternative if notifications are off. */
export function noticeText({ start }: AppModel, key: keyof typeof textsWithoutNotice): string {
  const isOfEnd = key === 'canClose' || key === 'late'
  return t(start.willNotify(isOfEnd ? 'notifyDone' : 'notifyRefunded') ? key : textsWithoutNotice[key])
}

/** The deposit may still have been sent. */
function isDepositUnseen(order: OrderView): boolean {
  const isOver = orderPhase(order) === 'failed' && order.kind === 'deposit'
  return isOver && order.depositObserved === undefined && !hasPaidIn(order)
}

/** Returns whether Ferry cannot read the deposit's chain. Then only the service reports on the deposit. */
export function isDepositChainUnread({ start }: AppModel, { deposit }: OrderView): boolean {
  return deposit !== null && start.chainOf(deposit.chainId)?.isConfigured === false
}

/**
 * Returns the next step for an unseen deposit. Ferry watches the address until a deposit is surely too late,
 * unless it cannot read the chain.
 */
function unseenDepositText({ deposit, depositUnseenMs, fundsSettled }: OrderView): string {
  if (deposit === null || fundsSettled) return t('next_depositNotSeen')
  if (depositUnseenMs === undefined) return t('next_depositUnread')
  return t('next_depositWatched', { time: momentText(deposit.expiresMs + lateDepositWatchMs) })
}

export function exitNextStep({ code }: ProblemData): string | undefined {
  const key = exitNextKeys[code]
  return key === undefined ? undefined : t(key)
}

/** Returns whether the end leaves nothing to wait for, and nothing to do before another swap. */
export function isSettled(order: OrderView, nowMs: number): boolean {
  if (order.walletRequest !== null || canWithdraw(order, nowMs, order.withdrawFromMs)) return false
  if (isDepositUnseen(order)) return order.fundsSettled
  return orderPhase(order) !== 'failed' || nextByPlaceKeys[order.problem?.money ?? 'unknown'] === undefined
}

/** An end that only the service reports is worded as reported. */
export function stepText(
  { start: { chainName } }: AppModel,
  order: OrderView,
  name: StepName,
  state: TimelineStep['state'],
): string {
  const { inputToken, outputToken, request } = order.reviewed
  const facts = {
    origin: chainName(inputToken.chainId),
    destination: chainName(outputToken.chainId),
    chain: chainName(refundChainOf(order)),
    amount: formatExactMoney(request.inputAmount, inputToken),
  }
  if (state === 'reported' && name === 'fulfilled' && statusReportedBy(order) === 'ferry') {
    return t('step_fulfilled_unshown', facts)
  }
  const isUnplaced = order.refundChainId === null && inputToken.chainId !== outputToken.chainId
  if (state === 'reported' && name === 'refunded' && isUnplaced) return t('step_refunded_unplaced')
  if (state === 'reported' && isReportable(name)) return t(`step_${name}_reported`, facts)
  if (state === 'next') return t(`step_${name}_next`, facts)
  return state === 'now' ? t(`step_${name}_now`, facts) : t(`step_${name}`, facts)
}

const reportableSteps = ['deposited', 'extracted', 'fulfilled', 'settled', 'refunded'] as const

/** Returns whether a step can be completed on the service's report alone. */
function isReportable(name: StepName): name is (typeof reportableSteps)[number] {
  return reportableSteps.some((one) => one === name)
}

/** Returns a duration in whole units, rounded up: `14 sec`, `3 min`, `2 hr`. */
export function timeSpanText(seconds: number): string {
  if (seconds < 90) return t('spanSeconds', { seconds: String(Math.max(1, Math.ceil(seconds))) })
  if (seconds < 5_400) return t('spanMinutes', { minutes: String(Math.ceil(seconds / 60)) })
  return t('spanHours', { hours: String(Math.ceil(seconds / 3_600)) })
}

type Tone = 'good' | 'bad' | 'warn' | 'needs' | 'live'

/** Colours of the phases that differ from a running order. */
const tones: { readonly [phase in OrderPhase]?: Tone } = {
  done: 'good',
  failed: 'bad',
  refunded: 'warn',
  needsUser: 'needs',
  offer: 'needs',
  wallet: 'needs',
  unknown: 'warn',
  stopping: 'warn',
  stopped: 'bad',
  unused: 'bad',
  cancelled: 'warn',
}

export function orderLabel(order: OrderView): { tone: Tone; text: string } {
  return stateLabel(order, orderPhase(order))
}

/** Returns the text of a state from the table of states, with the colour of its phase. */
export function stateLabel(
  order: Pick<OrderView, 'state' | 'statusCode' | 'reportedCode'>,
  phase: OrderPhase,
): { tone: Tone; text: string } {
  // Green only for a verified end. A reported end uses the warning colour.
  const isOnlyReported = phase === 'done' && !isVerified(order)
  const tone = isOnlyReported ? 'warn' : (tones[phase] ?? 'live')
  if (phase === 'offer') return { tone, text: t('state_offer') }
  // While pending, show the service's reported status: it is more detailed. Status 2 (funds received) is
  // worded as reported.
  const isReported = statusReportedBy(order) === 'service'
  if (order.state === 'pending' && order.statusCode !== null && isReported)
    return { tone, text: t(order.statusCode === 2 ? 'status_2_reported' : `status_${order.statusCode}`) }
  const end = orderEnd(order.statusCode)
  if (order.state === 'reported_terminal' && !isReported && end !== 'refunded')
    return { tone, text: t(`state_unshown_${end}`) }
  return { tone, text: t(orderStateWords(order).wordKey) }
}

const contractKeys = {
  signed: 'contract_Permit2',
  native: 'contract_inbox',
  inbox: 'contract_inbox',
  manual: 'contract_gateway',
  deposit: 'contract_deposit',
} as const satisfies { readonly [kind in OrderKind]: string }

/** Returns the name of the contract that takes the input of an order of this kind. */
export function spenderName(kind: OrderKind): string {
  return t(contractKeys[kind])
}

/** Returns an allowance as text. `units` is in the smallest unit; null means unlimited. */
export function allowanceText(units: string | null, token: Pick<Token, 'symbol' | 'decimals'>): string {
  const isUnlimited = units === null || BigInt(units) >= unlimitedUnits
  return isUnlimited ? t('allowanceUnlimited', { symbol: token.symbol }) : formatExactMoney(units, token)
}
