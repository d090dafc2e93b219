/** One thing the wallet will be asked for, as a review shows it. */
export interface ReviewStep {
  readonly purpose: 'resetApproval' | 'approve' | 'sign' | 'send'
  readonly amountUnits: string
  /** Where the tokens may be taken by, or sent to. */
  readonly contract: string
  readonly contractName: 'Permit2' | 'inbox' | 'gateway' | 'deposit'
  /** What `send` pays on top of the input, smallest unit of the chain's own currency (R2). */
  readonly nativeFeeUnits?: string
  /** Null where it costs no gas or the price is not known. */
  readonly gasInUsd: string | null
}
