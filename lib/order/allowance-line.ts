import type { Address } from '../base/hex.ts'
import type { Simulated } from '../chain/simulated.ts'
import type { Token } from '../service/token.ts'
import type { OrderKind } from './order.ts'

/** An allowance that Ferry asked for or stood on, and what is left of it. */
export interface AllowanceLine {
  /** The order by which it is taken back. */
  readonly orderId: string
  readonly kind: OrderKind
  readonly token: Token
  readonly owner: Address
  readonly spender: Address
  /** As its chain says now; `units` (smallest unit) is null where there is no limit. Null where it could not be read. */
  readonly left: { readonly units: string | null; readonly sources: number } | null
  /** Why Ferry cannot take it back now; null where it can. */
  readonly inTheWay: 'inUse' | 'restored' | 'unknownContract' | null
}

/** A revocation as it is shown before the wallet is asked; `reviewKey` confirms exactly this one. */
export interface RevokeTerms {
  readonly reviewKey: string
  readonly orderId: string
  /** What it would do now. */
  readonly simulation: Simulated
  /** Who may take the token no more. */
  readonly spender: string
  /** What is left now as the chain says, smallest unit. */
  readonly leftUnits: string
  /** The most the gas should cost, smallest unit of the chain's own currency. */
  readonly gasUnits: string
  /** Dollars of gas, at most about; null where nobody values the chain's own currency. */
  readonly gasInUsd: string | null
}
