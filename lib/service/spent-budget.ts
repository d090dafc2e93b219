/** What is left of the right to ask the service, as of a moment; kept, so that a new life of the background does not begin with all of it. */
export interface SpentBudget {
  /** Requests that may go at once. */
  readonly tokens: number
  readonly atMs: number
  /** The pauses that the service asked for last, by what it was asked for. */
  readonly pauses: { readonly [kind: string]: { readonly fromMs: number; readonly lengthMs: number } }
}
