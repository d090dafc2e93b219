import type { Address, Hex } from '../base/hex.ts'

/** A call of the account, as its wallet would send it. */
export interface AccountCall {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
}

/** Calls that are tried one after the other as an account, and what is looked at before and after them. */
export interface Trial {
  readonly account: Address
  readonly calls: readonly AccountCall[]
  /** What is counted where a node does not tell of other tokens by itself; the chain's own currency always is. */
  readonly tokens: readonly Address[]
  readonly lends: readonly TokenSpender[]
  /** Somebody else whose gain in a token is counted. */
  readonly receiver: { readonly address: Address; readonly token: Address } | null
}

export interface TokenSpender {
  readonly token: Address
  readonly spender: Address
}

/** An amount of a token, smallest unit; the chain's own currency under 0xeee…. */
export interface MovedUnits {
  readonly token: Address
  readonly units: bigint
}

export interface AllowanceChange extends TokenSpender {
  readonly before: bigint
  readonly after: bigint
}

/** What the calls of a trial would do to the account now, by one endpoint's word. Gas is not in it. */
export interface Effects {
  readonly leaves: readonly MovedUnits[]
  readonly arrives: readonly MovedUnits[]
  /** Those that change. */
  readonly allowances: readonly AllowanceChange[]
  /** What the trial's receiver gains; null where none was asked about. */
  readonly received: bigint | null
  /** The node's words where a call would fail; nothing else counts then. */
  readonly failure: string | null
  /** Every token and allowance that the calls touch was seen, not only those the trial names. */
  readonly isWhole: boolean
}

/** A trial as each endpoint that could measure it saw it. */
export interface Measurement {
  readonly effects: readonly Effects[]
  /** How many have to agree: two where the chain has as many endpoints. */
  readonly wanted: number
}

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
