import { type Address, type Hex, isAddress, isHash, isHex, isSameHex, lowerHex } from '../base/hex.ts'
import { fieldsOf } from '../base/object.ts'
import type { AccountUse, ShownTransaction, TransactionCall, TransactionView } from './chain-views.ts'
import { countHosts, minSources, readEachEndpoint } from './evidence.ts'
import { acceptAnyHost, countBackingHosts, type Quorum, selectLowest, selectMajority } from './quorum.ts'
import {
  badAnswer,
  isQuantity,
  nullIfUnreachable,
  type Rpc,
  requestQuantity,
  requestResult,
  toQuantity,
} from './rpc.ts'

/** Reads the current state of a transaction. If its receipt proves nothing, it still counts as waiting. */
export async function readTransaction(rpc: Rpc, hash: Hex): Promise<TransactionView> {
  const result = await requestResult(rpc, 'eth_getTransactionByHash', [hash])
  if (result === null) return { kind: 'unknown' }
  const known = parseTransaction(result)
  if (known === null) throw badAnswer(rpc, 'eth_getTransactionByHash')
  const receipt = await readReceipt(rpc, hash)
  if (receipt === null) return { kind: 'waiting', ...known }
  const [head, block] = await Promise.all([
    requestQuantity(rpc, 'eth_blockNumber', []),
    requestResult(rpc, 'eth_getBlockByHash', [receipt.blockHash, false]),
  ])
  const { timestamp } = fieldsOf(block)
  // A reorganisation removed its block between two reads.
  if (!isQuantity(timestamp)) return { kind: 'waiting', ...known }
  const above = head >= receipt.blockNumber ? Number(head - receipt.blockNumber) : 0
  return {
    kind: 'mined',
    succeeded: receipt.succeeded,
    confirmations: above + 1,
    blockSeconds: Number(timestamp),
    ...(receipt.gasCostUnits === 0n ? {} : { gasUnits: receipt.gasCostUnits }),
    ...known,
  }
}

/** Null if the answer is no transaction. */
function parseTransaction(result: unknown): TransactionCall | null {
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

/** `Transfer(address indexed from, address indexed to, uint256 value)` of ERC-20. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export interface Log {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

export interface IndexedLog extends Log {
  /** Its position in the block. */
  readonly index: number
}

export type Receipt = Readonly<NonNullable<Awaited<ReturnType<typeof readReceipt>>>>

/** Reads the receipt of a mined transaction. Null if there is none, or it has no block or status and so proves nothing. */
export async function readReceipt(rpc: Rpc, hash: Hex) {
  const found = fieldsOf(await requestResult(rpc, 'eth_getTransactionReceipt', [hash]))
  const { status, blockNumber, blockHash, logs, gasUsed, effectiveGasPrice, l1Fee } = found
  if ((status !== '0x1' && status !== '0x0') || !isHash(blockHash) || !isQuantity(blockNumber)) return null
  const kept = Array.isArray(logs) ? logs.flatMap((log) => parseIndexedLog(log) ?? []) : []
  const isPriced = isQuantity(gasUsed) && isQuantity(effectiveGasPrice)
  // A rollup charges for the data of a transaction in addition.
  const dataFeeUnits = isQuantity(l1Fee) ? BigInt(l1Fee) : 0n
  const gasCostUnits = isPriced ? BigInt(gasUsed) * BigInt(effectiveGasPrice) + dataFeeUnits : 0n
  return {
    succeeded: status === '0x1',
    blockNumber: BigInt(blockNumber),
    blockHash,
    logs: kept,
    /** The gas cost that its sender paid. 0 if the endpoint does not report it. */
    gasCostUnits,
  }
}

/** Null if the value is no event. */
export function parseLog(value: unknown): Log | null {
  const { address, topics, data } = fieldsOf(value)
  if (!isAddress(address) || !Array.isArray(topics) || !topics.every(isHash) || !isHex(data)) return null
  return { address: lowerHex(address), topics: topics.map(lowerHex), data: lowerHex(data) }
}

export function parseIndexedLog(value: unknown): IndexedLog | null {
  const log = parseLog(value)
  const { logIndex } = fieldsOf(value)
  return log === null || !isQuantity(logIndex) ? null : { ...log, index: Number(logIndex) }
}

/** How many blocks back every endpoint can search a lost transaction. Those without older state answer no further. */
const newestBlocks = 5_000n

