import { formatExactMoney } from '../base/money-text.ts'
import { describeProblem } from '../base/problem-text.ts'
import { createText, createVariableText, type Text } from '../base/text.ts'
import { secondMs } from '../base/time.ts'
import { describeDuration, momentText } from '../base/time-text.ts'
import { canRevoke } from './allowances.ts'
import {
  arrivalText,
  canRevokeSignature,
  canSwapAgain,
  describeProof,
  failureTone,
  isReportedPaid,
  isSignatureAlive,
  nextStep,
  placeOf,
  placeText,
  stoppedPlace,
} from './describe-money.ts'
import {
  canOfferApproval,
  checkActivityFirst,
  depositEndNotes,
  depositPhaseOf,
  isOnlyFollowed,
  leaveNotes,
  note,
  sharedNotes,
  silenceNotes,
  slowApprovalNotes,
  stalledNotes,
} from './describe-notes.ts'
import { describeProgress } from './describe-progress.ts'
import { describeState, outcomeTitle } from './describe-state.ts'
import { describeStep } from './describe-step.ts'
import { describeWalletRequest } from './describe-wallet-request.ts'
import type { DescriptionContext, OrderAction, OrderDescription, StateDescription } from './description.ts'
import {
  canCancel,
  canWithdraw,
  type ExitKind,
  hasExitRequest,
  isReportedInInbox,
} from './exits/exit-rules.ts'
import { canStopOrder, type DepositPhase, lateDepositWatchMs, silentForMs } from './order-facts.ts'
import { isEndVerified, isInSet, isOverOrStopping, legOf } from './order-state.ts'
import { timelineOf } from './order-timeline.ts'
import type { OrderView } from './order-view.ts'

type Described = Pick<OrderDescription, 'title' | 'body' | 'next' | 'actions'> &
  Partial<Pick<OrderDescription, 'tone' | 'notes' | 'proof' | 'progress'>> & {
    readonly money: Text | null
  }

/** Decides everything that the screen of an order says: title, place of the money, next step and actions. */
export function describeOrder(
  order: OrderView,
  nowMs: number,
  context: DescriptionContext,
): OrderDescription {
  const state = describeState(order)
  const described = describePhase(order, state, nowMs, context)
  const { money, notes = [], proof = null, progress = null, actions } = described
  const place = placeOf(order, state)
  return {
    ...state,
    tone: state.phase === 'failed' ? failureTone(place) : state.tone,
    ...described,
    money: { place, text: money },
    notes: [...notes, ...sharedNotes(order, state, nowMs)],
    proof,
    progress,
    detailActions: actions.includes('cancel') && isReportedPaid(order) ? ['cancel'] : [],
    mainAction: mainActionOf(order, state, actions, nowMs),
  }
}

/** They stop something, or the card has a more important button of its own. */
const quietActions: readonly OrderAction[] = [
  'cancel',
  'revoke',
  'stop',
  'putAway',
  'stopWaiting',
  'depositSent',
  'depositShow',
  'copySupport',
]

function mainActionOf(
  order: OrderView,
  state: StateDescription,
  [first]: readonly OrderAction[],
  nowMs: number,
): OrderAction | null {
  // The wallet request of an exit has its own main action.
  if (first === 'cancel' && order.walletRequest === null && isRevocationMain(order, state)) return first
  if (first === undefined || quietActions.includes(first) || hasExitRequest(order)) return null
  if (first === 'withdraw') return isWithdrawMain(order) ? first : null
  // Nothing went wrong: the person stopped the swap.
  if (first === 'contactSupport' && state.phase === 'stopping') return null
  const isAgain = first === 'repeat' || first === 'newSwap'
  return isAgain && isOverOrStopping(order) && !canSwapAgain(order, state, nowMs) ? null : first
}

function describePhase(
  order: OrderView,
  state: StateDescription,
  nowMs: number,
  context: DescriptionContext,
): Described {
  switch (state.phase) {
    case 'wallet':
      // The connection to the wallet was lost during the approval request, so no answer will arrive.
      if (order.state === 'approve_requested' && order.walletRequest?.connectionLostMs !== undefined)
        return describeNeed(order, state, nowMs, context)
      return { ...describeWalletRequest(order, nowMs, context), next: null, money: null }
    case 'offer':
      return describeOffer(order)
    case 'needsUser':
    case 'unknown':
      return describeNeed(order, state, nowMs, context)
    case 'running':
      return describeRunning(order, state, nowMs, context)
    default:
      return describeEnd(order, state, nowMs, context)
  }
}

