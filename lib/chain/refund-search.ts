import * as v from 'valibot'
import { type Address, type Hex, nativeAddress, sameHex } from '../base/hex.ts'
import { digitsShape, hexShape } from '../base/shapes.ts'
import { dayMs } from '../base/time.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { RefundSearch } from './chain-port.ts'
import { everyAnswer } from './evidence.ts'
import { blocksAtATime, type FoundLog, mostTimes, pastEvents } from './nonce.ts'
import { wordsOf } from './payment.ts'
import { abiWord, quantityOf, type Rpc, whereRead } from './rpc.ts'
import { transferTopic } from './transactions.ts'

/** More candidates than a request can have. Each costs several reads. */
const mostCandidates = 16

/** Stores how far each endpoint was read, so that the next search for the same refund continues from there. */
export interface SearchMemory {
  /** Blocks this far below the newest one are final and are not read again. */
  readonly confirmations: number
  readonly kept: Pick<ExpiringStore, 'get' | 'put'>
  /** Receives the failure of the store. The search then starts at the order's first block. */
  readonly failed: (thrown: unknown) => void
}

/**
 * Returns transactions that may be the refund, the most likely first. Those in which a contract names the request come
 * before those that only paid the receiver enough. Within each kind, those that more endpoints know come first. They prove
 * nothing: `readPayment` verifies them. Rejects with `rpcUnreachable` if no endpoint answers.
 */
export async function findRefunds(
  endpoints: readonly Rpc[],
  search: RefundSearch,
  memory: SearchMemory | null = null,
): Promise<readonly Hex[]> {
  const before = memory === null ? {} : await readBefore(endpoints, search, memory)
  const answers = await everyAnswer(endpoints, async (rpc) => ({
    host: rpc.host,
    seen: await refundsSeenBy(rpc, search, before[rpc.host], memory?.confirmations ?? null),
  }))
  if (memory !== null) {
    const read = Object.fromEntries(answers.map(({ host, seen }) => [host, seen.settled]))
    await writeDown(endpoints, search, { ...before, ...read }, memory)
  }
  const ranks = new Map<Hex, number>()
  // Each endpoint counts a transaction once. A transaction that names the request ranks before all that only pay.
  for (const { seen } of answers) {
    for (const hash of new Set(seen.naming)) ranks.set(hash, (ranks.get(hash) ?? 0) + 1 + endpoints.length)
    for (const hash of new Set(seen.paying)) ranks.set(hash, (ranks.get(hash) ?? 0) + 1)
  }
  const ranked = [...ranks].sort(([, one], [, other]) => other - one)
  return ranked.slice(0, mostCandidates).map(([hash]) => hash)
}

/** The answers of one endpoint for all blocks before `nextBlock`. */
const readSoFarShape = v.object({
  nextBlock: digitsShape,
  naming: v.array(hexShape),
  paying: v.array(hexShape),
})
type ReadSoFar = Readonly<v.InferOutput<typeof readSoFarShape>>
type ReadByHost = { readonly [host: string]: ReadSoFar }

const memoryShape = v.object({ search: v.string(), hosts: v.record(v.string(), readSoFarShape) })
/** The time for which Ferry searches for a reported refund, plus a day. */
const memoryLifeMs = 8 * dayMs

const memoryKey = (endpoints: readonly Rpc[], { requestHash }: RefundSearch) =>
  `refund-search:${endpoints[0]?.chainId ?? 0}:${requestHash}`

