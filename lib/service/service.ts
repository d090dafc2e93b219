import type { BuiltTransaction } from './built-transaction.ts'
import type { QuoteRequest } from './quote-request.ts'
import type { Quote } from './quote-result.ts'
import type { StatusResponse } from './status-codes.ts'

/** How urgent a request is; the budget serves them in this order (architecture, decision 7). */
export type Priority = 'submit' | 'watchedStatus' | 'quote' | 'backgroundStatus' | 'list'

export interface CallOptions {
  readonly priority: Priority
  readonly signal?: AbortSignal
}

/** What came with an answer besides its result. */
export interface ServiceResponse<T> {
  readonly result: T
  readonly serverRequestId: string | null
  /** The service's clock minus ours, in ms, from the `Date` header, whatever it says (`clocks.ts`); 0 where it sent none. */
  readonly clockOffsetMs: number
}

/** The service as flows see it. Every method rejects with a `Problem`. */
export interface Service {
  quote(ask: QuoteRequest, options: CallOptions): Promise<ServiceResponse<Quote>>
  /** The transaction of a manual route (interface 4.7); refused for a quote that has expired. */
  buildTx(quoteId: string, options: CallOptions): Promise<ServiceResponse<BuiltTransaction>>
  /** POSTs these exact bytes. `requestHash` null: accepted, but the answer named no hash. */
  submit(
    bodyText: string,
    options: CallOptions,
  ): Promise<ServiceResponse<{ readonly requestHash: string | null }>>
  status(
    by: { readonly requestHash: string } | { readonly txHash: string },
    options: CallOptions,
  ): Promise<StatusResponse>
}