function describeOffer({ offer }: OrderView): Described {
  const needsReview = offer?.needsReview ?? null
  return {
    title: createText('offerTitle'),
    money: null,
    body: [
      createText('offerWhy'),
      ...(needsReview === null
        ? []
        : [createText(needsReview === 'loss' ? 'offerTooLossy' : 'offerOtherTerms')]),
    ],
    next: null,
    // If this offer needs a review, a retry may bring a better one.
    actions: [needsReview === null ? 'accept' : 'retry', 'stop'],
  }
}

/** The person has to decide, or to look into the wallet. */
function describeNeed(
  order: OrderView,
  state: StateDescription,
  nowMs: number,
  context: DescriptionContext,
): Described {
  const { problem } = order
  const isUnknown = order.state === 'unknown_outcome'
  const exits = sortedExits(order, state, nowMs, context)
  const showWallet = isUnknown && order.wallet?.connector === 'page' ? (['showWallet'] as const) : []
  const isOnlyTracked = order.restored === true && !isUnknown
  const support = isUnknown ? (['copySupport'] as const) : []
  const trouble = describeTrouble(order, state, nowMs, context)
  // What happened is the title when the person has to decide.
  const [what] = state.phase === 'needsUser' ? trouble.body : []
  return {
    ...trouble,
    title: what ?? state.label,
    body:
      problem === null
        ? [createText(isUnknown ? 'unknownOutcome' : 'needsUser')]
        : what === undefined
          ? trouble.body
          : [],
    notes: silenceNotes(order, nowMs),
    actions: isOnlyTracked
      ? ['newSwap', 'stop']
      : [...exits.first, ...stepActions(order, nowMs), ...showWallet, ...exits.rest, ...support],
  }
}

/** Where the money is, what happened and what to do, for an order with a problem. */
function describeTrouble(
  order: OrderView,
  state: StateDescription,
  nowMs: number,
  context: DescriptionContext,
): Pick<Described, 'money' | 'body' | 'next'> {
  const { problem } = order
  if (problem === null) return { money: null, body: [], next: null }
  const { what, next } = describeProblem(problem, nowMs)
  return {
    money: placeText(order, problem, nowMs, context),
    body: [what],
    next: checkActivityFirst(order, nowMs) ?? nextStep(order, state, nowMs, context) ?? next,
  }
}

/** What the person can do to move the swap on, or to stop it. */
function stepActions(order: OrderView, nowMs: number): readonly OrderAction[] {
  // Sending a transaction is the alternative to signing.
  const cannotSign = order.kind === 'signed' && order.problem?.code === 'walletUnsupported'
  return [
    ...(cannotSign ? (['sendInstead'] as const) : []),
    ...(order.state === 'needs_user' || canOfferApproval(order, nowMs) ? (['retry'] as const) : []),
    ...(canStopOrder(order, nowMs) ? ([isOnlyFollowed(order, nowMs) ? 'putAway' : 'stop'] as const) : []),
  ]
}

/** A phase that needs no answer from the person: between two wallet requests, or after sending. */
function describeRunning(
  order: OrderView,
  state: StateDescription,
  nowMs: number,
  context: DescriptionContext,
): Described {
  const isBefore = isInSet(order.state, 'unsigned')
  const deposit =
    order.state === 'deposit_awaited' && order.restored !== true
      ? describeDeposit(order, nowMs, context)
      : null
  const silentMs = silentForMs(order, nowMs)
  if (silentMs !== null) return describeSilence(order, state, silentMs, nowMs, context)
  const progress =
    isBefore || order.state === 'deposit_awaited' ? null : describeProgress(order, nowMs, context)
  const trouble = describeTrouble(order, state, nowMs, context)
  const exits = sortedExits(order, state, nowMs, context)
  return {
    title: deposit?.title ?? progress?.title ?? beforeTitle(order, state, context),
    progress,
    money: trouble.money,
    body: [...(isBefore ? [nextPrompt(order)] : []), ...(deposit?.body ?? []), ...trouble.body],
    // The note about the submission says when Ferry tries again.
    next: order.state === 'submitting' ? null : trouble.next,
    notes: [
      ...(deposit?.notes ?? []),
      ...slowApprovalNotes(order, nowMs),
      ...stalledNotes(order, nowMs),
      ...(isBefore ? [] : leaveNotes(order, nowMs, context)),
    ],
    actions: [
      ...(deposit?.actions ?? []),
      ...(canStopOrder(order, nowMs) ? stepActions(order, nowMs) : []),
      ...exits.first,
      ...exits.rest,
    ],
  }
}

