import type { OrderTerms } from './terms.ts'

/** another order has this request hash. P-8: another order has this deposit address. */
export type UniqueCheck = 'X-3' | 'P-8'

export type UniqueTerms = Pick<OrderTerms, 'requestHash' | 'deposit'>

/**
 * A deposit address is used once, because its balance would be attributed to the other order. If many deposits
 * share one address, the memo distinguishes them.
 */
export function uniqueKeysOf({ requestHash, deposit }: UniqueTerms): {
  readonly requestHash?: string
  readonly deposit?: string
} {
  return {
    ...(requestHash === null ? {} : { requestHash: requestHash.toLowerCase() }),
    ...(deposit === undefined
      ? {}
      : { deposit: JSON.stringify([deposit.chainId, deposit.address.toLowerCase(), deposit.memo]) }),
  }
}
