import type { Address } from '../base/hex.ts'

/** An amount of a token as digits, smallest unit. */
export interface SimulatedMove {
  readonly token: Address
  readonly units: string
}

/** What a review says of trying its transactions before they are asked for. */
export type Simulated =
  /** No transaction is asked of this wallet. */
  | { readonly kind: 'nothing' }
  /** Nobody could say what they do. */
  | { readonly kind: 'unmeasured' }
  | {
      readonly kind: 'measured'
      readonly leaves: readonly SimulatedMove[]
      readonly arrives: readonly SimulatedMove[]
      /** What a receiver that is not the account gains; null where it comes later, or elsewhere. */
      readonly received: SimulatedMove | null
      /** False: only the tokens of the swap and those Ferry knows on the chain were looked at. */
      readonly isWhole: boolean
      /** How many endpoints agree on it. */
      readonly sources: number
    }
