import type { ServiceResponse } from './transport.ts'

/** Codes of interface 3. Any other code of a deployment means "no information" and is decoded as null. */
export type StatusCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

export type EndCode = 3 | 4 | 5 | 6 | 7

export function isTerminal(code: StatusCode | null): code is EndCode {
  return code !== null && code >= 3
}

/** Says whether a status is FULFILLED or SETTLED. */
export function isSuccess(code: StatusCode | null): code is 3 | 4 {
  return code === 3 || code === 4
}

/** Says whether a status is EXPIRED or CANCELLED. The input may still be refunded (7). */
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

export function codeOfName(name: string | null): StatusCode | null {
  const known = name?.trim().toUpperCase()
  const code = ([0, 1, 2, 3, 4, 5, 6, 7] as const).find((one) => statusNames[one] === known)
  return code ?? null
}

/** A status record of a known request. An echo of an unknown hash is never one. */
export interface StatusRecord {
  readonly hash: string
  readonly statusCode: StatusCode | null
  /** Null in deployments that send no legs (interface 4.6 as written). */
  readonly originChainId: number | null
  readonly destinationChainId: number | null
  readonly inputToken: string | null
  readonly inputAmount: string | null
  readonly outputToken: string | null
  readonly userAddress: string | null
  readonly receiverAddress: string | null
  /** Ids in the format of their own chain (`normalizeTransactionId`). */
  readonly sourceTransactionHash: string | null
  /** The service names a payment on the origin chain, even if the id of its transaction is unreadable. */
  readonly hasSourcePayment: boolean
  readonly destinationTransactionHash: string | null
  readonly refundTransactionHash: string | null
  readonly refundChainId: number | null
  /** The delivered amount, smallest unit of the output token. */
  readonly fulfilledAmount: string | null
}

export type StatusResponse = Omit<ServiceResponse<unknown>, 'result'> &
  ({ readonly kind: 'record'; readonly record: StatusRecord } | { readonly kind: 'notIndexed' })
