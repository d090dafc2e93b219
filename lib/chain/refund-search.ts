import * as v from 'valibot'
import { stringify } from 'viem'
import { type Address, type Hex, isSameHex, nativeAddress } from '../base/hex.ts'
import { digitsShape, hexShape } from '../base/shapes.ts'
import { dayMs } from '../base/time.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { RefundSearch } from './chain-views.ts'
import { type Answer, countHosts, minSources, readEachEndpoint } from './evidence.ts'
import { blockRanges, type FoundLog, maxBlocks, readPastEvents } from './nonce.ts'
import { splitAbiWords } from './payment.ts'
import { badAnswer, encodeAbiWord, nullIfUnreachable, type Rpc, requestQuantity } from './rpc.ts'
import { readReceipt, transferTopic } from './transactions.ts'

/** More candidates than a request can have. Each costs several reads. */
const maxCandidates = 16

/** Stores how far each endpoint was read, so that the next search for the same events continues from there. */
export interface SearchMemory {
  /** Blocks this far below the newest one are final and are not read again. */
  readonly confirmations: number
  readonly store: Pick<ExpiringStore, 'get' | 'put'>
  /** Receives the failure of the store. The search then starts at its first block. */
  readonly onFailure: (thrown: unknown) => void
}

/**
 * Returns transactions that may be the refund, the most likely first. Those in which a contract names the request come
 * before those that only paid the receiver enough. Within each kind, those that more endpoints know come first. They prove
 * nothing: `readPayment` verifies them. Rejects with `rpcUnreachable` if no endpoint answers.
 */
export async function findRefunds(
  endpoints: readonly Rpc[],
  search: RefundSearch,
  memory: SearchMemory,
): Promise<readonly Hex[]> {
  const answers = await searchEvents(
    endpoints,
    {
      key: `refund-search:${search.requestHash}`,
      terms: search,
      queries: buildQueries(search),
      readStart: async () => search.sinceBlock,
    },
    memory,
  )
  const ranks = new Map<Hex, number>()
  // Each endpoint counts a transaction once. A transaction that names the request ranks before all that only pay.
  for (const { value } of answers) {
    for (const hash of new Set(value.naming)) ranks.set(hash, (ranks.get(hash) ?? 0) + 1 + endpoints.length)
    for (const hash of new Set(value.paying)) ranks.set(hash, (ranks.get(hash) ?? 0) + 1)
  }
  const ranked = [...ranks].sort(([, one], [, other]) => other - one)
  return ranked.slice(0, maxCandidates).map(([hash]) => hash)
}

/** The answers of one endpoint for all blocks before `nextBlock`. */
const searchProgressShape = v.object({
  nextBlock: digitsShape,
  naming: v.array(hexShape),
  paying: v.array(hexShape),
})
type SearchProgress = Readonly<v.InferOutput<typeof searchProgressShape>>
type ProgressByHost = { readonly [host: string]: SearchProgress }

const memoryShape = v.object({ search: v.string(), hosts: v.record(v.string(), searchProgressShape) })
/** The time for which Ferry searches for a reported refund, plus a day. */
const memoryLifeMs = 8 * dayMs

interface EventSearch {
  /** Names the search in the memory. */
  readonly key: string
  /** A search with other terms starts at its first block. */
  readonly terms: object
  readonly queries: readonly EventQuery[]
  /** Returns the first block. Null if the endpoint does not know it. */
  readonly readStart: (rpc: Rpc) => Promise<bigint | null>
}