/**
 * Returns the transaction that used a nonce, which was free at `sinceBlock`. Searches the older blocks only if the nonce was used
 * before the newest ones. Null if none did, or if the endpoint cannot read that far back.
 */
export async function transactionOfNonce(
  rpc: Rpc,
  owner: Address,
  nonce: number,
  sinceBlock: bigint | null = null,
): Promise<Hex | null> {
  if ((await accountNonce(rpc, owner, 'latest')) <= nonce) return null
  const head = await requestQuantity(rpc, 'eth_blockNumber', [])
  const oldest = head > newestBlocks ? head - newestBlocks : 0n
  if (oldest === 0n || (await accountNonce(rpc, owner, toQuantity(oldest))) <= nonce)
    return findNonceUse(rpc, owner, nonce, oldest, head)
  if (sinceBlock === null || sinceBlock >= oldest) return null
  return nullIfUnreachable(findNonceUse(rpc, owner, nonce, sinceBlock, oldest))
}

/** By a binary search of the blocks from `low` to `high`. */
async function findNonceUse(
  rpc: Rpc,
  owner: Address,
  nonce: number,
  low: bigint,
  high: bigint,
): Promise<Hex | null> {
  while (low < high) {
    const middle = (low + high) / 2n
    if ((await accountNonce(rpc, owner, toQuantity(middle))) > nonce) high = middle
    else low = middle + 1n
  }
  const block = fieldsOf(await requestResult(rpc, 'eth_getBlockByNumber', [toQuantity(low), true]))
  for (const one of Array.isArray(block.transactions) ? block.transactions : []) {
    const { from, hash, nonce: used } = fieldsOf(one)
    const isOurs = isAddress(from) && isSameHex(from, owner) && isQuantity(used) && Number(used) === nonce
    if (isOurs && isHash(hash)) return lowerHex(hash)
  }
  return null
}

export async function accountNonce(
  rpc: Rpc,
  owner: Address,
  block: 'latest' | 'pending' | Hex,
): Promise<number> {
  return Number(await requestQuantity(rpc, 'eth_getTransactionCount', [owner, block]))
}

/**
 * Returns whether no endpoint knows a transaction, and all that answer show its nonce as used. Each reads the nonce first. If it
 * is used, the endpoint then also knows the transaction that used it.
 */
export async function isTransactionLost(
  endpoints: readonly Rpc[],
  owner: Address,
  nonce: number,
  hash: Hex,
): Promise<boolean> {
  const seen = await readEachEndpoint(endpoints, async (rpc) => {
    const isNonceUsed = (await accountNonce(rpc, owner, 'latest')) > nonce
    return (await requestResult(rpc, 'eth_getTransactionByHash', [hash])) === null && isNonceUsed
  })
  return seen.every(({ value }) => value)
}

/** Combines what the endpoints report of a transaction (`ShownTransaction`). */
export function combineTransactionViews(read: Quorum<TransactionView>): ShownTransaction {
  const known = selectMajority(read, callKey)
  const mined = selectMajority(known, (view) => (view.kind === 'mined' ? String(view.succeeded) : null))
  const inBlock = selectLowest(mined, (view) => (view.kind === 'mined' ? view.confirmations : 0))
  const [sources, minedSources] = [countBackingHosts(known), countBackingHosts(mined)]
  if (inBlock !== null && minedSources >= Math.min(minSources, sources))
    return { view: inBlock, sources: minedSources }
  const any = acceptAnyHost(known)
  if (any === null || any.kind === 'unknown') return { view: { kind: 'unknown' }, sources: 0 }
  const { from, to, data, value, nonce } = any
  return { view: { kind: 'waiting', from, to, data, value, nonce }, sources }
}

function callKey(view: TransactionView): string | null {
  if (view.kind === 'unknown') return null
  const { from, to, data, value, nonce } = view
  return [from, to, data, value, nonce].join(' ')
}

export async function readAccountUse(
  endpoints: readonly Rpc[],
  owner: Address,
  nonce: number,
): Promise<AccountUse> {
  const seen = await readEachEndpoint(endpoints, async (rpc) => {
    const [mined, all] = await Promise.all([
      accountNonce(rpc, owner, 'latest'),
      accountNonce(rpc, owner, 'pending'),
    ])
    return { isIdle: mined <= nonce && all <= nonce, isUsed: mined > nonce }
  })
  return {
    isIdle: seen.every(({ value }) => value.isIdle),
    isUsed: seen.every(({ value }) => value.isUsed),
    sources: countHosts(seen),
  }
}
