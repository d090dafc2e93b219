import { type Address, type Hex, isAddress, isHash, isHex, lowerHex } from '../base/hex.ts'
import { fieldsOf, isQuantity, resultOf } from './read.ts'
import type { Rpc } from './rpc.ts'

/** `Transfer(address indexed from, address indexed to, uint256 value)` of ERC-20. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export interface Log {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** An event of a mined transaction. */
export interface PlacedLog extends Log {
  /** Its place in the block. */
  readonly index: number
}

/** What a mined transaction did. */
export interface Receipt {
  readonly succeeded: boolean
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logs: readonly PlacedLog[]
  /** What its sender paid for gas; 0 where the node does not say. */
  readonly gasCostUnits: bigint
}

/**
 * Reads the receipt of a mined transaction. Null while there is none, and for one without block or status: it proves
 * nothing.
 */
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

function logOf(value: unknown): readonly PlacedLog[] {
  const { address, topics, data, logIndex } = fieldsOf(value)
  if (!isAddress(address) || !Array.isArray(topics) || !topics.every(isHash) || !isHex(data)) return []
  if (!isQuantity(logIndex)) return []
  const index = Number(logIndex)
  return [{ address: lowerHex(address), topics: topics.map(lowerHex), data: lowerHex(data), index }]
}
