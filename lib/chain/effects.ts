import { type Address, type Hex, nativeAddress, sameHex } from '../base/hex.ts'

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

/** The most that calls may do to an account, and the least: what the user reviewed. */
export interface ExpectedEffects {
  /** Nothing of any other token may leave. */
  readonly leaves: readonly MovedUnits[]
  /** The one allowance that may change, and the most it may end at unless it was larger before; null where none may. */
  readonly lends: (TokenSpender & { readonly mostUnits: bigint }) | null
  /**
   * What has to arrive in the very transaction; `sentUnits` is what the calls send of that token themselves. Null where
   * the money comes later, or elsewhere.
   */
  readonly arrives:
    | (MovedUnits & {
        readonly isReceivers: boolean
        readonly sentUnits: bigint
        /** A token that may arrive instead, as many units of it. */
        readonly instead?: Address
      })
    | null
}

/** What is wrong with the effects of calls. */
export type EffectsFault =
  | { readonly kind: 'takesMore'; readonly taken: MovedUnits; readonly reviewedUnits: bigint }
  | { readonly kind: 'takesOther'; readonly taken: MovedUnits }
  | { readonly kind: 'lends'; readonly lent: TokenSpender }
  | { readonly kind: 'paysLess'; readonly paid: MovedUnits; readonly leastUnits: bigint }
  | { readonly kind: 'fails'; readonly words: string }

type Weighed =
  | { readonly kind: 'refused'; readonly fault: EffectsFault }
  /** Measured, by as many as have to agree; the worst for the account of what they saw. */
  | { readonly kind: 'measured'; readonly effects: Effects; readonly sources: number }
  /** Nobody could say, too few could, or they contradict one another. */
  | { readonly kind: 'unmeasured' }

/** How far apart two endpoints may see what arrives: they may be a block apart. */
const apartPercent = 2n

/**
 * Weighs what calls would do against what was reviewed. One endpoint that sees more leave, something else lent or too
 * little arrive is enough to refuse; to count as measured, as many as are wanted have to agree.
 *
 * @example weighEffects({ effects: [], wanted: 2 }, expected) // { kind: 'unmeasured' }
 */
export function weighEffects({ effects, wanted }: Measurement, expected: ExpectedEffects): Weighed {
  const going = effects.filter(({ failure }) => failure === null)
  for (const one of going) {
    const fault = faultOf(one, expected)
    if (fault !== null) return { kind: 'refused', fault }
  }
  const [first] = effects
  if (first === undefined || effects.length < wanted) return { kind: 'unmeasured' }
  if (going.length === 0 && first.failure !== null) {
    return { kind: 'refused', fault: { kind: 'fails', words: first.failure } }
  }
  const agree = going.length === effects.length && effects.every((one) => areClose(one, first))
  if (!agree) return { kind: 'unmeasured' }
  return { kind: 'measured', effects: effects.reduce(worse), sources: effects.length }
}

function faultOf(effects: Effects, expected: ExpectedEffects): EffectsFault | null {
  for (const taken of effects.leaves) {
    const most = expected.leaves.find(({ token }) => sameHex(token, taken.token))
    if (most === undefined) return { kind: 'takesOther', taken }
    if (taken.units > most.units) return { kind: 'takesMore', taken, reviewedUnits: most.units }
  }
  for (const { token, spender, before, after } of effects.allowances) {
    const { lends } = expected
    const isReviewed = lends !== null && sameHex(lends.token, token) && sameHex(lends.spender, spender)
    const most = isReviewed && lends.mostUnits > before ? lends.mostUnits : before
    if (!isReviewed || after > most) return { kind: 'lends', lent: { token, spender } }
  }
  const { arrives } = expected
  if (arrives === null) return null
  const units = arrives.isReceivers
    ? (effects.received ?? 0n)
    : netOf(effects, arrives.token) + arrives.sentUnits
  const { instead } = arrives
  if (units >= arrives.units) return null
  if (instead !== undefined && netOf(effects, instead) >= arrives.units) return null
  const paid = { token: arrives.token, units: units > 0n ? units : 0n }
  return { kind: 'paysLess', paid, leastUnits: arrives.units }
}

function netOf({ arrives, leaves }: Effects, token: Address): bigint {
  return unitsOf(arrives, token) - unitsOf(leaves, token)
}

function unitsOf(moved: readonly MovedUnits[], token: Address): bigint {
  return moved.find((one) => sameHex(one.token, token))?.units ?? 0n
}

/** What leaves has to be the same; what comes may differ by a block's prices. */
function areClose(one: Effects, other: Effects): boolean {
  const isSame = (token: Address) => unitsOf(one.leaves, token) === unitsOf(other.leaves, token)
  const isNear = (token: Address) => near(unitsOf(one.arrives, token), unitsOf(other.arrives, token))
  const left = [...one.leaves, ...other.leaves].every(({ token }) => isSame(token))
  // What only one of them looked at is no contradiction.
  const both = one.arrives.filter(({ token }) => unitsOf(other.arrives, token) > 0n)
  const came = one.isWhole === other.isWhole ? [...one.arrives, ...other.arrives] : both
  return left && came.every(({ token }) => isNear(token)) && near(one.received ?? 0n, other.received ?? 0n)
}

function near(a: bigint, b: bigint): boolean {
  const [less, more] = a < b ? [a, b] : [b, a]
  return (more - less) * 100n <= more * apartPercent
}

/** Of two that agree: what arrives at least, and whether both looked at everything. */
function worse(one: Effects, other: Effects): Effects {
  const arrives = one.arrives.flatMap(({ token, units }) => {
    const others = unitsOf(other.arrives, token)
    if (others === 0n) return []
    return [{ token, units: less(others, units) }]
  })
  const received =
    one.received === null || other.received === null ? null : less(one.received, other.received)
  return { ...one, arrives, received, isWhole: one.isWhole && other.isWhole }
}

function less(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/**
 * Returns what a transaction may take: its input, and its value in the chain's own currency.
 *
 * @example mayLeave(token, 100n, 5n) // 100 of the token, and 5 of the chain's own currency
 */
export function mayLeave(token: Address, units: bigint, value: bigint): readonly MovedUnits[] {
  if (sameHex(token, nativeAddress)) return [{ token: nativeAddress, units: value }]
  const fee = value > 0n ? [{ token: nativeAddress, units: value }] : []
  return [{ token, units }, ...fee]
}
