/** Codes of interface 3. Any other code of a deployment means "no information" and is decoded as null. */
export const statusCodes = {
  pending: 0,
  assigned: 1,
  extracted: 2,
  fulfilled: 3,
  settled: 4,
  expired: 5,
  cancelled: 6,
  refunded: 7,
} as const

export type StatusCode = (typeof statusCodes)[keyof typeof statusCodes]

export type EndCode = 3 | 4 | 5 | 6 | 7

export function isTerminal(code: StatusCode | null): code is EndCode {
  return code !== null && code >= statusCodes.fulfilled
}

/** Says whether a status is FULFILLED or SETTLED. */
export function isSuccess(code: StatusCode | null): code is 3 | 4 {
  return code === statusCodes.fulfilled || code === statusCodes.settled
}

/** Says whether a status is EXPIRED or CANCELLED. The input may still be refunded (7). */
export function isFailure(code: StatusCode | null): code is 5 | 6 {
  return code === statusCodes.expired || code === statusCodes.cancelled
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
