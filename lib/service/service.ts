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
