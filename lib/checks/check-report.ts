import { canonicalAddress } from '../base/ethereum.ts'
import { type Hex, isHex } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import { isObject } from '../base/object.ts'
import type { Clocks } from '../base/time.ts'
import type { Deployment, DeploymentChain, TypedMember, TypeMap } from '../deployment/schema.ts'
import type { QuoteRequest, WalletQuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-shape.ts'
import type { AutoRoute, RouteOutput } from '../service/route.ts'

/**
 * The codes of all checks before a wallet request: D domain, T types, V permit, W witness, X quote against request, I
 * transaction to the inbox, M manual transaction, P plain transfer to a deposit address. W-11 is V-6.
 */
export type CheckCode =
  | `D-${1 | 2 | 3 | 4}`
  | `T-${1 | 2 | 3 | 4}`
  | `V-${1 | 2 | 3 | 4 | 5 | 6}`
  | `W-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 12 | 13 | 14 | 15 | 16 | 17}`
  | `X-${1 | 3 | 4 | 5}`
  | `I-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
  | `M-${1 | 2 | 3 | 4 | 5 | 6 | 7}`
  | `P-${1 | 2 | 3 | 4 | 5 | 6 | 7}`

export interface CheckLine {
  readonly code: CheckCode
  readonly path: string
  readonly holds: boolean
}

export type CheckReport =
  | { readonly ok: true; readonly passed: readonly CheckCode[] }
  | ({ readonly ok: false } & Omit<CheckLine, 'holds'>)

/** Reads checks up to the first that fails: later ones may rely on earlier ones. */
export function reportOf(lines: Iterable<CheckLine>): CheckReport {
  const passed = new Set<CheckCode>()
  for (const { holds, ...line } of lines) {
    if (!holds) return { ok: false, ...line }
    passed.add(line.code)
  }
  return { ok: true, passed: [...passed] }
}

export function checkLine(code: CheckCode, path: string, holds: boolean): CheckLine {
  return { code, path, holds }
}

/** The parts of a quote and its route that the checks compare. A stored order has them too. */
export type CheckedQuote = Pick<
  Quote,
  'originChainId' | 'destinationChainId' | 'userAddress' | 'receiverAddress' | 'destinationExec'
> & { readonly input: Pick<Quote['input'], 'token' | 'amount'> }

export type CheckedOutput = Pick<RouteOutput, 'token' | 'minAmountOut' | 'effectiveAmount'>

type CheckedRoute = Pick<
  AutoRoute,
  | 'userOp'
  | 'requestHash'
  | 'requestType'
  | 'quoteExpirySeconds'
  | 'signTypedData'
  | 'txData'
  | 'slippagePercent'
  | 'refuel'
> & { readonly output: CheckedOutput }

export interface CheckInput {
  readonly request: WalletQuoteRequest
  readonly quote: CheckedQuote
  readonly route: CheckedRoute
  readonly chain: DeploymentChain
  readonly deployment: Pick<Deployment, 'service' | 'types' | 'permitMaxLifeSeconds' | 'fee'>
  /** Unix seconds by the service's clock. Used only for the life of its quote. */
  readonly nowSeconds: number
  readonly clocks: Clocks
  /** The least amount that the person accepted, in smallest units of the output token. 0 before a review. */
  readonly floorUnits: bigint
  /** In lower case. */
  readonly usedRequestHashes: ReadonlySet<string>
}

export interface PermitCheckInput extends CheckInput {
  /** Permit2 nonces of other orders of this account on this chain, as digit strings. */
  readonly usedNonces: ReadonlySet<string>
}

export function isSameChain(request: QuoteRequest): boolean {
  return request.originChainId === request.destinationChainId
}

/**
 * Parses an unsigned integer: a canonical digit string or a safe JSON number, below 2^bits. Null for any value that two
 * readers could interpret differently (`01`, `0x10`, `1e18`, `1.0`, ` 1`, numbers past 2^53).
 */
export function canonicalUint(value: unknown, bits = 256): bigint | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !/^(0|[1-9][0-9]{0,77})$/.test(text)) return null
  const units = BigInt(text)
  return units < 1n << BigInt(bits) ? units : null
}

/** Returns whole bytes in lower case, of exactly `size` if given. Null for any other value. */
export function canonicalBytes(value: unknown, size: number | null = null): Hex | null {
  if (!isHex(value) || (size !== null && value.length !== 2 + 2 * size)) return null
  return value.toLowerCase() as Hex
}

/**
 * Returns the value of an elementary EIP-712 type in the form that is hashed. Null if it is not clearly of that type.
 */
export function canonicalValue(type: string, value: unknown): bigint | string | null {
  if (type === 'address') return canonicalAddress(value)
  if (type === 'string') return typeof value === 'string' ? value : null
  if (type === 'bytes') return canonicalBytes(value)
  const [, kind, size] = /^(uint|bytes)([0-9]+)$/.exec(type) ?? []
  if (kind === 'uint') return canonicalUint(value, Number(size))
  return kind === 'bytes' ? canonicalBytes(value, Number(size)) : null
}

export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function membersOf(types: TypeMap, typeName: string): readonly TypedMember[] {
  return types[typeName] ?? []
}

/** Checks W-17: an object has no other members than these. A missing member fails in the check that reads it. */
export function* unknownKeyLines(
  path: string,
  value: Json | undefined,
  known: readonly string[],
): Generator<CheckLine> {
  const keys = isObject(value) ? Object.keys(value) : []
  yield checkLine(
    'W-17',
    path,
    keys.every((key) => known.includes(key)),
  )
}
