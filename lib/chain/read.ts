import { type Hex, isHex, lowerHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { Rpc } from './rpc.ts'

/** A transaction that is only tried. */
export interface TriedCall {
  readonly from?: Hex
  readonly to: Hex
  readonly data: Hex
  readonly value?: bigint
}

/** Returns a number as JSON-RPC writes it. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** Returns a JSON object's members; none for anything else. */
export function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Tells whether a value is a number as JSON-RPC writes it. */
export function isQuantity(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
}

/** Returns what an answer without use is called: the node spoke, but not in a way that can be believed. */
export function badAnswer(rpc: Rpc, method: string): Problem {
  return new Problem('rpcUnreachable', { facts: { chain: String(rpc.chainId), method, reason: 'badAnswer' } })
}

/** Returns a result that must exist. Rejects with `rpcUnreachable`. */
export async function resultOf(rpc: Rpc, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await rpc.ask(method, params)
  if ('failure' in answer) throw badAnswer(rpc, method)
  return answer.result
}

/** Returns a result that is a number. */
export async function quantityOf(rpc: Rpc, method: string, params: readonly unknown[]): Promise<bigint> {
  const result = await resultOf(rpc, method, params)
  if (!isQuantity(result)) throw badAnswer(rpc, method)
  return BigInt(result)
}

/** Returns what `eth_call` returns, or the node's words when the call would fail. */
export async function tryCall(
  rpc: Rpc,
  call: TriedCall,
): Promise<{ readonly data: Hex } | { readonly failure: string }> {
  const { value, ...rest } = call
  const params = value === undefined ? rest : { ...rest, value: quantity(value) }
  const answer = await rpc.ask('eth_call', [params, 'latest'])
  if ('failure' in answer) return { failure: answer.failure }
  if (!isHex(answer.result)) throw badAnswer(rpc, 'eth_call')
  return { data: lowerHex(answer.result) }
}

/**
 * Returns the first word of what a read returns, as a number. A revert or a shorter answer (no contract there) is no
 * answer.
 */
export async function callWord(rpc: Rpc, to: Hex, data: Hex): Promise<bigint> {
  const answer = await tryCall(rpc, { to, data })
  if ('failure' in answer || answer.data.length < 66) throw badAnswer(rpc, 'eth_call')
  return BigInt(answer.data.slice(0, 66))
}

/** Returns a number or address as one ABI word, without `0x`. */
export function abiWord(value: bigint | Hex): string {
  return BigInt(value).toString(16).padStart(64, '0')
}
