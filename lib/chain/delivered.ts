import { type Address, type Hex, nativeAddress, sameHex } from '../base/hex.ts'
import { coinParts } from './payment.ts'
import { abiWord, fieldsOf, resultOf } from './read.ts'
import { type Log, type Receipt, readReceipt, transferTopic } from './receipt.ts'
import type { Rpc } from './rpc.ts'

/**
 * Reads what a transaction paid to a receiver in one token; null when it is not mined or failed.
 *
 * ERC-20: what `Transfer` events of that token brought, less what the same transaction took away again. Native: the
 * transaction's own value when it goes straight to the receiver; else what the receiver's balance grew by in that block.
 * The latter adds what the receiver itself paid for this transaction, counts whatever else it got or spent in the same
 * block, and needs a node that still has the block's state (an older one rejects with `rpcUnreachable`).
 */
export async function readDelivered(
  rpc: Rpc,
  hash: Hex,
  token: Address,
  receiver: Address,
): Promise<bigint | null> {
  const receipt = await readReceipt(rpc, hash)
  if (receipt === null || !receipt.succeeded) return null
  if (sameHex(token, nativeAddress)) return nativeDelivered(rpc, hash, receipt, receiver)
  const moved = receipt.logs
    .filter(({ address }) => sameHex(address, token))
    .reduce((sum, log) => sum + movedTo(log, receiver), 0n)
  return moved > 0n ? moved : 0n
}

function movedTo({ topics, data }: Log, receiver: Address): bigint {
  const [topic, from, to] = topics
  if (topic !== transferTopic || topics.length !== 3 || data.length !== 66) return 0n
  const who = `0x${abiWord(receiver)}`
  const units = BigInt(data)
  return (to === who ? units : 0n) - (from === who ? units : 0n)
}

async function nativeDelivered(rpc: Rpc, hash: Hex, receipt: Receipt, receiver: Address): Promise<bigint> {
  const transaction = fieldsOf(await resultOf(rpc, 'eth_getTransactionByHash', [hash]))
  const { parts } = await coinParts(rpc, receipt, transaction, receiver)
  return parts.reduce((sum, { units }) => sum + units, 0n)
}
