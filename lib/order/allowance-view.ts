import type { AllowanceLine, RevokeTerms } from './allowance-line.ts'

/** The messages about what contracts may still take. */
export interface AllowanceMessages {
  /** The allowances that Ferry ever asked for or stood on, each with what its chain says is left now. */
  allowances: { input: null; output: readonly AllowanceLine[] }
  /** Checks that the allowance of a swap that is over could be taken back now. */
  reviewRevoke: { input: { orderId: string }; output: RevokeTerms }
  /** Asks the wallet for the reviewed revocation. */
  confirmRevoke: { input: { reviewKey: string }; output: { orderId: string } }
}
