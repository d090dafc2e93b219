import { nonceBitmapData } from '../base/ethereum.ts'
import { type Address, type Hex, isAddress, isHash, isHex, lowerHex, sameHex } from '../base/hex.ts'
import type { NonceEnd, NonceEvidence } from './chain-port.ts'
import { everyAnswer, hostsOf, latestBlock, leastSources } from './evidence.ts'
import { type Quorum, weighed } from './quorum.ts'
import {
  abiWord,
  badAnswer,
  callWord,
  fieldsOf,
  isQuantity,
  quantity,
  quantityOf,
  type Rpc,
  resultOf,
} from './rpc.ts'
import { transferTopic } from './transactions.ts'

/** Tells whether Permit2's unordered nonce is used or invalidated: its bit in `nonceBitmap(owner, nonce >> 8)`. */
export async function readNonceUsed(
  rpc: Rpc,
  permit2: Address,
  owner: Address,
  nonce: bigint,
): Promise<boolean> {
  return isSet(await callWord(rpc, permit2, nonceBitmapData(owner, nonce)), nonce)
}

/** Tells whether a word of the bitmap, or of a mask over it, has the nonce's bit. */
function isSet(word: bigint, nonce: bigint): boolean {
  return ((word >> (nonce & 0xffn)) & 1n) === 1n
}

/**
 * Returns the nonce as each endpoint sees it (`NonceEvidence`). It is used as soon as a newest block says so. That it is unused
 * counts at a block only that no endpoint can still lose, which each of them has to have.
 */
export async function readNonceEvidence(
  endpoints: readonly Rpc[],
  permit2: Address,
  owner: Address,
  nonce: bigint,
  confirmations = 1,
): Promise<Quorum<NonceEvidence>> {
  const heads = await everyAnswer(endpoints, async (rpc) => ({ rpc, ...(await latestBlock(rpc)) }))
  const [first, ...others] = heads.map(({ number }) => number)
  let head = first ?? 0n
  for (const one of others) if (one < head) head = one
  const deep = head > BigInt(confirmations) ? head - BigInt(confirmations) : 0n
  const answered = heads.map(({ rpc }) => rpc)
  const seen = await everyAnswer(answered, async (rpc) => {
    const used = await readNonceUsed(rpc, permit2, owner, nonce)
    const [blockSeconds, usedThen] = await Promise.all([
      blockSecondsAt(rpc, deep),
      usedAt(rpc, { permit2, owner, nonce }, deep),
    ])
    if (!used && usedThen === null) throw badAnswer(rpc, 'eth_call')
    return { rpc, blockSeconds, used: used || usedThen === true }
  })
  const users = seen.filter(({ used }) => used)
  const evidence = {
    used: users.length > 0,
    blockSeconds: Math.min(...seen.map(({ blockSeconds }) => blockSeconds)),
    ...(hostsOf(endpoints) < leastSources ? { hasTooFewHosts: true as const } : {}),
  }
  const behind = users.length > 0 ? users : seen
  return weighed(
    evidence,
    behind.map(({ rpc }) => rpc),
  )
}

async function blockSecondsAt(rpc: Rpc, block: bigint): Promise<number> {
  const { timestamp } = fieldsOf(await resultOf(rpc, 'eth_getBlockByNumber', [quantity(block), false]))
  if (!isQuantity(timestamp)) throw badAnswer(rpc, 'eth_getBlockByNumber')
  return Number(timestamp)
}

/** What a nonce is looked for by. */
export interface NonceKey {
  readonly permit2: Address
  readonly owner: Address
  readonly nonce: bigint
  /** The token that its signature would take. */
  readonly token: Address
  /** A block at which it was unused. */
  readonly sinceBlock: bigint
}

/** `UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)` of Permit2. */
const invalidatedTopic = '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d'

/** Nodes answer for so many blocks at a time; a permit or a deposit address lives for minutes. */
export const blocksAtATime = 5_000n
export const mostTimes = 40

/** Returns how a nonce ended. What was last read of it decides only when every endpoint that answers says so (R3). */
export async function nonceEnd(endpoints: readonly Rpc[], key: NonceKey): Promise<Quorum<NonceEnd>> {
  const answers = await everyAnswer(endpoints, async (rpc) => ({ rpc, end: await endSeenBy(rpc, key) }))
  const seen = answers.map(({ end }) => end)
  const behind = answers.map(({ rpc }) => rpc)
  const taken = answers.filter(({ end: { end } }) => end === 'taken')
  const [told] = taken
  // One that says so keeps the others from calling it cancelled; it proves nothing by itself.
  if (told !== undefined) {
    return weighed(
      told.end,
      taken.map(({ rpc }) => rpc),
    )
  }
  const [first] = seen
  const isAlike = first !== undefined && seen.every(({ end }) => end === first.end)
  if (!isAlike) return weighed<NonceEnd>({ end: 'unclear', hash: null, confirmations: 0 }, behind)
  const confirmations = Math.min(...seen.map((one) => one.confirmations))
  return weighed({ ...first, confirmations }, behind)
}

