import type { Address } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'

/** Half of the uint160 range. No token has such a supply, so an allowance this high counts as unlimited. */
export const unlimitedUnits = 1n << 159n

export interface AllowanceKey {
  readonly chainId: number
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
}

/** One approval transaction. `amountUnits` is always 0 for `resetApproval`. */
export interface ApprovalStep {
  readonly purpose: 'resetApproval' | 'approve'
  readonly amountUnits: bigint
}

/**
 * Returns the approvals that raise an allowance to exactly the needed amount. Empty if it is already enough:
 * an allowance is never lowered.
 *
 * `approveWorks` is the result of simulating `approve(neededUnits)`. If it fails on top of an old allowance,
 * the token is USDT-like and must be reset to zero first. The caller makes sure that no other open order
 * relies on that allowance (R13).
 * Throws `approvalFailed` if the approval fails and there is nothing to reset.
 */
export function planApprovals(input: {
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
