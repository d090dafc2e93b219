import { type Hex, isHash, lowerHex } from '../base/hex.ts'
import type { Json, JsonObject } from '../base/json.ts'

/** A call of an account, smallest unit of the chain's own currency. */
export interface WalletCall {
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
}

/** What a wallet says became of calls. `hash`: the last of the transactions that carried them. */
export interface CallsOutcome {
  readonly kind: 'waiting' | 'done' | 'failed' | 'unknown'
  readonly hash: Hex | null
}

/** EIP-5792's bound. */
const idLimit = 4_096

/**
 * Whether a wallet carries several calls out as one, or not at all, for an account on a chain: `atomic.status` is
 * `supported`. `ready` is not enough: the wallet would first have to change what the account is, which no swap is a
 * reason for.
 */
export function offersAtomicCalls(capabilities: unknown, chainId: number): boolean {
  return entriesOf(capabilities).some(([key, of]) => {
    if (!/^0x[0-9a-fA-F]{1,16}$/.test(key) || Number(key) !== chainId) return false
    return fieldOf(fieldOf(of, 'atomic'), 'status') === 'supported'
  })
}

/** `wallet_sendCalls`' parameter; the wallet takes an id once and refuses it afterwards. */
export function sendCallsParameter(
  id: string,
  from: Hex,
  chainId: number,
  calls: readonly WalletCall[],
): JsonObject {
  return {
    version: '2.0.0',
    id,
    from,
    chainId: `0x${chainId.toString(16)}`,
    atomicRequired: true,
    calls: calls.map(({ to, data, value }): Json => ({ to, data, value: `0x${value.toString(16)}` })),
  }
}

/** Returns the id that `wallet_sendCalls` answers with, in its present form or as a plain text; null for anything else. */
export function callsIdOf(result: unknown): string | null {
  const id = typeof result === 'string' ? result : fieldOf(result, 'id')
  return typeof id === 'string' && id !== '' && id.length <= idLimit ? id : null
}

/** `wallet_getCallsStatus`' answer; what is malformed, or of another chain, is unknown. */
export function callsOutcome(status: unknown, chainId: number): CallsOutcome {
  const on = fieldOf(status, 'chainId')
  if (on !== undefined && Number(on) !== chainId) return { kind: 'unknown', hash: null }
  const receipts = fieldOf(status, 'receipts')
  const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : undefined
  const hash = fieldOf(last, 'transactionHash')
  return { kind: kindOf(fieldOf(status, 'status')), hash: isHash(hash) ? lowerHex(hash) : null }
}

function kindOf(code: unknown): CallsOutcome['kind'] {
  if (code === 'PENDING') return 'waiting'
  if (code === 'CONFIRMED') return 'done'
  if (typeof code !== 'number') return 'unknown'
  if (code >= 100 && code < 200) return 'waiting'
  if (code >= 200 && code < 300) return 'done'
  // 6xx: some of the calls, which nobody promised can happen.
  return code >= 400 && code < 600 ? 'failed' : 'unknown'
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [name: string]: unknown })[name]
    : undefined
}
