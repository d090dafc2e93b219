/** Smallest units as a digit string, and when they were read. */
export interface OldBalance {
  readonly units: string
  readonly readMs: number
}

/** What an account holds, by `chainId:address`; a token in neither was never read. */
export interface Balances {
  /** Read just now. */
  readonly amounts: { readonly [tokenKey: string]: string }
  /** What could not be read now, as it was read last. Good to be looked at with its age; nothing is decided by it. */
  readonly old: { readonly [tokenKey: string]: OldBalance }
}
