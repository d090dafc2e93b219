import { maxUnits, minUnits } from '../base/decimal-math.ts'
import { type Address, type Hex, isSameHex, nativeAddress } from '../base/hex.ts'

export interface AccountCall {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
}

export interface Simulation {
  readonly account: Address
  readonly calls: readonly AccountCall[]
  /** The tokens to count if the endpoint cannot report others. The native currency is always counted. */
  readonly tokens: readonly Address[]
  readonly spenders: readonly TokenSpender[]
  /** Another account whose gain in a token is counted. */
  readonly receiver: { readonly address: Address; readonly token: Address } | null
}

export interface TokenSpender {
  readonly token: Address
  readonly spender: Address
}

/** An amount of a token, smallest unit. The native currency has the address 0xeee…. */
export interface MovedUnits {
  readonly token: Address
  readonly units: bigint
}

export interface AllowanceChange extends TokenSpender {
  readonly before: bigint
  readonly after: bigint
}

/**
 * The effects that the calls of a simulation would have on the account now, as one endpoint reports them. Gas is not
 * included.
 */
export interface Effects {
  readonly leaves: readonly MovedUnits[]
  readonly arrives: readonly MovedUnits[]
  readonly allowances: readonly AllowanceChange[]
  readonly received: bigint | null
  /** The endpoint's error message if a call would fail. All other fields are then meaningless. */
  readonly failure: string | null
  /** True if every token and allowance that the calls touch was read, not only those that the simulation names. */
  readonly isWhole: boolean
}

export interface Measurement {
  readonly effects: readonly Effects[]
  /** How many endpoints must agree: two if the chain has two. */
  readonly wanted: number
}

/** An amount of a token in digits, smallest unit. */
export interface SimulatedMove {
  readonly token: Address
  readonly units: string
}

export type SimulationSummary =
  /** The wallet will not be prompted for a transaction. */
  | { readonly kind: 'nothing' }
  /** No endpoint could measure the effects. */
  | { readonly kind: 'unmeasured' }
  | {
      readonly kind: 'measured'
      readonly leaves: readonly SimulatedMove[]
      readonly arrives: readonly SimulatedMove[]
      /** The gain of a receiver other than the account. Null if the money arrives later, or on another chain. */
      readonly received: SimulatedMove | null
      /** False if only the swap's tokens and those that Ferry knows on the chain were read. */
      readonly isWhole: boolean
      readonly sources: number
    }

/** The limits that the person reviewed: the most that may leave, and the least that must arrive. */
export interface ExpectedEffects {
  /** No other token may leave the account. */
  readonly leaves: readonly MovedUnits[]
  /** The only allowance that may change, and its highest new value unless it was higher before. Null if none may change. */
  readonly grantedAllowance: (TokenSpender & { readonly mostUnits: bigint }) | null
  /**
   * The amount that must arrive in the same transaction. `sentUnits` is the amount of that token that the calls send. Null
   * if the money arrives later, or on another chain.
   */
  readonly arrives:
    | (MovedUnits & {
        readonly isReceivers: boolean
        readonly sentUnits: bigint
        /** A token that may arrive instead, in the same number of units. */
        readonly instead?: Address
      })
    | null
}

export type EffectsFault =
  | { readonly kind: 'takesMore'; readonly taken: MovedUnits; readonly reviewedUnits: bigint }
  | { readonly kind: 'takesOther'; readonly taken: MovedUnits }
  | { readonly kind: 'grantsAllowance'; readonly granted: TokenSpender }
  | { readonly kind: 'paysLess'; readonly paid: MovedUnits; readonly leastUnits: bigint }
  | { readonly kind: 'fails'; readonly words: string }

type EffectsResult =
  | { readonly kind: 'refused'; readonly fault: EffectsFault }
  /** Measured by as many endpoints as must agree. `effects` is the worst case for the account. */
  | { readonly kind: 'measured'; readonly effects: Effects; readonly sources: number }
  /** No endpoint could measure the effects, too few could, or they disagree. */
  | { readonly kind: 'unmeasured' }

/** The accepted difference in percent between two endpoints' figures of an arrival: they may be one block apart. */
const tolerancePercent = 2n

/**
 * Compares the effects of calls with the reviewed limits. One endpoint is enough to refuse, if it reports that more leaves,
 * another allowance is granted, or too little arrives. To count as measured, `wanted` endpoints must agree.
 */
export function checkEffects({ effects, wanted }: Measurement, expected: ExpectedEffects): EffectsResult {
  const going = effects.filter(({ failure }) => failure === null)
  for (const one of going) {
    const fault = findFault(one, expected)
    if (fault !== null) return { kind: 'refused', fault }
  }
  const [first] = effects
  if (first === undefined || effects.length < wanted) return { kind: 'unmeasured' }
  if (going.length === 0 && first.failure !== null) {
    return { kind: 'refused', fault: { kind: 'fails', words: first.failure } }
  }
  const agree = going.length === effects.length && effects.every((one) => areClose(one, first))
  if (!agree) return { kind: 'unmeasured' }
  return { kind: 'measured', effects: effects.reduce(combineWorst), sources: effects.length }
}

