import { type Address, isAddress, isSameHex, lowerHex } from '../base/hex.ts'
import { minuteMs } from '../base/time.ts'
import type { AllowanceEvidence } from '../chain/chain-views.ts'
import { spendsAllowance } from '../quote/order-kind.ts'
import type { OrderKind } from '../quote/terms.ts'
import type { AllowanceKey } from '../review/approval-plan.ts'
import type { Token } from '../service/token.ts'
import type { Order, OrderFacts, OrderTransaction, Revocation } from './order.ts'
import {
  hasRequestFor,
  hasSentApproval,
  isApproval,
  isPermitGiven,
  isPermitUsable,
  isPermitUseVerified,
  isReportedFailed,
  isUnansweredRecent,
  listNamedSends,
  listWalletRequests,
} from './order-facts.ts'
import { isEndVerified, isInSet, isOverOrStopping } from './order-state.ts'
import { listOtherSignatures } from './stored-requests.ts'

/** Afterwards Ferry reads the chain only when the person opens the list. */
const revokeWaitMs = 10 * minuteMs

export function isAllowanceUncertain({ units, sources, wanted }: AllowanceEvidence): boolean {
  return units === 0n && sources < wanted
}

export function allowanceOf(order: Order): AllowanceKey | null {
  if (!spendsAllowance(order)) return null
  const spender =
    order.kind === 'signed'
      ? order.terms.signTypedData?.domain.verifyingContract
      : (order.terms.spender ?? order.terms.txData?.to)
  const { originChainId: chainId, inputToken: token, userAddress: owner } = order.reviewed.request
  if (!isAddress(spender) || !isAddress(token) || !isAddress(owner)) return null
  // If a record's token differs from the displayed token, do not trust it for any allowance.
  const { inputToken } = order.reviewed
  if (inputToken.chainId !== chainId || !isSameHex(inputToken.address, token)) return null
  return { chainId, token: lowerHex(token), owner: lowerHex(owner), spender: lowerHex(spender) }
}

export function isForAllowance(order: Order, key: AllowanceKey): boolean {
  const own = allowanceOf(order)
  return (
    own !== null &&
    own.chainId === key.chainId &&
    isSameHex(own.token, key.token) &&
    isSameHex(own.owner, key.owner) &&
    isSameHex(own.spender, key.spender)
  )
}

/** An order in `needs_user` reads the allowance again first. A stopped swap takes nothing. */
export function reliesOnAllowance(order: Order): boolean {
  return !isOverOrStopping(order) && order.state !== 'needs_user'
}

/**
 * Returns whether the order's record permits a revocation: the swap is over or stopped, and no wallet request
 * is open.
 */
export function canRevoke(order: OrderFacts): boolean {
  const isFree = order.walletRequest === null && order.revoking?.state !== 'sent'
  return spendsAllowance(order) && isOverOrStopping(order) && isFree
}

export function isRevokePending({ revoking }: Pick<Order, 'revoking'>): boolean {
  return revoking?.state === 'sent'
}

export function isRevokeWaitOver({ atMs }: Revocation, nowMs: number): boolean {
  return nowMs - atMs >= revokeWaitMs
}

export function isBeingRevoked(orders: readonly Order[], key: AllowanceKey): boolean {
  return orders.some(
    (order) => (hasRequestFor(order, 'revoke') || isRevokePending(order)) && isForAllowance(order, key),
  )
}

export function findRevocation({ transactions }: OrderFacts): OrderTransaction | null {
  return transactions.findLast(({ purpose }) => purpose === 'revoke') ?? null
}

/**
 * Returns the other orders that still need one allowance (R13): the record does not show that they took it, or never will.
 * An order in `confirmed` does not count: it reads the allowance later, and then counts the others.
 */
export function listReserving(
  openOrders: readonly Order[],
  key: AllowanceKey,
  exceptOrderId: string | null,
  nowMs: number,
): readonly Order[] {
  return openOrders.filter(
    (order) => order.id !== exceptOrderId && isForAllowance(order, key) && needsAllowance(order, nowMs),
  )
}

function needsAllowance(order: Order, nowMs: number): boolean {
  if (isPermitGiven(order)) return isPermitUsable(order, nowMs) && !isReportedFailed(order)
  // An order in `needs_user` may never continue. If it does, it reads its allowance again.
  if (order.state === 'confirmed' || !reliesOnAllowance(order)) return false
  // A transaction takes its allowance when it is mined.
  const isOver = listNamedSends(order).some(({ state }) => state === 'mined' || state === 'failed')
  return order.kind === 'signed' || ((order.statusCode ?? 0) < 2 && !isOver)
}

/** Returns an approval that may be mined after a revocation. Ferry does not follow it once the swap is over. */
export function findPendingApproval(order: OrderFacts, nowMs: number): OrderTransaction | null {
  const revocation = findRevocation(order)
  const revokedNonce = revocation?.state === 'mined' ? revocation.accountNonce : null
  // An account's transactions are mined by nonce: one before the revocation cannot follow it.
  const mayFollow = (nonce: number | null) => nonce === null || revokedNonce === null || nonce > revokedNonce
  const isPending = ({ purpose, state, sentMs, accountNonce }: OrderTransaction) =>
    purpose === 'approve' && state === 'sent' && isUnansweredRecent(sentMs, nowMs) && mayFollow(accountNonce)
  return order.transactions.findLast(isPending) ?? null
}

/**
 * Returns whether an order may have left an allowance that it no longer needs, or that another signature of it may still use.
 * Only the chain shows how much is left: a wallet may approve a request that it never answers.
 */
export function mayLeaveAllowance(order: Order): boolean {
  const { state, timeline, revokeAfter, revoking } = order
  const isRequested =
    hasSentApproval(order) ||
    timeline.some(({ step }) => step === 'approved') ||
    listWalletRequests(order).some(isApproval)
  const isUntaken = isRequested && isInSet(state, 'neverExecuted')
  // While the order's own signature may be used, its allowance is not revoked.
  const isOwnOver = isEndVerified(order) || isPermitUseVerified(order)
  const mayBeTaken = isUntaken || (isOwnOver && listOtherSignatures(order).length > 0)
  return isOverOrStopping(order) && (mayBeTaken || revokeAfter === true || revoking !== undefined)
}

/** `units` is in the smallest unit; null means unlimited. Null as a whole if the read failed. */
export type RemainingAllowance = { readonly units: string | null; readonly sources: number } | null

export interface AllowanceEntry {
  /** The order that can revoke it. */
  readonly orderId: string
  readonly kind: OrderKind
  readonly token: Token
  readonly owner: Address
  readonly spender: Address
  readonly left: RemainingAllowance
  readonly revokeBlockedBy: 'inUse' | 'restored' | 'unknownContract' | null
}
