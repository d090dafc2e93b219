import { maxUnits, minUnits } from '../base/decimal-math.ts'
import { nonceBitmapData } from '../base/ethereum.ts'
import { type Address, type Hex, isHash, isSameHex, lowerHex } from '../base/hex.ts'
import { fieldsOf } from '../base/object.ts'
import type { NonceEnd, NonceEvidence } from './chain-views.ts'
import { countHosts, minSources, reachedByTwo, readEachEndpoint, readLatestBlock } from './evidence.ts'
import { type Quorum, quorumBackedBy } from './quorum.ts'
import {
  badAnswer,
  callWord,
  encodeAbiWord,
  ethCall,
  isQuantity,
  type Rpc,
  requestQuantity,
  requestResult,
  toQuantity,
} from './rpc.ts'
import { type IndexedLog, parseIndexedLog, transferTopic } from './transactions.ts'

/** True if Permit2's unordered nonce is used or invalidated: its bit in `nonceBitmap(owner, nonce >> 8)` is set. */
export async function readNonceUsed(
  rpc: Rpc,
  permit2: Address,
  owner: Address,
  nonce: bigint,
): Promise<boolean> {
  return isSet(await callWord(rpc, permit2, nonceBitmapData(owner, nonce)), nonce)
}

function isSet(word: bigint, nonce: bigint): boolean {
  return ((word >> (nonce & 0xffn)) & 1n) === 1n
}

/**
 * Reads the nonce from each endpoint (`NonceEvidence`). It is used as soon as one newest block shows it. It is unused only
 * at a block that is deep enough not to be reorganised, each endpoint at its own. The newest time that two hosts reach
 * counts, so that neither a stalled host nor a false one decides alone.
 */
export async function readNonceEvidence(
  endpoints: readonly Rpc[],
  permit2: Address,
  owner: Address,
  nonce: bigint,
  confirmations = 1,
): Promise<Quorum<NonceEvidence>> {
  const key = { permit2, owner, nonce }
  const seen = await readEachEndpoint(endpoints, (rpc) => readDeepNonce(rpc, key, BigInt(confirmations)))
  const reached = reachedByTwo(seen, ({ blockSeconds }) => blockSeconds)
  const users = seen.filter(({ value }) => value.used)
  const blockSeconds = Math.max(...reached.map(({ value }) => value.blockSeconds))
  const newestSeconds = Math.max(...seen.map(({ value }) => value.blockSeconds))
  const evidence = {
    used: users.length > 0,
    blockSeconds,
    ...(newestSeconds > blockSeconds ? { aloneSeconds: newestSeconds } : {}),
    ...(countHosts(endpoints) < minSources ? { hasTooFewHosts: true as const } : {}),
  }
  const backing = seen.filter(({ value }) => value.blockSeconds >= blockSeconds)
  return quorumBackedBy(evidence, users.length > 0 ? users : backing)
}

async function readDeepNonce(
  rpc: Rpc,
  key: Pick<NonceQuery, 'permit2' | 'owner' | 'nonce'>,
  confirmations: bigint,
): Promise<Pick<NonceEvidence, 'used' | 'blockSeconds'>> {
  const { number } = await readLatestBlock(rpc)
  const deep = maxUnits(0n, number - confirmations)
  const used = await readNonceUsed(rpc, key.permit2, key.owner, key.nonce)
  const [blockSeconds, usedThen] = await Promise.all([
    blockSecondsAt(rpc, deep),
    readNonceUsedAt(rpc, key, deep),
  ])
  if (!used && usedThen === null) throw badAnswer(rpc, 'eth_call')
  return { blockSeconds, used: used || usedThen === true }
}

async function blockSecondsAt(rpc: Rpc, block: bigint): Promise<number> {
  const { timestamp } = fieldsOf(await requestResult(rpc, 'eth_getBlockByNumber', [toQuantity(block), false]))
  if (!isQuantity(timestamp)) throw badAnswer(rpc, 'eth_getBlockByNumber')
  return Number(timestamp)
}

export interface NonceQuery {
  readonly permit2: Address
  readonly owner: Address
  readonly nonce: bigint
  /** The token that its signature would move. */
  readonly token: Address
  /** A block at which it was unused. */
  readonly sinceBlock: bigint
}

/** `UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)` of Permit2. */
const invalidatedTopic = '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d'

/** Endpoints answer for at most this many blocks per call. A permit or a deposit address lives for minutes. */
const blocksPerRead = 5_000n
/** The most blocks that one search reads. */
export const maxBlocks = 40n * blocksPerRead

/** The ranges of blocks to read from a first block to a last one, both included. */
export function* blockRanges(first: bigint, last: bigint): Generator<readonly [bigint, bigint]> {
  for (let from = first; from <= last; from += blocksPerRead) {
    yield [from, minUnits(from + blocksPerRead - 1n, last)]
  }
}

/** Returns how a nonce ended. `unused` and `cancelled` count only if every endpoint that answers reports them (R3). */
export async function nonceEnd(endpoints: readonly Rpc[], key: NonceQuery): Promise<Quorum<NonceEnd>> {
  const answers = await readEachEndpoint(endpoints, (rpc) => readNonceEndFrom(rpc, key))
  const taken = answers.filter(({ value }) => value.end === 'taken')
  const [reported] = taken
  // One endpoint that reports `taken` is enough to prevent `cancelled`. It does not prove the use.
  if (reported !== undefined) return quorumBackedBy(reported.value, taken)
  const [first] = answers
  const isAlike = first !== undefined && answers.every(({ value }) => value.end === first.value.end)
  if (!isAlike) return quorumBackedBy<NonceEnd>({ end: 'unclear', hash: null, confirmations: 0 }, answers)
  const confirmations = Math.min(...answers.map(({ value }) => value.confirmations))
  return quorumBackedBy({ ...first.value, confirmations }, answers)
}