/** Reads the events of a search from each endpoint: from where the last search read it to. */
async function searchEvents(
  endpoints: readonly Rpc[],
  { key, terms, queries, readStart }: EventSearch,
  memory: SearchMemory,
): Promise<readonly Answer<FoundEvents>[]> {
  const memoryKey = `${endpoints[0]?.chainId ?? 0}:${key}`
  const search = stringify(terms)
  const before = await loadProgress(memoryKey, search, memory)
  const answers = await readEachEndpoint(endpoints, async (rpc) => {
    const known = before[rpc.host]
    const fromBlock = known === undefined ? await readStart(rpc) : BigInt(known.nextBlock)
    if (fromBlock === null) return { naming: [], paying: [], recent: [], settled: null }
    const progress = known ?? { naming: [], paying: [], nextBlock: fromBlock.toString() }
    return searchEndpoint(rpc, queries, progress, memory.confirmations)
  })
  const read = answers.flatMap(({ host, value: { settled } }) =>
    settled === null ? [] : [[host, settled] as const],
  )
  const hosts = { ...before, ...Object.fromEntries(read) }
  await memory.store.put(memoryKey, { search, hosts }, memoryLifeMs).catch(memory.onFailure)
  return answers
}

async function loadProgress(
  memoryKey: string,
  search: string,
  { store, onFailure }: SearchMemory,
): Promise<ProgressByHost> {
  const row = await store.get(memoryKey).catch(onFailure)
  const stored = v.safeParse(memoryShape, row?.value)
  return stored.success && stored.output.search === search ? stored.output.hosts : {}
}

interface FoundEvents {
  readonly naming: readonly Hex[]
  readonly paying: readonly Hex[]
  /** Those of both that have fewer than the chain's confirmations. */
  readonly recent: readonly Hex[]
  /** The part that need not be read again. Null if nothing was read. */
  readonly settled: SearchProgress | null
}

/** Blocks below the head that are read again: behind one address, the node of the events may lag behind that of the head. */
const maxLagBlocks = 200n

/** Throws `rpcUnreachable` if the endpoint refuses every query. */
async function searchEndpoint(
  rpc: Rpc,
  queries: readonly EventQuery[],
  before: SearchProgress,
  confirmations: number,
): Promise<FoundEvents> {
  const head = await requestQuantity(rpc, 'eth_blockNumber', [])
  const fromBlock = BigInt(before.nextBlock)
  const deepBlock = head - BigInt(confirmations) - maxLagBlocks
  const { naming, paying } = before
  const found = { naming: [...naming], paying: [...paying], recent: [] as Hex[] }
  const finalBlock = head - BigInt(confirmations) + 1n
  let settled = before
  const ranges = splitBlockRanges(fromBlock, head)
  let isAnswered = ranges.length === 0 || queries.length === 0
  for (const [first, last] of ranges) {
    // An endpoint may refuse one query but answer another.
    const answers = await Promise.all(
      queries.map(async ({ addresses, topics, kind, choose }) => {
        const events = await nullIfUnreachable(readPastEvents(rpc, addresses, topics, first, last))
        return events === null ? null : { kind, events: choose(events) }
      }),
    )
    isAnswered ||= answers.some((one) => one !== null)
    const isWhole = answers.every((one) => one !== null) && first === BigInt(settled.nextBlock)
    const nextBlock = (last < deepBlock ? last : deepBlock) + 1n
    const next = { naming: [...settled.naming], paying: [...settled.paying] }
    for (const one of answers) {
      if (one === null) continue
      found[one.kind].push(...one.events.map(({ hash }) => hash))
      const recent = one.events.filter(({ blockNumber }) => blockNumber > finalBlock)
      found.recent.push(...recent.map(({ hash }) => hash))
      const deep = one.events.filter(({ blockNumber }) => blockNumber < nextBlock)
      next[one.kind].push(...deep.map(({ hash }) => hash))
    }
    if (isWhole && nextBlock > first) settled = { ...next, nextBlock: nextBlock.toString() }
  }
  if (!isAnswered) throw badAnswer(rpc, 'eth_getLogs')
  return { ...found, settled }
}

/**
 * Oldest first. Two hosts must know them, or the only one that answers. `final` are those which as many hosts show with the
 * chain's confirmations: a reorganisation could remove the others.
 */