async function endSeenBy(rpc: Rpc, key: NonceKey): Promise<NonceEnd> {
  const none = { hash: null, confirmations: 0 }
  if (!(await readNonceUsed(rpc, key.permit2, key.owner, key.nonce))) return { end: 'unused', ...none }
  const head = await quantityOf(rpc, 'eth_blockNumber', [])
  // Nothing can be read since a block that is not there yet: this node is behind, or the one that named the block lied.
  if (key.sinceBlock > head) return { end: 'unclear', ...none }
  const stretch = BigInt(mostTimes) * blocksAtATime
  const afterFirst = key.sinceBlock + stretch
  // Far behind the head, perhaps because one endpoint named it: then the newest blocks are looked through as well.
  const newest = head - stretch + 1n
  const found =
    (await invalidationSince(rpc, key, key.sinceBlock, head)) ??
    (afterFirst > head
      ? null
      : await invalidationSince(rpc, key, newest > afterFirst ? newest : afterFirst, head))
  // Permit2 sets the bit in two ways only: one tells an event, the other is the payment.
  if (found === null) return { end: afterFirst > head ? 'taken' : 'unclear', ...none }
  const isTaken = await takenBefore(rpc, key, found)
  if (isTaken) return { end: 'taken', ...none }
  const confirmations = Number(head - found.blockNumber) + 1
  return { end: isTaken === null ? 'unclear' : 'cancelled', hash: found.hash, confirmations }
}

/** Returns the event that invalidated the nonce, of as many blocks as may be read at most; null where there is none. */
async function invalidationSince(
  rpc: Rpc,
  key: NonceKey,
  sinceBlock: bigint,
  head: bigint,
): Promise<FoundLog | null> {
  let fromBlock = sinceBlock
  for (let times = 0; fromBlock <= head && times < mostTimes; times += 1) {
    const last = fromBlock + blocksAtATime - 1n
    const toBlock = last < head ? last : head
    const found = (
      await pastEvents(rpc, key.permit2, [invalidatedTopic, topic(key.owner)], fromBlock, toBlock)
    ).find((log) => isAbout(log, key.nonce))
    if (found !== undefined) return found
    fromBlock = toBlock + 1n
  }
  return null
}

/**
 * Whether the signature was used before it was invalidated; null where that cannot be told. The block before knows, where
 * the node still has its state; within the block, and without that state, a transfer of the owner's is reason to doubt.
 */
async function takenBefore(rpc: Rpc, key: NonceKey, found: FoundLog): Promise<boolean | null> {
  const before = found.blockNumber - 1n
  const usedBefore = await usedAt(rpc, key, before)
  if (usedBefore === true) return true
  const fromBlock = usedBefore === false ? found.blockNumber : key.sinceBlock
  const moved = await pastEvents(
    rpc,
    key.token,
    [transferTopic, topic(key.owner)],
    fromBlock,
    found.blockNumber,
  )
  const isEarlier = (log: FoundLog) =>
    log.blockNumber < found.blockNumber || (log.blockNumber === found.blockNumber && log.index < found.index)
  return moved.some(isEarlier) ? null : false
}

/** Null: the node keeps no state that old. */
async function usedAt(
  rpc: Rpc,
  { permit2, owner, nonce }: Pick<NonceKey, 'permit2' | 'owner' | 'nonce'>,
  block: bigint,
): Promise<boolean | null> {
  const call = { to: permit2, data: nonceBitmapData(owner, nonce) }
  const answer = await rpc.ask('eth_call', [call, quantity(block)]).catch(() => null)
  if (answer === null || 'failure' in answer || !isHex(answer.result) || answer.result.length < 66)
    return null
  return isSet(BigInt(answer.result.slice(0, 66)), nonce)
}

/** An event of a past block. */
export interface FoundLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly index: number
  readonly data: Hex
}

/**
 * Reads events of a contract, or of several, oldest first; null stands for any topic. One that cannot be read makes the whole
 * answer useless.
 */
export async function pastEvents(
  rpc: Rpc,
  address: Address | readonly Address[],
  topics: readonly (Hex | null)[],
  fromBlock: bigint,
  toBlock: bigint,
): Promise<readonly FoundLog[]> {
  const filter = { address, topics, fromBlock: quantity(fromBlock), toBlock: quantity(toBlock) }
  const logs = await resultOf(rpc, 'eth_getLogs', [filter])
  if (!Array.isArray(logs)) throw badAnswer(rpc, 'eth_getLogs')
  return logs.map((log: unknown) => {
    const { address: by, topics: has, transactionHash, blockNumber, logIndex, data } = fieldsOf(log)
    if (!isAddress(by) || !Array.isArray(has) || !has.every(isHash)) throw badAnswer(rpc, 'eth_getLogs')
    const isAsked =
      [address].flat().some((one) => sameHex(by, one)) &&
      topics.every((one, at) => one === null || sameHex(has[at], one))
    if (!isAsked || !isHash(transactionHash) || !isQuantity(blockNumber)) throw badAnswer(rpc, 'eth_getLogs')
    if (!isQuantity(logIndex) || !isHex(data)) throw badAnswer(rpc, 'eth_getLogs')
    return {
      address: lowerHex(by),
      topics: has.map(lowerHex),
      hash: lowerHex(transactionHash),
      blockNumber: BigInt(blockNumber),
      index: Number(logIndex),
      data: lowerHex(data),
    }
  })
}

function isAbout({ data }: FoundLog, nonce: bigint): boolean {
  if (data.length !== 130) return false
  const word = BigInt(data.slice(0, 66))
  const mask = BigInt(`0x${data.slice(66)}`)
  return word === nonce >> 8n && isSet(mask, nonce)
}

function topic(owner: Address): Hex {
  return `0x${abiWord(owner)}`
}
