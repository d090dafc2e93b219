import { exactMoneyOf } from '../../lib/base/money-text.ts'
import type { FundsLocation, ProblemCode, ProblemData } from '../../lib/base/problem.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { unlimitedUnits } from '../../lib/order/allowances.ts'
import { isSaidHeld, mayWithdraw } from '../../lib/order/flows/exit-rules.ts'
import type { OrderKind } from '../../lib/order/order.ts'
import { lateWatchMs, moneyHasLeft, refundChainOf } from '../../lib/order/order-facts.ts'
import {
  isVerified,
  type OrderPhase,
  orderEnd,
  orderPhase,
  orderStateWords,
  statusSaidBy,
} from '../../lib/order/order-state.ts'
import type { StepName, TimelineStep } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { Token } from '../../lib/service/token.ts'
import { momentText } from '../parts/format.ts'
import { type PlainKey, t } from '../parts/text.ts'

/** What to do about an end that is not the last word, by where the money is; anywhere else a new swap may be started. */
const byPlace: {
  readonly [place in FundsLocation]?: 'next_refund' | 'next_signature' | 'next_delivery' | 'next_unknown'
} = {
  atOrigin: 'next_refund',
  onItsWay: 'next_refund',
  signatureLives: 'next_signature',
  signatureUsed: 'next_delivery',
  unknown: 'next_unknown',
}

/** What to do about a way out that could not be gone: it has no amount, no route and no quote to change. */
const ofExit: { readonly [code in ProblemCode]?: PlainKey } = {
  gasTooLow: 'exitNext_gas',
  wouldFail: 'exitNext_later',
  notSimulated: 'exitNext_later',
  notAllowed: 'exitNext_later',
  walletRejected: 'exitNext_again',
  takesMore: 'exitNext_support',
  takesOther: 'exitNext_support',
  lendsMore: 'exitNext_support',
  paysLess: 'exitNext_support',
}

/** Returns what to do next where the state of a swap says more than its problem's code; undefined where it does not. */
export function nextStep(app: AppModel, order: OrderView, problem: ProblemData): string | undefined {
  switch (orderPhase(order)) {
    case 'stopped':
      return problem.code === 'stoppedUnread' ? undefined : t('next_newSwap')
    case 'unused':
    case 'cancelled':
      return t('next_newSwap')
    case 'failed':
      if (isDepositUnseen(order)) return unseenDeposit(order)
      if (isSaidHeld(order) && mayWithdraw(order, app.nowMs.value, order.withdrawFromMs))
        return promised(app, 'next_withdraw')
      return nextByPlace(app, problem)
    case 'needsUser':
      return order.restored === true ? t('problem_orderRestored_next') : undefined
    default:
      return undefined
  }
}

function nextByPlace(app: AppModel, { money }: ProblemData): string {
  const key = byPlace[money] ?? 'next_newSwap'
  return key === 'next_refund' ? promised(app, key) : t(key)
}

/** Returns whether the refund of what failed is what there is to wait for. */
export function awaitsRefund(app: AppModel, order: OrderView): boolean {
  if (orderPhase(order) !== 'failed' || isDepositUnseen(order)) return false
  const isHeld = mayWithdraw(order, app.nowMs.value, order.withdrawFromMs)
  return isHeld || byPlace[order.problem?.money ?? 'unknown'] === 'next_refund'
}

/** What is said instead of a promise where nobody will be told: to look for oneself. */
const unpromised = {
  canClose: 'canClose_off',
  late: 'late_off',
  next_refund: 'next_refund_off',
  next_withdraw: 'next_withdraw_off',
} as const

/** Returns a text that promises a notice; where none will come, what is said instead. */
export function promised({ start }: AppModel, key: keyof typeof unpromised): string {
  const isOfEnd = key === 'canClose' || key === 'late'
  return t(start.willNotify(isOfEnd ? 'notifyDone' : 'notifyRefunded') ? key : unpromised[key])
}

/** Returns whether a deposit from elsewhere is over, and nobody saw it: it may have been sent all the same. */
function isDepositUnseen(order: OrderView): boolean {
  const isOver = orderPhase(order) === 'failed' && order.kind === 'deposit'
  return isOver && order.depositSeen === undefined && !moneyHasLeft(order)
}

/** Returns whether a deposit's chain is one that Ferry cannot read: of it the service alone can tell. */
export function isDepositUnread({ start }: AppModel, { deposit }: OrderView): boolean {
  return deposit !== null && start.chainOf(deposit.chainId)?.isConfigured === false
}

