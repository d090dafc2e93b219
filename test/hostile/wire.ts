import { nativeAddress } from '../../lib/base/hex.ts'
import type { StatusRecord } from '../../lib/service/status.ts'
import { deployment } from '../harness/chains.ts'

/** A JSON object on the wire, which a liar may change in place. */
export type Wire = Record<string, unknown>

export function readPath(root: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined
    return (value as Wire)[name]
  }, root)
}

/** Sets the value at a dotted path; undefined deletes it. False if the path does not exist. */
export function writePath(root: unknown, path: string, value: unknown): boolean {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.length === 0 ? root : readPath(root, names.join('.'))
  if (typeof parent !== 'object' || parent === null) return false
  if (value === undefined) delete (parent as Wire)[last]
  else (parent as Wire)[last] = value
  return true
}

/** A copy in which each chain's native currency has its own name. */
export function nameCoins<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(nameCoins) as T
  const copy = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, nameCoins(one)]))
  const coin = deployment.chains.find(({ chainId }) => chainId === copy.chainId)?.currency
  const isCoin = copy.address === nativeAddress && coin !== undefined
  return (isCoin ? { ...copy, ...coin } : copy) as T
}

export function wireRecord(record: StatusRecord): Wire {
  const output = { token: { address: record.outputToken }, fulfilledAmount: record.fulfilledAmount }
  return {
    hash: record.hash,
    exchangeStatusCode: record.statusCode,
    originData: {
      originChainId: record.originChainId,
      input: [{ token: { address: record.inputToken }, amount: record.inputAmount }],
      txHash: record.sourceTransactionHash,
      userAddress: record.userAddress,
    },
    destinationData: {
      destinationChainId: record.destinationChainId,
      output: [output],
      txHash: record.destinationTransactionHash,
      receiverAddress: record.receiverAddress,
    },
    refund: { chainId: record.refundChainId, txHash: record.refundTransactionHash },
  }
}