/** The step between two wallet requests. */
function beforeTitle(order: OrderView, state: StateDescription, context: DescriptionContext): Text {
  const now = timelineOf(order).find((step) => step.state === 'now')
  return now === undefined ? state.label : describeStep(order, now, context)
}

/** A swap of which nothing was reported for a week: for how long, and where the money is. No estimate is true. */
function describeSilence(
  order: OrderView,
  state: StateDescription,
  silentMs: number,
  nowMs: number,
  context: DescriptionContext,
): Described {
  const exits = sortedExits(order, state, nowMs, context)
  return {
    tone: 'warning',
    title: createText('noNewsTitle', { time: describeDuration(silentMs / secondMs) }),
    money: silenceMoney(order, context),
    body: [],
    next: createText(order.putAwayMs === undefined ? 'noNewsNext' : 'wasPutAway'),
    actions: [
      ...exits.first,
      ...supportActions(context),
      ...(canStopOrder(order, nowMs) ? (['putAway'] as const) : []),
      ...exits.rest,
    ],
  }
}

function silenceMoney(order: OrderView, { chainName }: DescriptionContext): Text {
  const { kind, depositObserved, reviewed } = order
  const { request, inputToken, outputToken } = reviewed
  const isOther = depositObserved?.token !== undefined
  if (isOther || (kind === 'signed' && legOf(order) === 'sent')) return createText('money_unknown')
  const amount = formatExactMoney(depositObserved?.units ?? request.inputAmount, inputToken)
  return legOf(order) === 'sent' && kind !== 'deposit'
    ? createVariableText('money_atOrigin', { amount, chain: chainName(inputToken.chainId) })
    : createText('noNewsMoney', { amount, chain: chainName(outputToken.chainId) })
}

/** Says that another wallet prompt follows, so the person should not leave. */
function nextPrompt({ state, problem }: OrderView): Text {
  if (problem !== null) return createText('promptTries')
  return createText(state === 'approve_sent' ? 'promptAfterBlock' : 'promptComes')
}

/** The address to pay to, or a text for a wrong, late or unseen deposit. */
function describeDeposit(
  order: OrderView,
  nowMs: number,
  context: DescriptionContext,
): Pick<OrderDescription, 'title' | 'body' | 'notes' | 'actions'> | null {
  const { deposit, depositObserved } = order
  const phase = depositPhaseOf(order, nowMs)
  if (deposit === null || phase === null) return null
  const { token, amount, chainId, expiresMs } = deposit
  const facts = {
    amount: formatExactMoney(amount, token),
    chain: context.chainName(chainId),
    seen: depositObserved === undefined ? '' : formatExactMoney(depositObserved.units, token),
  }
  const isUnread = !context.isChainRead(chainId)
  const isSent = phase === 'awaited' && context.isDepositSent
  const sentText = createText(isUnread ? 'deposit_sentUnread' : 'deposit_sent', facts)
  const closing = isUnread
    ? createText('depositCloses_unread')
    : createText('depositCloses', { time: momentText(expiresMs + lateDepositWatchMs, nowMs) })
  const isOpen = phase === 'awaited' || phase === 'notSeen'
  return {
    title: depositTitle(phase, isSent, facts),
    body: [isSent ? sentText : createText(`deposit_${phase}`, facts)],
    notes: [
      ...(depositObserved?.isReported === true ? [note('deposit-reported', createText('reported'))] : []),
      ...(isOpen ? [note('deposit-closes', closing)] : []),
    ],
    actions: phase === 'awaited' ? [isSent ? 'depositShow' : 'depositSent'] : [],
  }
}

function depositTitle(phase: DepositPhase, isSent: boolean, facts: { amount: string; chain: string }): Text {
  if (phase !== 'awaited') return createText(`depositTitle_${phase}`)
  return isSent ? createText('depositTitle_sent', facts) : createText('depositStepTitle', facts)
}

/** A swap that is over, or stopping: first the outcome, then the money, then what to do. */
function describeEnd(
  order: OrderView,
  state: StateDescription,
  nowMs: number,
  context: DescriptionContext,
): Described {
  const { phase } = state
  const exits = sortedExits(order, state, nowMs, context)
  const another: OrderAction = order.restored === true ? 'newSwap' : 'repeat'
  // Until the signature is useless, another swap could pay the same money a second time.
  const again = isSignatureAlive(order, state) ? [] : [another]
  const isHelped = phase === 'failed' || phase === 'refunded' || phase === 'stopping'
  const support = isHelped ? supportActions(context) : []
  const rest = [...support, ...exits.rest]
  return {
    title: outcomeTitle(order) ?? state.label,
    ...(phase === 'done'
      ? { money: arrivalText(order, context), body: [], next: null }
      : endWords(order, state, nowMs, context)),
    proof: ['done', 'failed', 'refunded', 'cancelled'].includes(phase) ? describeProof(order) : null,
    notes: depositEndNotes(order, nowMs),
    actions: [
      ...exits.first,
      ...(phase === 'done' ? (['done'] as const) : []),
      ...(canSwapAgain(order, state, nowMs) ? [...again, ...rest] : [...rest, ...again]),
    ],
  }
}

