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

/** True if Permit2's unordered nonce is used or invalidated: its bit in `nonceBitmap(owner, nonce >> 8)` is set. */
export async function readNonceUsed(
  rpc: Rpc,
  permit2: Address,
  owner: Address,
  nonce: bigint,
): Promise<boolean> {
  return isSet(await callWord(rpc, permit2, nonceBitmapData(owner, nonce)), nonce)
}

/** True if a word of the bitmap, or a mask over it, has the nonce's bit. */
function isSet(word: bigint, nonce: bigint): boolean {
  return ((word >> (nonce & 0xffn)) & 1n) === 1n
}

/**
 * Reads the nonce from each endpoint (`NonceEvidence`). It is used as soon as one newest block shows it. It is unused only
 * at a block that all endpoints have and that is deep enough not to be reorganised.
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

export interface NonceKey {
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
export const blocksAtATime = 5_000n
export const mostTimes = 40

/** Returns how a nonce ended. `unused` and `cancelled` count only if every endpoint that answers reports them (R3). */
export async function nonceEnd(endpoints: readonly Rpc[], key: NonceKey): Promise<Quorum<NonceEnd>> {
  const answers = await everyAnswer(endpoints, async (rpc) => ({ rpc, end: await endSeenBy(rpc, key) }))
  const seen = answers.map(({ end }) => end)
  const behind = answers.map(({ rpc }) => rpc)
  const taken = answers.filter(({ end: { end } }) => end === 'taken')
  const [told] = taken
  // One endpoint that reports `taken` is enough to prevent `cancelled`. It does not prove the use.
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
  // The endpoint cannot read from a block that it does not have. It is behind, or the endpoint that named the block lied.
  if (key.sinceBlock > head) return { end: 'unclear', ...none }
  const stretch = BigInt(mostTimes) * blocksAtATime
  const afterFirst = key.sinceBlock + stretch
  // The start is far behind the head, perhaps because one endpoint named it. Then search the newest blocks too.
  const newest = head - stretch + 1n
  const found =
    (await invalidationSince(rpc, key, key.sinceBlock, head)) ??
    (afterFirst > head
      ? null
      : await invalidationSince(rpc, key, newest > afterFirst ? newest : afterFirst, head))
  // Permit2 sets the bit in two cases only: an invalidation, which logs an event, and the payment itself.
  if (found === null) return { end: afterFirst > head ? 'taken' : 'unclear', ...none }
  const isTaken = await takenBefore(rpc, key, found)
  if (isTaken) return { end: 'taken', ...none }
  const confirmations = Number(head - found.blockNumber) + 1
  return { end: isTaken === null ? 'unclear' : 'cancelled', hash: found.hash, confirmations }
}

/**
 * Returns the event that invalidated the nonce. It reads at most `mostTimes` stretches of blocks. Null if there is none.
 */
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
 * True if the signature was used before the nonce was invalidated. Null if that is unclear. The state at the block before
 * shows it, if the endpoint still has that state. Within the block, or without that state, any earlier transfer by the
 * owner leaves doubt.
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

/** Null if the endpoint does not have such an old state. */
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

export interface FoundLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly index: number
  readonly data: Hex
}

/**
 * Reads events of one or several contracts, oldest first. A null topic matches any. One invalid event makes the whole
 * answer unusable.
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
