import type { Address, Hex } from '../base/hex.ts'

/** The fields of a transaction that mining does not change. */
export interface TransactionCall {
  readonly from: Address
  readonly to: Address | null
  readonly data: Hex
  readonly value: bigint
  readonly nonce: number
}

export type TransactionView =
  | { readonly kind: 'unknown' }
  | (TransactionCall & { readonly kind: 'waiting' })
  | (TransactionCall & {
      readonly kind: 'mined'
      readonly succeeded: boolean
      readonly confirmations: number
      readonly blockSeconds: number
      /** The gas cost that its sender paid. Absent if the endpoint does not report it. */
      readonly gasUnits?: bigint
    })

export interface AllowanceEvidence {
  /** The highest figure of all endpoints, smallest unit. */
  readonly units: bigint
  /** `sources` counts the hosts that answered. `wanted` is how many must answer before an allowance of zero counts. */
  readonly sources: number
  readonly wanted: number
}

export interface NonceEvidence {
  /** True if any endpoint reports it as used. */
  readonly used: boolean
  /**
   * The newest time at which two hosts show the nonce as unused, Unix seconds by the chain's clock. Each reads it at the
   * block `confirmations` below its newest one, so that a reorganised block never proves "unused".
   */
  readonly blockSeconds: number
  /** The newest such time, if one host alone shows it. */
  readonly aloneSeconds?: number
  /** All endpoints in use are on one host, so two hosts can never agree. */
  readonly hasTooFewHosts?: true
}

export interface NonceEnd {
  /** `cancelled`: invalidated before the signature was used. `unclear`: the endpoints disagree, or cannot show it. */
  readonly end: 'unused' | 'cancelled' | 'taken' | 'unclear'
  /** The transaction that invalidated it. */
  readonly hash: Hex | null
  /** The confirmations of that transaction. 0 if none was found. */
  readonly confirmations: number
}

export interface PaymentView {
  readonly blockHash: Hex
  readonly blockNumber: bigint
  readonly blockSeconds: number
  readonly confirmations: number
  /** The paid units of the token, one part per event. A payment in native currency has no event. */
  readonly parts: readonly { readonly logIndexes: readonly number[]; readonly units: bigint }[]
  /**
   * True for native currency paid by a contract. `parts` is then the growth of the receiver's balance in the whole block.
   */
  readonly isBalanceGrowth: boolean
  /**
   * `ours`: an event of the given contracts names the request. `others`: they have events, but none names it. `nothing`:
   * they have no events.
   */
  readonly names: 'ours' | 'others' | 'nothing'
  /**
   * True if the transaction calls one of the contracts, one of them logs an event in it, or an event has one as a topic.
   */
  readonly touches: boolean
}

/** A transaction as most hosts show it alike: its sender, its nonce and its call. One host cannot change any of them. */
export interface ShownTransaction {
  /** It is in a block, with one result, only if two of these hosts show that. Its depth is the lowest of theirs. */
  readonly view: TransactionView
  /** The number of different hosts that show this view. 0 if none knows the transaction. */
  readonly sources: number
}

/** The use of an account after a given nonce, from all endpoints. */
export interface AccountUse {
  /** True if all endpoints that answered report no later transaction, mined or pending. */
  readonly isIdle: boolean
  /** True if all endpoints that answered report that nonce as mined. */
  readonly isUsed: boolean
  readonly sources: number
}

/** The search terms for a refund whose transaction the service does not name. */
export interface RefundSearch {
  /** The first block after the order was made. */
  readonly sinceBlock: bigint
  readonly receiver: Address
  /** The tokens that may have been paid back, each with its least amount. */
  readonly amounts: readonly { readonly token: Address; readonly leastUnits: bigint }[]
  readonly requestHash: Hex
  /** Gateways and inboxes. Their events have the request hash as their first topic. */
  readonly contracts: readonly Address[]
  /**
   * Contracts that only report deliveries and refunds, so they have few events. The request hash may be anywhere in them.
   */
  readonly evidenceContracts: readonly Address[]
}
