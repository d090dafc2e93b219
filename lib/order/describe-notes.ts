import { createText, type Text } from '../base/text.ts'
import { minuteMs, secondMs } from '../base/time.ts'
import { momentText } from '../base/time-text.ts'
import { isSuccess } from '../service/status-codes.ts'
import type { DescriptionContext, Note } from './description.ts'
import { hasExitRequest } from './exits/exit-rules.ts'
import {
  canPutAway,
  canPutAwaySend,
  canRetryApproval,
  canStopOrder,
  isUnansweredRecent,
} from './order-facts.ts'
import { isInSet, orderStateWords } from './order-state.ts'
import { timeEstimateOf } from './order-timeline.ts'
import type { OrderView } from './order-view.ts'

export function leaveNotes(order: OrderView, context: DescriptionContext): readonly Note[] {
  const { nowMs, usualSeconds } = context
  // Until the service accepts the signature, the swap needs this browser.
  if (order.state === 'signed' || order.state === 'submitting') return [submissionNote(order, nowMs)]
  if (timeEstimateOf(order, usualSeconds, nowMs)?.kind === 'late') return []
  // While a wallet request is open, do not say that the person may leave.
  if (order.walletRequest !== null) return []
  // It may never be confirmed.
  if (isUnmined(order, nowMs)) return []
  return [note('can-close', createText(context.willNotify('notifyDone') ? 'canClose' : 'canClose_off'))]
}

/** The service accepts most signatures within this time. Until then, waiting is no reason for a warning. */
const usualSubmissionMs = 8 * secondMs

/** Says that the submission of a signature is in progress, slow, waiting for its next try, or too late. */
function submissionNote(order: OrderView, nowMs: number): Note {
  const { state, permitDeadlineMs, problem, dueMs, timeline, createdMs } = order
  if (state === 'submitting' && permitDeadlineMs !== null) {
    if (nowMs > permitDeadlineMs) return warning('not-accepted', createText('notAcceptedInTime'))
    if (problem !== null)
      return warning(
        'not-accepted',
        createText('notAccepted', {
          time: momentText(Math.max(dueMs ?? nowMs, nowMs), nowMs),
          end: momentText(permitDeadlineMs, nowMs),
        }),
      )
  }
  const signedMs = timeline.findLast(({ step }) => step === 'signed')?.atMs ?? createdMs
  return nowMs - signedMs < usualSubmissionMs
    ? note('not-accepted', createText('submitting'))
    : warning('not-accepted', createText('submittingSlow'))
}

export function sharedNotes(order: OrderView, { nowMs, chainName }: DescriptionContext): readonly Note[] {
  const { isOver } = orderStateWords(order)
  const isBack = order.restored === true && order.state !== 'needs_user'
  return [
    ...(isBack ? [note('restored', createText('restored'))] : []),
    ...openRequestNotes(order, nowMs),
    ...earlierSignatureNotes(order, nowMs),
    ...paidOutNotes(order, chainName),
    ...(order.doubt === 'oneSource' && !isOver ? [warning('one-source', createText('doubt_oneSource'))] : []),
  ]
}

/** Returns whether a page may still use an earlier signature of a swap that is over. The clocks may differ by two minutes. */
export function isEarlierSignatureAlive(order: OrderView, nowMs: number): boolean {
  const { state, fundsSettled, liveUntilMs } = order
  const isEnded = state === 'reported_terminal' || state === 'verified_terminal'
  const isLive = liveUntilMs !== null && nowMs <= liveUntilMs + 2 * minuteMs
  return isEnded && order.kind === 'signed' && !fundsSettled && isLive
}

function earlierSignatureNotes(order: OrderView, nowMs: number): readonly Note[] {
  if (order.liveUntilMs === null || !isEarlierSignatureAlive(order, nowMs)) return []
  const time = momentText(order.liveUntilMs, nowMs)
  return [warning('earlier-signature', createText('earlierSignatureLives', { time }))]
}

/** Returns whether the inbox shows that it paid the money out, although the service reports a delivery, which no chain shows. */
export function isPaidOutInstead({ state, statusCode, isInboxEmpty }: OrderView): boolean {
  return state === 'reported_terminal' && isSuccess(statusCode) && isInboxEmpty === true
}

function paidOutNotes(order: OrderView, chainName: DescriptionContext['chainName']): readonly Note[] {
  if (!isPaidOutInstead(order)) return []
  const chain = chainName(order.reviewed.request.originChainId)
  return [warning('inbox-paid-out', createText('inboxPaidOut', { chain }))]
}

