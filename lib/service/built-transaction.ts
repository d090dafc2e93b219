import type { AutoRoute, TxData } from './quote-result.ts'

/** What `build-tx` makes of a chosen manual route (interface 4.7). */
export interface BuiltTransaction {
  readonly txData: TxData
  /** Read for display only; never acted on (API5). */
  readonly approvalData: AutoRoute['approvalData']
}