export async function findTransactionsWithTopic(
  endpoints: readonly Rpc[],
  contracts: readonly Address[],
  topic: Hex,
  since: Hex,
  memory: SearchMemory,
): Promise<FoundMentions> {
  const query = { kind: 'naming', addresses: contracts, topics: [null, topic], choose: acceptEvents } as const
  const seen = await searchEvents(
    endpoints,
    {
      key: `topic:${topic}:${contracts.join()}`,
      terms: { contracts, topic, since },
      queries: [query],
      // Endpoints treat an empty list of addresses as every address.
      readStart: async (rpc) =>
        contracts.length === 0 ? null : ((await readReceipt(rpc, since))?.blockNumber ?? null),
    },
    memory,
  )
  const sources = countHosts(seen)
  const listKnown = (list: (found: FoundEvents) => readonly Hex[]) => {
    const isKnown = (hash: Hex) =>
      countHosts(seen.filter(({ value }) => list(value).includes(hash))) >= Math.min(minSources, sources)
    return [...new Set(seen.flatMap(({ value }) => list(value)))].filter(isKnown)
  }
  return {
    hashes: listKnown(({ naming }) => naming),
    final: listKnown(({ naming, recent }) => naming.filter((hash) => !recent.includes(hash))),
    sources,
  }
}

export interface FoundMentions {
  readonly hashes: readonly Hex[]
  readonly final: readonly Hex[]
  /** The number of hosts that answered. */
  readonly sources: number
}

/** Returns the ranges of blocks to read: from the first one, and if there are too many, also the newest ones. */
function splitBlockRanges(sinceBlock: bigint, head: bigint): readonly (readonly [bigint, bigint])[] {
  if (head - sinceBlock < maxBlocks) return [...blockRanges(sinceBlock, head)]
  const half = maxBlocks / 2n
  return [...blockRanges(sinceBlock, sinceBlock + half - 1n), ...blockRanges(head - half + 1n, head)]
}

interface EventQuery {
  readonly kind: 'naming' | 'paying'
  readonly addresses: readonly Address[]
  readonly topics: readonly (Hex | null)[]
  readonly choose: (events: readonly FoundLog[]) => readonly FoundLog[]
}

const acceptEvents: EventQuery['choose'] = (events) => events

/** Queries without an address are left out: endpoints treat an empty list as every address. */
function buildQueries(search: RefundSearch): readonly EventQuery[] {
  const { contracts, evidenceContracts, requestHash, amounts, receiver } = search
  const isEvidence = (one: Address) => evidenceContracts.some((other) => isSameHex(one, other))
  const word = requestHash.slice(2).toLowerCase()
  const tokens = amounts.map(({ token }) => token).filter((token) => !isSameHex(token, nativeAddress))
  const queries: readonly EventQuery[] = [
    {
      kind: 'naming',
      addresses: contracts.filter((one) => !isEvidence(one)),
      topics: [null, requestHash],
      choose: acceptEvents,
    },
    {
      kind: 'naming',
      addresses: evidenceContracts,
      topics: [],
      choose: (events) =>
        events.filter(
          ({ topics, data }) =>
            topics.some((topic) => isSameHex(topic, requestHash)) || splitAbiWords(data).includes(word),
        ),
    },
    {
      kind: 'paying',
      addresses: tokens,
      topics: [transferTopic, null, `0x${encodeAbiWord(receiver)}`],
      choose: (events) => filterPayingEvents(events, amounts),
    },
  ]
  return queries.filter(({ addresses }) => addresses.length > 0)
}

function filterPayingEvents(
  events: readonly FoundLog[],
  amounts: RefundSearch['amounts'],
): readonly FoundLog[] {
  return amounts.flatMap(({ token, leastUnits }) => {
    const ofToken = events.filter(({ address, data }) => isSameHex(address, token) && data.length === 66)
    const brought = new Map<Hex, bigint>()
    for (const { hash, data } of ofToken) brought.set(hash, (brought.get(hash) ?? 0n) + BigInt(data))
    return ofToken.filter(({ hash }) => (brought.get(hash) ?? 0n) >= leastUnits)
  })
}