/** A wallet request that was never answered, and how long nothing can be done. */
export function silenceNotes(order: OrderView, nowMs: number): readonly Note[] {
  const text = silenceText(order, nowMs)
  return text === null ? [] : [note('silence', text)]
}

/** Returns whether the connection to the wallet was lost during an approval request, so that no answer will arrive. */
export function isApprovalLost({ state, walletRequest }: OrderView): boolean {
  return state === 'approve_requested' && walletRequest?.connectionLostMs !== undefined
}

/** Null if no wallet request is unanswered, or if Ferry still waits for the answer. */
function silenceText(order: OrderView, nowMs: number): Text | null {
  const { state, walletRequest, restored, deposit } = order
  if (walletRequest === null || hasExitRequest(order)) return null
  if (isApprovalLost(order)) return createText('lostApproval')
  if (state !== 'unknown_outcome') return null
  if (deposit !== null) return createText('unheardDeposit', { time: momentText(deposit.expiresMs, nowMs) })
  return createText(canPutAway(order, nowMs) && restored !== true ? 'unheardSendStop' : 'unansweredSend')
}

/**
 * Warns about a request that the wallet may still show, when Ferry no longer waits for its answer. Empty if
 * another note says so.
 */
export function openRequestNotes(order: OrderView, nowMs: number): readonly Note[] {
  if (silenceText(order, nowMs) !== null) return []
  if (!isUnansweredRecent(order.lastUnansweredMs, nowMs)) return []
  return [warning('still-asked', createText('stillAsked'))]
}

/** Wallet errors after which the transaction may still have been sent. */
const sendErrorCodes: readonly string[] = [
  'walletFailed',
  'gasTooLow',
  'walletBlindSigning',
  'walletWrongChain',
]
const checkActivityCodes: readonly string[] = ['walletSilent', 'transactionDropped', ...sendErrorCodes]

/** Returns whether the note about the unanswered request already says to check the wallet's activity. */
export function isActivityNoted(order: OrderView, nowMs: number): boolean {
  const isNoted = silenceText(order, nowMs) !== null && !isApprovalLost(order)
  return isNoted && checkActivityCodes.includes(order.problem?.code ?? '')
}

/** Returns the next step when a transaction may have been sent: check the wallet's activity before any retry. */
export function checkActivityFirst({ state, problem }: OrderView): Text | null {
  const mayBeSent = state === 'unknown_outcome' && sendErrorCodes.includes(problem?.code ?? '')
  return mayBeSent ? createText('problem_walletSilent_next') : null
}

/** On most networks a block includes the transaction within this time. */
const slowApprovalMs = minuteMs

/** Returns whether the approval was sent over a minute ago, and the network does not show it. */
export function isApprovalSlow({ state, transactions, createdMs }: OrderView, nowMs: number): boolean {
  return state === 'approve_sent' && nowMs - (transactions.at(-1)?.sentMs ?? createdMs) >= slowApprovalMs
}

/** True if its request was lost, or the network does not show its transaction. */
export function canOfferApproval(order: OrderView, nowMs: number): boolean {
  return canRetryApproval(order) && (order.state === 'approve_requested' || isApprovalSlow(order, nowMs))
}

/** Returns whether the funds may have left. Such a swap can be put away, but not stopped. */
export function isOnlyFollowed(order: OrderView, nowMs: number): boolean {
  const { state, restored } = order
  if (restored === true && state === 'sent') return true
  if (state === 'unknown_outcome') return restored === true || !canPutAwaySend(order, nowMs)
  return state === 'deposit_awaited' || isInSet(state, 'signatureSubmitted')
}

/** Says that a transaction is in no block, or that the person hid the swap. */
export function stalledNotes(order: OrderView, nowMs: number): readonly Note[] {
  if (order.putAwayMs !== undefined) return [note('put-away', createText('wasPutAway'))]
  return isUnmined(order, nowMs) ? [warning('no-news', createText('unminedWhy'))] : []
}

/** No block has had the transaction for so long that the swap can be stopped. */
function isUnmined(order: OrderView, nowMs: number): boolean {
  return order.state === 'sent' && canStopOrder(order, nowMs)
}

export function note(name: string, ...texts: readonly Text[]): Note {
  return { name, isWarning: false, texts }
}

function warning(name: string, ...texts: readonly Text[]): Note {
  return { name, isWarning: true, texts }
}
