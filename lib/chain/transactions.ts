import { type Hex, isAddress, isHex, lowerHex } from '../base/hex.ts'
import type { TransactionView } from './chain-port.ts'
import { badAnswer, fieldsOf, isQuantity, quantityOf, resultOf } from './read.ts'
import { readReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'

/** Reads a transaction as the chain has it now; one whose receipt proves nothing still counts as waiting. */
export async function readTransaction(rpc: Rpc, hash: Hex): Promise<TransactionView> {
  const result = await resultOf(rpc, 'eth_getTransactionByHash', [hash])
  if (result === null) return { kind: 'unknown' }
  const known = partsOf(result)
  if (known === null) throw badAnswer(rpc, 'eth_getTransactionByHash')
  const receipt = await readReceipt(rpc, hash)
  if (receipt === null) return { kind: 'waiting', ...known }
  const [head, block] = await Promise.all([
    quantityOf(rpc, 'eth_blockNumber', []),
    resultOf(rpc, 'eth_getBlockByHash', [receipt.blockHash, false]),
  ])
  const { timestamp } = fieldsOf(block)
  // Its block went away between two reads: a reorganisation.
  if (!isQuantity(timestamp)) return { kind: 'waiting', ...known }
  const above = head >= receipt.blockNumber ? Number(head - receipt.blockNumber) : 0
  return {
    kind: 'mined',
    succeeded: receipt.succeeded,
    confirmations: above + 1,
    blockSeconds: Number(timestamp),
    ...known,
  }
}

/** What is the same before and after mining; null where the answer is not a transaction. */
function partsOf(result: unknown): Omit<Extract<TransactionView, { kind: 'waiting' }>, 'kind'> | null {
  const { from, to, input, value, nonce } = fieldsOf(result)
  if (!isAddress(from) || !isHex(input) || !isQuantity(value) || !isQuantity(nonce)) return null
  if (to !== null && to !== undefined && !isAddress(to)) return null
  return {
    from: lowerHex(from),
    to: isAddress(to) ? lowerHex(to) : null,
    data: lowerHex(input),
    value: BigInt(value),
    nonce: Number(nonce),
  }
}
