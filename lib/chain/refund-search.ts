import { type Hex, nativeAddress, sameHex } from '../base/hex.ts'
import type { RefundSearch } from './chain-port.ts'
import { everyAnswer } from './evidence.ts'
import { blocksAtATime, type FoundLog, mostTimes, pastEvents } from './nonce.ts'
import { wordsOf } from './payment.ts'
import { abiWord, quantityOf, type Rpc, whereRead } from './rpc.ts'
import { transferTopic } from './transactions.ts'

/** More candidates than a request can have: each of them costs several reads. */
const mostCandidates = 16

/**
 * Returns transactions that may be the refund, the likeliest first: those in which a contract names the request, then those
 * that paid the receiver enough; of each kind those that more endpoints know of. They prove nothing by themselves
 * (`readPayment`). Rejects with `rpcUnreachable` where no endpoint answers.
 */
export async function findRefunds(endpoints: readonly Rpc[], search: RefundSearch): Promise<readonly Hex[]> {
  const answers = await everyAnswer(endpoints, (rpc) => refundsSeenBy(rpc, search))
  const ranks = new Map<Hex, number>()
  // An endpoint knows a transaction once; one that names the request comes before any that only pays.
  for (const { naming, paying } of answers) {
    for (const hash of naming) ranks.set(hash, (ranks.get(hash) ?? 0) + 1 + endpoints.length)
    for (const hash of paying) ranks.set(hash, (ranks.get(hash) ?? 0) + 1)
  }
  const ranked = [...ranks].sort(([, one], [, other]) => other - one)
  return ranked.slice(0, mostCandidates).map(([hash]) => hash)
}

interface RefundsSeen {
  readonly naming: ReadonlySet<Hex>
  readonly paying: ReadonlySet<Hex>
}

async function refundsSeenBy(rpc: Rpc, search: RefundSearch): Promise<RefundsSeen> {
  const head = await quantityOf(rpc, 'eth_blockNumber', [])
  const naming = new Set<Hex>()
  const paying = new Set<Hex>()
  for (const [fromBlock, toBlock] of stretchesOf(search.sinceBlock, head)) {
    // A node may refuse one question, and know the answer to another one.
    const seen = await Promise.all([
      whereRead(namingIn(rpc, search, fromBlock, toBlock)),
      whereRead(namingInData(rpc, search, fromBlock, toBlock)),
      whereRead(payingIn(rpc, search, fromBlock, toBlock)),
    ])
    const [byTopic, byData, byPayment] = seen.map((hashes) => hashes ?? [])
    for (const hash of [...(byTopic ?? []), ...(byData ?? [])]) naming.add(hash)
    for (const hash of byPayment ?? []) paying.add(hash)
  }
  return { naming, paying }
}

/** Returns the stretches of blocks to read: from the order's beginning, and where those are too many the newest as well. */
function stretchesOf(sinceBlock: bigint, head: bigint): readonly (readonly [bigint, bigint])[] {
  const stretches: (readonly [bigint, bigint])[] = []
  const half = (BigInt(mostTimes) / 2n) * blocksAtATime
  for (let fromBlock = sinceBlock; fromBlock <= head; ) {
    if (stretches.length === mostTimes / 2 && head - fromBlock >= half) fromBlock = head - half + 1n
    const last = fromBlock + blocksAtATime - 1n
    const toBlock = last < head ? last : head
    stretches.push([fromBlock, toBlock])
    fromBlock = toBlock + 1n
  }
  return stretches
}

async function namingIn(
  rpc: Rpc,
  { contracts, requestHash }: RefundSearch,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<readonly Hex[]> {
  // Nodes read an empty list of addresses as every address.
  if (contracts.length === 0) return []
  return hashesOf(await pastEvents(rpc, contracts, [null, requestHash], fromBlock, toBlock))
}

async function namingInData(
  rpc: Rpc,
  { evidenceContracts, requestHash }: RefundSearch,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<readonly Hex[]> {
  if (evidenceContracts.length === 0) return []
  const events = await pastEvents(rpc, evidenceContracts, [], fromBlock, toBlock)
  const word = requestHash.slice(2).toLowerCase()
  return hashesOf(
    events.filter(
      ({ topics, data }) =>
        topics.some((topic) => sameHex(topic, requestHash)) || wordsOf(data).includes(word),
    ),
  )
}

/** Returns the transactions whose `Transfer` events of one token brought the receiver enough. */
async function payingIn(
  rpc: Rpc,
  { amounts, receiver }: RefundSearch,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<readonly Hex[]> {
  const tokens = amounts.filter(({ token }) => !sameHex(token, nativeAddress))
  if (tokens.length === 0) return []
  const topics = [transferTopic, null, `0x${abiWord(receiver)}`] as const
  const addresses = tokens.map(({ token }) => token)
  const events = await pastEvents(rpc, addresses, topics, fromBlock, toBlock)
  return tokens.flatMap(({ token, leastUnits }) => {
    const brought = new Map<Hex, bigint>()
    for (const { address, hash, data } of events) {
      if (!sameHex(address, token) || data.length !== 66) continue
      brought.set(hash, (brought.get(hash) ?? 0n) + BigInt(data))
    }
    return [...brought].flatMap(([hash, units]) => (units >= leastUnits ? [hash] : []))
  })
}

function hashesOf(events: readonly FoundLog[]): readonly Hex[] {
  return events.map(({ hash }) => hash)
}