/**
 * Tokens that count in shares, like stETH and aTokens, move up to two smallest units more or less. That is rounding, not a
 * fee. Two units of a tiny amount are none.
 */
export function isShareRounding(most: bigint, least: bigint): boolean {
  const missing = most - least
  return missing <= 2n && missing * 10_000n < most
}

function findFault(effects: Effects, expected: ExpectedEffects): EffectsFault | null {
  for (const taken of effects.leaves) {
    const most = expected.leaves.find(({ token }) => isSameHex(token, taken.token))
    if (most === undefined) return { kind: 'takesOther', taken }
    if (taken.units > most.units && !isRounded(taken, most.units))
      return { kind: 'takesMore', taken, reviewedUnits: most.units }
  }
  for (const { token, spender, before, after } of effects.allowances) {
    const { grantedAllowance } = expected
    const isReviewed =
      grantedAllowance !== null &&
      isSameHex(grantedAllowance.token, token) &&
      isSameHex(grantedAllowance.spender, spender)
    if (!isReviewed || after > maxUnits(grantedAllowance.mostUnits, before))
      return { kind: 'grantsAllowance', granted: { token, spender } }
  }
  const { arrives } = expected
  if (arrives === null) return null
  const units = arrives.isReceivers
    ? (effects.received ?? 0n)
    : netOf(effects, arrives.token) + arrives.sentUnits
  const { instead } = arrives
  if (units >= arrives.units) return null
  if (instead !== undefined && netOf(effects, instead) >= arrives.units) return null
  const paid = { token: arrives.token, units: maxUnits(units, 0n) }
  return { kind: 'paysLess', paid, leastUnits: arrives.units }
}

function netOf({ arrives, leaves }: Effects, token: Address): bigint {
  return unitsOf(arrives, token) - unitsOf(leaves, token)
}

function unitsOf(moved: readonly MovedUnits[], token: Address): bigint {
  return moved.find((one) => isSameHex(one.token, token))?.units ?? 0n
}

/** The native currency is exact. */
function isRounded({ token, units }: MovedUnits, otherUnits: bigint): boolean {
  const [most, least] = [maxUnits(units, otherUnits), minUnits(units, otherUnits)]
  return most === least || (!isSameHex(token, nativeAddress) && isShareRounding(most, least))
}

/** Amounts that leave may differ by a rounding. Amounts that arrive may differ by the price moves of one block. */
function areClose(one: Effects, other: Effects): boolean {
  const isSame = (token: Address) =>
    isRounded({ token, units: unitsOf(one.leaves, token) }, unitsOf(other.leaves, token))
  const isNear = (token: Address) =>
    isWithinTolerance(unitsOf(one.arrives, token), unitsOf(other.arrives, token))
  const left = [...one.leaves, ...other.leaves].every(({ token }) => isSame(token))
  // A token that only one of them counted is no contradiction.
  const both = one.arrives.filter(({ token }) => unitsOf(other.arrives, token) > 0n)
  const came = one.isWhole === other.isWhole ? [...one.arrives, ...other.arrives] : both
  return (
    left &&
    came.every(({ token }) => isNear(token)) &&
    isWithinTolerance(one.received ?? 0n, other.received ?? 0n)
  )
}

function isWithinTolerance(a: bigint, b: bigint): boolean {
  const more = maxUnits(a, b)
  return (more - minUnits(a, b)) * 100n <= more * tolerancePercent
}

function combineWorst(one: Effects, other: Effects): Effects {
  const leaves = one.leaves.map(({ token, units }) => ({
    token,
    units: maxUnits(unitsOf(other.leaves, token), units),
  }))
  const arrives = one.arrives.flatMap(({ token, units }) => {
    const others = unitsOf(other.arrives, token)
    if (others === 0n) return []
    return [{ token, units: minUnits(others, units) }]
  })
  const received =
    one.received === null || other.received === null ? null : minUnits(one.received, other.received)
  return { ...one, leaves, arrives, received, isWhole: one.isWhole && other.isWhole }
}

/** The most that a transaction may take: its input, and its value in native currency. */
export function maxOutflow(token: Address, units: bigint, value: bigint): readonly MovedUnits[] {
  if (isSameHex(token, nativeAddress)) return [{ token: nativeAddress, units: value }]
  const fee = value > 0n ? [{ token: nativeAddress, units: value }] : []
  return [{ token, units }, ...fee]
}