async function readNonceEndFrom(rpc: Rpc, key: NonceQuery): Promise<NonceEnd> {
  const none = { hash: null, confirmations: 0 }
  if (!(await readNonceUsed(rpc, key.permit2, key.owner, key.nonce))) return { end: 'unused', ...none }
  const head = await requestQuantity(rpc, 'eth_blockNumber', [])
  const newest = maxUnits(0n, head - maxBlocks + 1n)
  // An endpoint without the start block is behind, or the one that named the block lied.
  const isAhead = key.sinceBlock > head
  const sinceBlock = isAhead ? newest : key.sinceBlock
  const afterFirst = sinceBlock + maxBlocks
  // The start is far behind the head, perhaps because one endpoint named it. Then search the newest blocks too.
  const found =
    (await findInvalidation(rpc, key, sinceBlock, minUnits(afterFirst - 1n, head))) ??
    (await findInvalidation(rpc, key, maxUnits(afterFirst, newest), head))
  // Permit2 sets the bit in two cases only: an invalidation, which logs an event, and the payment itself.
  if (found === null) return { end: !isAhead && afterFirst > head ? 'taken' : 'unclear', ...none }
  const isTaken = await wasUsedBefore(rpc, { ...key, sinceBlock }, found)
  if (isTaken) return { end: 'taken', ...none }
  const confirmations = Number(head - found.blockNumber) + 1
  return { end: isTaken === null ? 'unclear' : 'cancelled', hash: found.hash, confirmations }
}

async function findInvalidation(
  rpc: Rpc,
  key: NonceQuery,
  first: bigint,
  last: bigint,
): Promise<FoundLog | null> {
  for (const range of blockRanges(first, last)) {
    const logs = await readPastEvents(rpc, key.permit2, [invalidatedTopic, toTopic(key.owner)], ...range)
    const found = logs.find((log) => invalidatesNonce(log, key.nonce))
    if (found !== undefined) return found
  }
  return null
}

/**
 * True if the signature was used before the nonce was invalidated. Null if that is unclear. The state at the block before
 * shows it, if the endpoint still has that state. Within the block, or without that state, any earlier transfer by the
 * owner leaves doubt.
 */
async function wasUsedBefore(rpc: Rpc, key: NonceQuery, found: FoundLog): Promise<boolean | null> {
  const before = found.blockNumber - 1n
  const usedBefore = await readNonceUsedAt(rpc, key, before)
  if (usedBefore === true) return true
  const fromBlock = usedBefore === false ? found.blockNumber : key.sinceBlock
  const ranges = blockRanges(fromBlock, found.blockNumber)
  const moved = await readEventsIn(rpc, key.token, [transferTopic, toTopic(key.owner)], ranges)
  const isEarlier = (log: FoundLog) =>
    log.blockNumber < found.blockNumber || (log.blockNumber === found.blockNumber && log.index < found.index)
  return moved.some(isEarlier) ? null : false
}

/** Null if the endpoint does not have such an old state. */
async function readNonceUsedAt(
  rpc: Rpc,
  { permit2, owner, nonce }: Pick<NonceQuery, 'permit2' | 'owner' | 'nonce'>,
  block: bigint,
): Promise<boolean | null> {
  const call = { to: permit2, data: nonceBitmapData(owner, nonce) }
  const answer = await ethCall(rpc, call, toQuantity(block)).catch(() => null)
  if (answer === null || 'failure' in answer || answer.data.length < 66) return null
  return isSet(BigInt(answer.data.slice(0, 66)), nonce)
}

export interface FoundLog extends IndexedLog {
  /** Of its transaction. */
  readonly hash: Hex
  readonly blockNumber: bigint
}

/** Reads events range by range, because endpoints refuse long ranges (`blockRanges`). */
export async function readEventsIn(
  rpc: Rpc,
  address: Address | readonly Address[],
  topics: readonly (Hex | null)[],
  ranges: Iterable<readonly [bigint, bigint]>,
): Promise<readonly FoundLog[]> {
  const found: FoundLog[] = []
  for (const range of ranges) found.push(...(await readPastEvents(rpc, address, topics, ...range)))
  return found
}

/** Oldest first. A null topic matches any. One invalid event makes the whole answer unusable. */
export async function readPastEvents(
  rpc: Rpc,
  address: Address | readonly Address[],
  topics: readonly (Hex | null)[],
  fromBlock: bigint,
  toBlock: bigint,
): Promise<readonly FoundLog[]> {
  const filter = { address, topics, fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock) }
  const logs = await requestResult(rpc, 'eth_getLogs', [filter])
  if (!Array.isArray(logs)) throw badAnswer(rpc, 'eth_getLogs')
  return logs.map((value: unknown) => {
    const log = parseIndexedLog(value)
    const { transactionHash, blockNumber } = fieldsOf(value)
    const isRequested =
      log !== null &&
      [address].flat().some((one) => isSameHex(log.address, one)) &&
      topics.every((one, at) => one === null || isSameHex(log.topics[at], one))
    if (!isRequested || !isHash(transactionHash) || !isQuantity(blockNumber))
      throw badAnswer(rpc, 'eth_getLogs')
    return { ...log, hash: lowerHex(transactionHash), blockNumber: BigInt(blockNumber) }
  })
}

function invalidatesNonce({ data }: FoundLog, nonce: bigint): boolean {
  if (data.length !== 130) return false
  const word = BigInt(data.slice(0, 66))
  const mask = BigInt(`0x${data.slice(66)}`)
  return word === nonce >> 8n && isSet(mask, nonce)
}

function toTopic(owner: Address): Hex {
  return `0x${encodeAbiWord(owner)}`
}
