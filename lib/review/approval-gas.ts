import { addDecimals } from '../base/decimal-math.ts'

interface GasStep {
  readonly purpose: 'resetApproval' | 'approve' | 'sign' | 'send'
  readonly gasInUsd: string | null
}

/** Returns the gas of all approvals in dollars, at most; null if it is unknown. */
export function sumApprovalGas(steps: readonly GasStep[]): string | null {
  const approvals = steps.filter(({ purpose }) => purpose === 'approve' || purpose === 'resetApproval')
  if (approvals.some(({ gasInUsd }) => gasInUsd === null)) return null
  return addDecimals('0', ...approvals.map(({ gasInUsd }) => gasInUsd ?? '0'))
}
