import type { ServiceResponse } from './transport.ts'

/** Codes of interface 3. Anything else a deployment sends is "no information" and never gets this far. */
export type StatusCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** A swap is over, as the service says. */
export type EndCode = 3 | 4 | 5 | 6 | 7

export function isTerminal(code: StatusCode | null): code is EndCode {
  return code !== null && code >= 3
}

/** Tells whether a status is FULFILLED or SETTLED. */
export function isSuccess(code: StatusCode | null): code is 3 | 4 {
  return code === 3 || code === 4
}

/** Tells whether a status is EXPIRED or CANCELLED: what was taken may still come back (7). */
export function isFailure(code: StatusCode | null): code is 5 | 6 {
  return code === 5 || code === 6
}

export const statusNames = [
  'PENDING',
  'ASSIGNED',
  'EXTRACTED',
  'FULFILLED',
  'SETTLED',
  'EXPIRED',
  'CANCELLED',
  'REFUNDED',
] as const

/** Returns the code of a status name, however it is written; null for a name that is none of interface 3's. */
export function codeOfName(name: string | null): StatusCode | null {
  const known = name?.trim().toUpperCase()
  const code = ([0, 1, 2, 3, 4, 5, 6, 7] as const).find((one) => statusNames[one] === known)
  return code ?? null
}

/** A status record that is about a known request (an echo record of an unknown hash never becomes one). */
export interface StatusRecord {
  readonly hash: string
  /** Null: the service answered, but with a code that carries no information. */
  readonly statusCode: StatusCode | null
  /** Null in deployments that send no legs at all (interface 4.6 as written). */
  readonly originChainId: number | null
  readonly destinationChainId: number | null
  readonly inputToken: string | null
  readonly inputAmount: string | null
  readonly outputToken: string | null
  readonly userAddress: string | null
  readonly receiverAddress: string | null
  /** Ids in their own chain's form (`transactionIdOn`). */
  readonly sourceTransactionHash: string | null
  /** Something was paid on the origin chain, also where its transaction's id cannot be read. */
  readonly isPaidIn: boolean
  readonly destinationTransactionHash: string | null
  readonly refundTransactionHash: string | null
  /** Where the refund is; null where that is not said. */
  readonly refundChainId: number | null
  /** What was delivered, smallest unit of the output token. */
  readonly fulfilledAmount: string | null
}

/** What one look at the service gave. */
export type StatusResponse = Omit<ServiceResponse<unknown>, 'result'> &
  ({ readonly kind: 'record'; readonly record: StatusRecord } | { readonly kind: 'notIndexed' })
