import * as v from 'valibot'
import { isHash } from '../base/hex.ts'
import type { CallOptions, ServiceResponse } from './service.ts'
import { call, type Send } from './transport.ts'

export interface Submitted {
  /** Lower case; null where the answer names none. */
  readonly requestHash: string | null
}

/**
 * POSTs a signed request as these exact bytes (interface 4.5): `requestType`, `request`, `userSignature`, `quoteId`. A
 * status of 200 or 201 with the hash in the result or its first item, or without one: that is no failure, the flow decides.
 * The same bytes may be sent again; `serviceRefused` is final.
 */
export function submit(send: Send) {
  return (bodyText: string, options: CallOptions): Promise<ServiceResponse<Submitted>> =>
    call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/submit',
        bodyText,
        timeLimitMs: 20_000,
        maxBytes: 1_000_000,
        allowNull: true,
      },
      submittedOf,
    )
}

const hashHolderShape = v.object({ requestHash: v.optional(v.unknown()), hash: v.optional(v.unknown()) })

/** Nothing in a success is refused: without our hash in it the service is asked what it has (R12). */
function submittedOf(result: unknown): Submitted {
  const outcome = v.safeParse(hashHolderShape, Array.isArray(result) ? result[0] : result)
  if (!outcome.success) return { requestHash: null }
  const { requestHash, hash } = outcome.output
  const found = [requestHash, hash].find(isHash)
  return { requestHash: found?.toLowerCase() ?? null }
}
