import { type Address, isAddress, lowerHex, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { minuteMs } from '../base/time.ts'
import type { AllowanceSeen } from '../chain/chain-port.ts'
import type { Simulated } from '../chain/effects.ts'
import type { Token } from '../service/token.ts'
import type { Order, OrderKind, Revoking } from './order.ts'
import { needsApproval } from './order-facts.ts'
import { isOwnPayment } from './order-parts.ts'
import { isIn, isOverOrStopping } from './order-state.ts'
import { isSeenUsed } from './order-timeline.ts'

/** Half of what can be counted at all: no token has as much, and who allows it means "without limit". */
export const unlimitedUnits = 1n << 159n

/** As long as a revocation is waited for; then the chain is read only when somebody looks. */
const watchedMs = 10 * minuteMs

/** Returns whether enough endpoints say that nothing is left; one alone of several is not. */
export function isNothingLeft({ units, sources, wanted }: AllowanceSeen): boolean {
  return units === 0n && sources >= wanted
}

/** Returns whether nobody can say what is left: too few say "nothing". */
export function isUnsure({ units, sources, wanted }: AllowanceSeen): boolean {
  return units === 0n && sources < wanted
}

/**
 * Returns the allowance that an order asked for, or stood on: token, owner and the contract that its terms name. Null
 * for one that needs none.
 */
export function allowanceOf(order: Pick<Order, 'kind' | 'reviewed' | 'terms'>): AllowanceKey | null {
  if (!needsApproval(order)) return null
  const spender =
    order.kind === 'signed'
      ? order.terms.signTypedData?.domain.verifyingContract
      : (order.terms.spender ?? order.terms.txData?.to)
  const { originChainId: chainId, inputToken: token, userAddress: owner } = order.reviewed.request
  if (!isAddress(spender) || !isAddress(token) || !isAddress(owner)) return null
  // A row whose token is not the one it shows tells of no allowance.
  const { inputToken } = order.reviewed
  if (inputToken.chainId !== chainId || !sameHex(inputToken.address, token)) return null
  return { chainId, token: lowerHex(token), owner: lowerHex(owner), spender: lowerHex(spender) }
}

/** Returns whether an order is about an allowance. */
export function isAboutAllowance(order: Order, key: AllowanceKey): boolean {
  const own = allowanceOf(order)
  return (
    own !== null &&
    own.chainId === key.chainId &&
    sameHex(own.token, key.token) &&
    sameHex(own.owner, key.owner) &&
    sameHex(own.spender, key.spender)
  )
}

/**
 * Tells whether an order may still take what it was allowed, or is about to count on it. One that waits for the user
 * reads it again. A stopped swap takes nothing.
 */
export function countsOnAllowance(order: Order): boolean {
  return !isOverOrStopping(order) && order.state !== 'needs_user'
}

/**
 * Tells whether the allowance of a swap can be taken back as far as its record says: over or stopped, ours, and nothing open at the
 * wallet but what nobody waits for any more.
 */
export function mayRevoke(
  order: Pick<
    Order,
    'kind' | 'reviewed' | 'state' | 'statusCode' | 'restored' | 'walletRequest' | 'revoking'
  >,
): boolean {
  const mayBeAsked = isIn(order.state, 'untaken') && !asksRevoke(order)
  const isFree = (order.walletRequest === null || mayBeAsked) && order.revoking?.state !== 'sent'
  return needsApproval(order) && isOverOrStopping(order) && order.restored !== true && isFree
}

/** Returns whether the wallet is being asked to take an allowance back. */
export function asksRevoke({ walletRequest }: Pick<Order, 'walletRequest'>): boolean {
  return walletRequest?.purpose === 'revoke'
}

/** Returns whether a revocation is on its way to the chain and waited for. */
export function watchesRevoke({ revoking }: Pick<Order, 'revoking'>): boolean {
  return revoking?.state === 'sent'
}

/** Returns whether a revocation was waited for long enough. */
export function isRevokeLate({ atMs }: Revoking, nowMs: number): boolean {
  return nowMs - atMs >= watchedMs
}

/** Returns whether an allowance is being taken back: who stands on it waits. */
export function isBeingRevoked(orders: readonly Order[], key: AllowanceKey): boolean {
  return orders.some((order) => (asksRevoke(order) || watchesRevoke(order)) && isAboutAllowance(order, key))
}

/** Returns the transaction that last took an order's allowance back, or tried to; null where none was sent. */
export function revocationOf({
  transactions,
}: Pick<Order, 'transactions'>): Order['transactions'][number] | null {
  return transactions.findLast(({ purpose }) => purpose === 'revoke') ?? null
}

/** One approval transaction to ask the wallet for; `resetApproval` always has 0 units. */
export interface ApprovalStep {
  readonly purpose: 'resetApproval' | 'approve'
  readonly amountUnits: bigint
}

/**
 * Returns the approvals that lift an allowance to exactly what is needed; none where it is enough already (it is never lowered).
 *
 * `approveWorks` is what a simulated `approve(neededUnits)` said. Where it fails on top of an old allowance the token is
 * USDT-like and goes through zero first; the caller sees to it that no other open order stands on that allowance (R13).
 * Throws `approvalFailed` where it fails and there is nothing to reset.
 */
export function approvalPlan(input: {
  readonly allowanceUnits: bigint
  readonly neededUnits: bigint
  readonly approveWorks: boolean
}): readonly ApprovalStep[] {
  const { allowanceUnits, neededUnits, approveWorks } = input
  if (allowanceUnits >= neededUnits) return []
  const approve: ApprovalStep = { purpose: 'approve', amountUnits: neededUnits }
  if (approveWorks) return [approve]
  if (allowanceUnits === 0n) throw new Problem('approvalFailed', { facts: { reason: 'reverts' } })
  return [{ purpose: 'resetApproval', amountUnits: 0n }, approve]
}

/** What an allowance is about. */
export interface AllowanceKey {
  readonly chainId: number
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
}

/**
 * Returns what Ferry's other orders still need of one allowance (R13): the sum of `inputAmount` of those that are on
 * their way to the wallet or the service and not yet EXTRACTED. An order that is only confirmed has not counted on the
 * allowance yet; it reads it later and then counts the others.
 */
export function reservedAllowance(
  openOrders: readonly Order[],
  key: AllowanceKey,
  exceptOrderId: string | null,
): bigint {
  return openOrders
    .filter((order) => order.id !== exceptOrderId && needsAllowance(order) && isAbout(order, key))
    .reduce((sum, order) => sum + BigInt(order.reviewed.request.inputAmount), 0n)
}

function needsAllowance(order: Order): boolean {
  // What waits for the user may never be asked for; should it be, its own approval is read anew.
  if (!needsApproval(order) || order.state === 'confirmed' || !countsOnAllowance(order)) return false
  // A transaction takes what it was allowed when it is mined.
  if (order.kind !== 'signed' && order.transactions.some(isTaken)) return false
  return (order.statusCode ?? 0) < 2 && !isSeenUsed(order)
}

function isTaken(one: Order['transactions'][number]): boolean {
  return isOwnPayment(one) || (one.purpose === 'send' && one.state === 'failed' && one.differs !== true)
}

function isAbout(order: Order, key: AllowanceKey): boolean {
  const { request: ask } = order.reviewed
  const { signTypedData, txData } = order.terms
  const spender = order.kind === 'signed' ? signTypedData?.domain.verifyingContract : txData?.to
  return (
    ask.originChainId === key.chainId &&
    sameHex(ask.inputToken, key.token) &&
    sameHex(ask.userAddress, key.owner) &&
    typeof spender === 'string' &&
    sameHex(spender, key.spender)
  )
}

/** Returns the approvals that were sent and not seen mined yet. */
export function approvalsUnderWay({ transactions }: Pick<Order, 'transactions'>): Order['transactions'] {
  return transactions.filter(({ purpose, state }) => purpose === 'approve' && state === 'sent')
}

/** Returns what was approved for a swap that took nothing in the end, smallest unit; null where nothing may be left of it. */
export function leftAllowance({
  state,
  transactions,
  approvedLate,
  revoking,
}: Pick<Order, 'state' | 'transactions' | 'approvedLate' | 'revoking'>): string | null {
  if (!isIn(state, 'untaken')) return null
  // A late yes may follow what was taken back. Their order tells it, and no clock: that may be set back in between. An
  // approval that is under way may be mined after the revocation whatever their order.
  const isTakenBack = revoking?.leftUnits === '0'
  const revokedAt = isTakenBack ? transactions.findLastIndex(({ purpose }) => purpose === 'revoke') : -1
  if (approvedLate !== undefined) return approvedLate.units
  const last =
    transactions.slice(revokedAt + 1).findLast(setsAllowance) ?? approvalsUnderWay({ transactions }).at(-1)
  return last?.purpose !== 'approve' || last.amountUnits === '0' ? null : last.amountUnits
}

/**
 * Returns the approval of a swap that took nothing which came after it was revoked, smallest unit, and whether the chain has
 * shown it; null where the revocation left nothing, or there was none.
 */
export function approvalAfterRevoke(
  order: Parameters<typeof leftAllowance>[0],
): { readonly units: string; readonly isShown: boolean } | null {
  const { revoking, transactions, approvedLate } = order
  const units = revoking?.state === 'over' && revoking.leftUnits === '0' ? leftAllowance(order) : null
  if (units === null) return null
  const revokedAt = transactions.findLastIndex(({ purpose }) => purpose === 'revoke')
  const last = transactions.slice(revokedAt + 1).findLast(setsAllowance)
  return { units, isShown: approvedLate !== undefined || last?.state === 'mined' }
}

/** Returns whether a transaction set the allowance, or may set it yet: a reset takes nothing away before it is mined. */
function setsAllowance({ purpose, state }: Order['transactions'][number]): boolean {
  return purpose === 'approve'
    ? state === 'mined' || state === 'sent'
    : purpose === 'resetApproval' && state === 'mined'
}

/** An allowance that Ferry asked for or stood on, and what is left of it. */
export interface AllowanceLine {
  /** The order by which it is taken back. */
  readonly orderId: string
  readonly kind: OrderKind
  readonly token: Token
  readonly owner: Address
  readonly spender: Address
  /** As its chain says now; `units` (smallest unit) is null where there is no limit. Null where it could not be read. */
  readonly left: { readonly units: string | null; readonly sources: number } | null
  /** Why Ferry cannot take it back now; null where it can. */
  readonly inTheWay: 'inUse' | 'restored' | 'unknownContract' | null
}

/** A revocation as it is shown before the wallet is asked; `reviewKey` confirms exactly this one. */
export interface RevokeTerms {
  readonly reviewKey: string
  readonly orderId: string
  /** What it would do now. */
  readonly simulation: Simulated
  /** Who may take the token no more. */
  readonly spender: string
  /** What is left now as the chain says, smallest unit. */
  readonly leftUnits: string
  /** The most the gas should cost, smallest unit of the chain's own currency. */
  readonly gasUnits: string
  /** Dollars of gas, at most about; null where nobody values the chain's own currency. */
  readonly gasInUsd: string | null
}
