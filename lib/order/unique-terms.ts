import type { OrderTerms } from './order-parts.ts'

/** another order has this request hash. P-8: another order was given this deposit address. */
export type UniqueCheck = 'X-3' | 'P-8'

export type UniqueTerms = Pick<OrderTerms, 'requestHash' | 'deposit'>

/**
 * Returns what no two orders may share, as keys of the database: the request hash, and the deposit address, which is used
 * once: what lies there would be taken for the other order's. Where many share one address, the memo tells them apart.
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
