import { type Address, type Hex, isAddress, isHash, isHex, lowerHex } from '../base/hex.ts'
import { resultOf } from './read.ts'
import type { Rpc } from './rpc.ts'

export interface Log {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** What a mined transaction did. */
export interface Receipt {
  readonly succeeded: boolean
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logs: readonly Log[]
  /** What its sender paid for gas; 0 where the node does not say. */
  readonly gasCostUnits: bigint
}

/** The receipt of a mined transaction. Null while there is none, and for one without block or status: it proves nothing. */
export async function readReceipt(rpc: Rpc, hash: Hex): Promise<Receipt | null> {
  const found = fieldsOf(await resultOf(rpc, 'eth_getTransactionReceipt', [hash]))
  const { status, blockNumber, blockHash, logs, gasUsed, effectiveGasPrice } = found
  if ((status !== '0x1' && status !== '0x0') || !isHash(blockHash) || !isQuantity(blockNumber)) return null
  const kept = Array.isArray(logs) ? logs.flatMap(logOf) : []
  const isPriced = isQuantity(gasUsed) && isQuantity(effectiveGasPrice)
  const gasCostUnits = isPriced ? BigInt(gasUsed) * BigInt(effectiveGasPrice) : 0n
  return {
    succeeded: status === '0x1',
    blockNumber: BigInt(blockNumber),
    blockHash,
    logs: kept,
    gasCostUnits,
  }
}

/** A JSON object's members; none for anything else. */
export function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Whether a value is a number as JSON-RPC writes it. */
export function isQuantity(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
}

function logOf(value: unknown): readonly Log[] {
  const { address, topics, data } = fieldsOf(value)
  if (!isAddress(address) || !Array.isArray(topics) || !topics.every(isHash) || !isHex(data)) return []
  return [{ address: lowerHex(address), topics: topics.map(lowerHex), data: lowerHex(data) }]
}