/** Says what to do about a deposit that was not seen: it is watched for until it is surely too late, or nobody can look. */
function unseenDeposit({ deposit, depositUnseenMs, fundsSettled }: OrderView): string {
  if (deposit === null || fundsSettled) return t('next_depositNotSeen')
  if (depositUnseenMs === undefined) return t('next_depositUnread')
  return t('next_depositWatched', { time: momentText(deposit.expiresMs + lateWatchMs) })
}

/** Returns what to do next about a withdrawal, a cancellation or a revocation that could not be asked for. */
export function exitNextStep({ code }: ProblemData): string | undefined {
  const key = ofExit[code]
  return key === undefined ? undefined : t(key)
}

/** Returns whether an end leaves nothing to wait for, or to do first, before another swap. */
export function isSettled(order: OrderView, nowMs: number): boolean {
  if (order.walletRequest !== null || mayWithdraw(order, nowMs, order.withdrawFromMs)) return false
  if (isDepositUnseen(order)) return order.fundsSettled
  return orderPhase(order) !== 'failed' || byPlace[order.problem?.money ?? 'unknown'] === undefined
}

/** Returns the word of a step in the tense that is true of it; an end that only the service knows of is told as its word. */
export function stepText(
  { start: { chainName } }: AppModel,
  order: OrderView,
  name: StepName,
  state: TimelineStep['state'],
): string {
  const { inputToken, outputToken, request: ask } = order.reviewed
  const facts = {
    origin: chainName(inputToken.chainId),
    destination: chainName(outputToken.chainId),
    chain: chainName(refundChainOf(order)),
    amount: exactMoneyOf(ask.inputAmount, inputToken),
  }
  if (state === 'told' && name === 'fulfilled' && statusSaidBy(order) === 'ferry') {
    return t('step_fulfilled_unshown', facts)
  }
  const isUnplaced = order.refundChainId === null && inputToken.chainId !== outputToken.chainId
  if (state === 'told' && name === 'refunded' && isUnplaced) return t('step_refunded_unplaced')
  if (state === 'told' && isTellable(name)) return t(`step_${name}_told`, facts)
  if (state === 'next') return t(`step_${name}_next`, facts)
  return state === 'now' ? t(`step_${name}_now`, facts) : t(`step_${name}`, facts)
}

const tellable = ['deposited', 'extracted', 'fulfilled', 'settled', 'refunded'] as const

/** A step that only the service may say is behind. */
function isTellable(name: StepName): name is (typeof tellable)[number] {
  return tellable.some((one) => one === name)
}

/** Returns a time in whole units, rounded up: `14 sec`, `3 min`, `2 hr`. */
export function spanText(seconds: number): string {
  if (seconds < 90) return t('spanSeconds', { seconds: String(Math.max(1, Math.ceil(seconds))) })
  if (seconds < 5_400) return t('spanMinutes', { minutes: String(Math.ceil(seconds / 60)) })
  return t('spanHours', { hours: String(Math.ceil(seconds / 3_600)) })
}

type Tone = 'good' | 'bad' | 'warn' | 'needs' | 'live'

/** Colours of the phases that are not simply under way. */
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

/** Returns the word of an order's state on screen, with the colour that goes along with it. */
export function orderLabel(order: OrderView): { tone: Tone; text: string } {
  return stateLabel(order, orderPhase(order))
}

/** Returns the word of a state, from the one table of states, in the colour of its phase. */
export function stateLabel(
  order: Pick<OrderView, 'state' | 'statusCode' | 'reportedCode'>,
  phase: OrderPhase,
): { tone: Tone; text: string } {
  // Green is for what the chain has shown; a reported end has another face.
  const isTold = phase === 'done' && !isVerified(order)
  const tone = isTold ? 'warn' : (tones[phase] ?? 'live')
  if (phase === 'offer') return { tone, text: t('state_offer') }
  // Under way the service's own step says more than the state does; that it has the money is its word.
  const isReported = statusSaidBy(order) === 'service'
  if (order.state === 'pending' && order.statusCode !== null && isReported)
    return { tone, text: t(order.statusCode === 2 ? 'status_2_told' : `status_${order.statusCode}`) }
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

/** Returns what the contract is called that an order of this kind lets take its input. */
export function spenderName(kind: OrderKind): string {
  return t(contractKeys[kind])
}

/**
 * Returns what may still be taken, in words where there is no limit; `units` in the smallest unit, null for no limit.
 */
export function allowanceText(units: string | null, token: Pick<Token, 'symbol' | 'decimals'>): string {
  const isUnlimited = units === null || BigInt(units) >= unlimitedUnits
  return isUnlimited ? t('allowanceUnlimited', { symbol: token.symbol }) : exactMoneyOf(units, token)
}