function endWords(
  order: OrderView,
  state: StateDescription,
  nowMs: number,
  context: DescriptionContext,
): Pick<Described, 'money' | 'body' | 'next'> {
  const trouble = describeTrouble(order, state, nowMs, context)
  // The title says it already. Other codes say something in addition to the end.
  const what = order.problem?.code === 'swapNotDelivered' ? [] : trouble.body
  switch (state.phase) {
    case 'stopped':
      return {
        ...trouble,
        money: createText(stoppedPlace(order).key),
        body: [...what, createText('stoppedWhy')],
      }
    case 'unused':
      return { ...trouble, money: createText('unusedMoney', sentFacts(order)), body: what }
    case 'cancelled':
      return {
        ...trouble,
        money: createText('cancelledMoney', sentFacts(order)),
        body: [...what, createText('cancelledWhy')],
      }
    case 'stopping':
      return {
        money: stoppingMoney(order),
        body: [stoppingText(order)],
        next: nextStep(order, state, nowMs, context),
      }
    default: {
      const isUnused = order.problem?.money === 'signedUnused'
      return { ...trouble, body: isUnused ? [...what, createText('cancelledWhy')] : what }
    }
  }
}

function sentFacts({ reviewed }: OrderView): { readonly amount: string } {
  return { amount: formatExactMoney(reviewed.request.inputAmount, reviewed.inputToken) }
}

/** Until the last signature expires, nothing was taken. A transaction may have been sent. */
function stoppingMoney(order: OrderView): Text {
  return order.unclosedUntilMs === null
    ? createText('money_unknown')
    : createVariableText('money_signatureLives', sentFacts(order))
}

/** A stopped swap while its wallet request may still take effect. */
function stoppingText({ wallet, transactions }: OrderView): Text {
  const isNamed = transactions.some(({ purpose, differs }) => purpose === 'send' && differs !== true)
  if (isNamed) return createText('transactionUnmined')
  return createText(wallet?.connector === 'page' ? 'stoppingWhy' : 'stoppingUnheard')
}

function supportActions({ hasSupportPage }: DescriptionContext): readonly OrderAction[] {
  return hasSupportPage ? ['contactSupport', 'copySupport'] : ['copySupport']
}

/** Returns the exits that the order offers now. A restored order asks no wallet for anything. */
function listExits(order: OrderView, nowMs: number, context: DescriptionContext): readonly ExitKind[] {
  if (order.restored === true) return []
  const exits = ['withdraw', 'cancel', 'revoke'] as const
  return exits.filter((kind) => isExitOffered(kind, order, nowMs, context))
}

function isExitOffered(
  kind: ExitKind,
  order: OrderView,
  nowMs: number,
  { allowance }: DescriptionContext,
): boolean {
  if (kind === 'cancel') return canCancel(order)
  if (kind === 'withdraw') {
    // A wallet gets one request at a time.
    return (
      mayWithdraw(order) && order.walletRequest === null && canWithdraw(order, nowMs, order.withdrawFromMs)
    )
  }
  return allowance !== null && allowance.left?.units !== '0' && canRevoke(order)
}

/** The funds may be in the inbox even if the service reports the order as over. Only a verified end closes it. */
export function mayWithdraw(order: OrderView): boolean {
  return order.withdrawFromMs !== null && !isEndVerified(order) && !order.isInboxEmpty
}

function sortedExits(order: OrderView, state: StateDescription, nowMs: number, context: DescriptionContext) {
  const exits = listExits(order, nowMs, context)
  const isFirst = (kind: ExitKind) =>
    (kind === 'withdraw' && isWithdrawMain(order)) || (kind === 'cancel' && isRevocationMain(order, state))
  return { first: exits.filter(isFirst), rest: exits.filter((kind) => !isFirst(kind)) }
}

/** Revoking ends the wait for a signature that may still take the money. */
function isRevocationMain(order: OrderView, state: StateDescription): boolean {
  return isSignatureAlive(order, state) && canRevokeSignature(order)
}

/** A running swap usually pays, so withdrawing it is not the main action. */
function isWithdrawMain(order: OrderView): boolean {
  return !isReportedInInbox(order) || isOverOrStopping(order)
}
