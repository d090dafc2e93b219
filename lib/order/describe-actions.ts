import { canRevoke } from './allowances.ts'
import { canRevokeSignature, isSignatureAlive } from './describe-money.ts'
import { canOfferApproval, isOnlyFollowed } from './describe-notes.ts'
import type { DescriptionContext, OrderAction, OrderDescription } from './description.ts'
import { canCancel, canWithdraw, type ExitKind, isReportedInInbox } from './exits/exit-rules.ts'
import { canStopOrder, isRefundOnDestination, listNamedSends, refundChainOf } from './order-facts.ts'
import { isEndVerified, isOverOrStopping, orderPhase } from './order-state.ts'
import type { OrderView } from './order-view.ts'

/** They stop something, or the card has a more important button of its own. */
const quietActions: readonly OrderAction[] = [
  'cancel',
  'revoke',
  'stop',
  'putAway',
  'showAgain',
  'stopWaiting',
  'depositSent',
  'depositShow',
  'copySupport',
  'turnOnNotices',
]

/** Null if all that can be done is to stop, to wait or to copy. */
export function mainActionOf(
  order: OrderView,
  { actions: [first], progress }: Pick<OrderDescription, 'actions' | 'progress'>,
): OrderAction | null {
  if (first === 'cancel' && isRevocationMain(order)) return first
  if (first === undefined || quietActions.includes(first)) return null
  if (first === 'withdraw') return isWithdrawMain(order) ? first : null
  // A swap that still moves usually arrives without help.
  if (first === 'contactSupport' && progress !== null) return null
  // A swap that runs needs no other one.
  return first === 'newSwap' && orderPhase(order) === 'running' ? null : first
}

/** They stand in the card, next to the words that they belong to. */
const cardActions: ReadonlySet<OrderAction> = new Set([
  'cancel',
  'withdraw',
  'revoke',
  'viewTransaction',
  'copySupport',
  'turnOnNotices',
])

/**
 * Returns where the buttons of an order are: the main action and one other in the dock at the foot of the screen,
 * those without a place there in the menu. Every menu leads to support and to a new swap. A cancellation leaves the
 * card only for a dock that is empty.
 */
export function placeActions({ actions, mainAction }: Pick<OrderDescription, 'actions' | 'mainAction'>): {
  readonly dock: readonly OrderAction[]
  readonly menu: readonly OrderAction[]
} {
  const [other, ...rest] = actions.filter((one) => one !== mainAction && !cardActions.has(one))
  const dock = [mainAction, other].filter((one) => one != null)
  return {
    dock: dock.length > 0 ? dock : actions.filter((one) => one === 'cancel'),
    menu: rest.filter((one) => one !== 'contactSupport' && one !== 'newSwap'),
  }
}

/** What the person can do to move the swap on, or to stop it. */
export function stepActions(order: OrderView, nowMs: number): readonly OrderAction[] {
  const { kind, problem, state, wallet } = order
  // Sending a transaction is the alternative to signing.
  const cannotSign = kind === 'signed' && problem?.code === 'walletUnsupported'
  // After another transaction than the reviewed one, support helps and the wallet does not.
  const isAtPage =
    state === 'unknown_outcome' && wallet?.connector === 'page' && problem?.code !== 'transactionDiffers'
  return [
    ...(cannotSign ? (['sendInstead'] as const) : []),
    ...(state === 'needs_user' || canOfferApproval(order, nowMs) ? (['retry'] as const) : []),
    ...(isAtPage ? (['showWallet'] as const) : []),
    ...(canStopOrder(order, nowMs) ? ([isOnlyFollowed(order, nowMs) ? 'putAway' : 'stop'] as const) : []),
  ]
}

/** Contacting support copies the details, too. */
export function supportActions({ hasSupportPage }: DescriptionContext): readonly OrderAction[] {
  return [hasSupportPage ? 'contactSupport' : 'copySupport']
}

/** Where the service says that the money came back, or that it will. Null if that is not known. */
export function accountToCheck(
  order: OrderView,
): { readonly chainId: number; readonly address: string } | null {
  const { receiverAddress, userAddress, originChainId } = order.reviewed.request
  const own = { chainId: originChainId, address: userAddress }
  const payer = order.deposit === null ? own : { ...order.deposit, address: order.deposit.refundAddress }
  const { chainId, address } = isRefundOnDestination(order)
    ? { chainId: refundChainOf(order), address: receiverAddress }
    : payer
  return address === null ? null : { chainId, address }
}

/** The person checks the account first. Support helps if the money is not there. */
export function refundActions(order: OrderView, context: DescriptionContext): readonly OrderAction[] {
  const account = accountToCheck(order)
  const isShown = account !== null && context.accountLink(account) !== null
  return [...(isShown ? (['viewAccount'] as const) : []), ...supportActions(context)]
}

export function lateActions(order: OrderView, context: DescriptionContext): readonly OrderAction[] {
  const support = supportActions(context)
  return lastTransactionOf(order) === null ? support : [...support, 'viewTransaction']
}

/** The latest transaction that shows where the money of a running swap went. */
export function lastTransactionOf(
  order: OrderView,
): { readonly chainId: number; readonly hash: string } | null {
  const { sourceTransactionHash: hash, reviewed } = order
  if (hash !== null) return { chainId: reviewed.inputToken.chainId, hash }
  return listNamedSends(order).at(-1) ?? null
}

/** Returns the exits that the order offers now, and which of them come first. A restored order sends no wallet request. */
export function sortedExits(order: OrderView, context: DescriptionContext) {
  const exits = (['withdraw', 'cancel', 'revoke'] as const).filter(
    (kind) => order.restored !== true && isExitOffered(kind, order, context),
  )
  const isFirst = (kind: ExitKind) =>
    (kind === 'withdraw' && isWithdrawMain(order)) || (kind === 'cancel' && isRevocationMain(order))
  return { first: exits.filter(isFirst), rest: exits.filter((kind) => !isFirst(kind)) }
}

function isExitOffered(kind: ExitKind, order: OrderView, { allowance, nowMs }: DescriptionContext): boolean {
  if (kind === 'cancel') return canCancel(order)
  // A wallet gets one request at a time.
  if (kind === 'withdraw')
    return order.walletRequest === null && canWithdraw(order, nowMs, order.withdrawFromMs)
  return allowance !== null && allowance.left?.units !== '0' && canRevoke(order)
}

/** The funds may be in the inbox even if the service reports the order as over. Only a verified end closes it. */
export function mayWithdraw(order: OrderView): boolean {
  return order.withdrawFromMs !== null && !isEndVerified(order) && !order.isInboxEmpty
}

/** Revoking ends the wait for a signature that may still take the money. */
function isRevocationMain(order: OrderView): boolean {
  return isSignatureAlive(order) && canRevokeSignature(order)
}

/** A running swap usually pays, so withdrawing it is not the main action. */
function isWithdrawMain(order: OrderView): boolean {
  return !isReportedInInbox(order) || isOverOrStopping(order)
}
