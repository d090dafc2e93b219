import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'

export interface Swap {
  readonly request: QuoteRequest
  readonly choice?: ReviewChoice
}

/** The person's request for each kind of swap, and the route that they choose. */
export const kinds = {
  signed: { request: signedRequest },
  native: { request: nativeRequest },
  inbox: { request: inboxRequest },
  manual: { request: manualRequest, choice: acrossRoute },
  deposit: { request: depositRequest, choice: { routeKey: 'deposit' } },
} as const satisfies { readonly [kind: string]: Swap }

export const kindNames = ['signed', 'native', 'inbox', 'manual', 'deposit'] as const
