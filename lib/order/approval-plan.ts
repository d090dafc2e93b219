import { type Address, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { Order } from './order.ts'
import { needsApproval } from './order-kinds.ts'
import { orderStateWords } from './order-state.ts'

/** One approval transaction to ask the wallet for; `resetApproval` always has 0 units. */
export interface ApprovalStep {
  readonly purpose: 'resetApproval' | 'approve'
  readonly amountUnits: bigint
}

/**
 * The approvals that lift an allowance to exactly what is needed; none where it is enough already (it is never lowered).
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
 * What Ferry's other orders still need of one allowance (R13): the sum of `inputAmount` of those that are on
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
    .reduce((sum, order) => sum + BigInt(order.reviewed.ask.inputAmount), 0n)
}

function needsAllowance(order: Order): boolean {
  // What waits for the user may never be asked for; should it be, its own approval is read anew.
  if (!needsApproval(order) || order.state === 'confirmed' || order.state === 'needs_user') return false
  // A transaction takes what it was allowed when it is mined.
  if (order.kind !== 'signed' && order.transactions.some(isTaken)) return false
  return !orderStateWords(order).isOver && (order.statusCode ?? 0) < 2
}

function isTaken({ purpose, state }: Order['transactions'][number]): boolean {
  return purpose === 'send' && (state === 'mined' || state === 'failed')
}

function isAbout(order: Order, key: AllowanceKey): boolean {
  const { ask } = order.reviewed
  const { signTypedData, txData } = order.deal
  const spender = order.kind === 'signed' ? signTypedData?.domain.verifyingContract : txData?.to
  return (
    ask.originChainId === key.chainId &&
    sameHex(ask.inputToken, key.token) &&
    sameHex(ask.userAddress, key.owner) &&
    typeof spender === 'string' &&
    sameHex(spender, key.spender)
  )
}