/** The search terms as text. A search with other terms starts at the order's first block. */
const textOf = (search: RefundSearch) =>
  JSON.stringify(search, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

async function readBefore(
  endpoints: readonly Rpc[],
  search: RefundSearch,
  { kept, failed }: SearchMemory,
): Promise<ReadByHost> {
  const row = await kept.get(memoryKey(endpoints, search)).catch(failed)
  const stored = v.safeParse(memoryShape, row?.value)
  return stored.success && stored.output.search === textOf(search) ? stored.output.hosts : {}
}

async function writeDown(
  endpoints: readonly Rpc[],
  search: RefundSearch,
  hosts: ReadByHost,
  { kept, failed }: SearchMemory,
): Promise<void> {
  const value = { search: textOf(search), hosts }
  await kept.put(memoryKey(endpoints, search), value, memoryLifeMs).catch(failed)
}

interface RefundsSeen {
  readonly naming: readonly Hex[]
  readonly paying: readonly Hex[]
  /** The part that need not be read again. */
  readonly settled: ReadSoFar
}

async function refundsSeenBy(
  rpc: Rpc,
  search: RefundSearch,
  before: ReadSoFar | undefined,
  confirmations: number | null,
): Promise<RefundsSeen> {
  const head = await quantityOf(rpc, 'eth_blockNumber', [])
  const fromBlock = before === undefined ? search.sinceBlock : BigInt(before.nextBlock)
  const deepBlock = head - BigInt(confirmations ?? 0)
  const questions = questionsOf(search)
  const { naming = [], paying = [] } = before ?? {}
  const found = { naming: [...naming], paying: [...paying] }
  let settled: ReadSoFar = { naming: [...naming], paying: [...paying], nextBlock: fromBlock.toString() }
  for (const [first, last] of stretchesOf(fromBlock, head)) {
    // An endpoint may refuse one query but answer another.
    const answers = await Promise.all(
      questions.map(async ({ addresses, topics, kind, choose }) => {
        const events = await whereRead(pastEvents(rpc, addresses, topics, first, last))
        return events === null ? null : { kind, events: choose(events) }
      }),
    )
    const isWhole = answers.every((one) => one !== null) && first === BigInt(settled.nextBlock)
    const nextBlock = (last < deepBlock ? last : deepBlock) + 1n
    const next = { naming: [...settled.naming], paying: [...settled.paying] }
    for (const one of answers) {
      if (one === null) continue
      found[one.kind].push(...one.events.map(({ hash }) => hash))
      const deep = one.events.filter(({ blockNumber }) => blockNumber < nextBlock)
      next[one.kind].push(...deep.map(({ hash }) => hash))
    }
    if (isWhole && nextBlock > first) settled = { ...next, nextBlock: nextBlock.toString() }
  }
  return { ...found, settled }
}

/** Returns the ranges of blocks to read: from the first one, and if there are too many, also the newest ones. */
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

/** A query for events, and the filter that selects candidates. */
interface Question {
  readonly kind: 'naming' | 'paying'
  readonly addresses: readonly Address[]
  readonly topics: readonly (Hex | null)[]
  readonly choose: (events: readonly FoundLog[]) => readonly FoundLog[]
}

/**
 * Returns the queries for each range of blocks. Queries without an address are left out: endpoints treat an empty list as
 * every address.
 */
function questionsOf(search: RefundSearch): readonly Question[] {
  const { contracts, evidenceContracts, requestHash, amounts, receiver } = search
  const isEvidence = (one: Address) => evidenceContracts.some((other) => sameHex(one, other))
  const word = requestHash.slice(2).toLowerCase()
  const tokens = amounts.map(({ token }) => token).filter((token) => !sameHex(token, nativeAddress))
  const questions: readonly Question[] = [
    {
      kind: 'naming',
      addresses: contracts.filter((one) => !isEvidence(one)),
      topics: [null, requestHash],
      choose: (events) => events,
    },
    {
      kind: 'naming',
      addresses: evidenceContracts,
      topics: [],
      choose: (events) =>
        events.filter(
          ({ topics, data }) =>
            topics.some((topic) => sameHex(topic, requestHash)) || wordsOf(data).includes(word),
        ),
    },
    {
      kind: 'paying',
      addresses: tokens,
      topics: [transferTopic, null, `0x${abiWord(receiver)}`],
      choose: (events) => payingIn(events, amounts),
    },
  ]
  return questions.filter(({ addresses }) => addresses.length > 0)
}

/** Returns the `Transfer` events of transactions that paid enough of one token. */
function payingIn(events: readonly FoundLog[], amounts: RefundSearch['amounts']): readonly FoundLog[] {
  return amounts.flatMap(({ token, leastUnits }) => {
    const ofToken = events.filter(({ address, data }) => sameHex(address, token) && data.length === 66)
    const brought = new Map<Hex, bigint>()
    for (const { hash, data } of ofToken) brought.set(hash, (brought.get(hash) ?? 0n) + BigInt(data))
    return ofToken.filter(({ hash }) => (brought.get(hash) ?? 0n) >= leastUnits)
  })
}
