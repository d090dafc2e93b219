import * as v from 'valibot'
import { type Address, type Hex, isSameHex, nativeAddress } from '../base/hex.ts'
import { digitsShape, hexShape } from '../base/shapes.ts'
import { dayMs } from '../base/time.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { RefundSearch } from './chain-views.ts'
import { countHosts, readEachEndpoint } from './evidence.ts'
import { blockRanges, type FoundLog, maxBlocks, readEventsIn, readPastEvents } from './nonce.ts'
import { splitAbiWords } from './payment.ts'
import { encodeAbiWord, nullIfUnreachable, type Rpc, requestQuantity } from './rpc.ts'
import { readReceipt, transferTopic } from './transactions.ts'

/** More candidates than a request can have. Each costs several reads. */
const maxCandidates = 16

/** Stores how far each endpoint was read, so that the next search for the same refund continues from there. */
export interface SearchMemory {
  /** Blocks this far below the newest one are final and are not read again. */
  readonly confirmations: number
  readonly store: Pick<ExpiringStore, 'get' | 'put'>
  /** Receives the failure of the store. The search then starts at the order's first block. */
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
  memory: SearchMemory | null = null,
): Promise<readonly Hex[]> {
  const before = memory === null ? {} : await loadProgress(endpoints, search, memory)
  const answers = await readEachEndpoint(endpoints, (rpc) =>
    searchEndpoint(rpc, search, before[rpc.host], memory?.confirmations ?? null),
  )
  if (memory !== null) {
    const read = Object.fromEntries(answers.map(({ host, value }) => [host, value.settled]))
    await storeProgress(endpoints, search, { ...before, ...read }, memory)
  }
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

const memoryKey = (endpoints: readonly Rpc[], { requestHash }: RefundSearch) =>
  `refund-search:${endpoints[0]?.chainId ?? 0}:${requestHash}`

/** The search terms as text. A search with other terms starts at the order's first block. */
const serializeSearch = (search: RefundSearch) =>
  JSON.stringify(search, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

async function loadProgress(
  endpoints: readonly Rpc[],
  search: RefundSearch,
  { store, onFailure }: SearchMemory,
): Promise<ProgressByHost> {
  const row = await store.get(memoryKey(endpoints, search)).catch(onFailure)
  const stored = v.safeParse(memoryShape, row?.value)
  return stored.success && stored.output.search === serializeSearch(search) ? stored.output.hosts : {}
}

async function storeProgress(
  endpoints: readonly Rpc[],
  search: RefundSearch,
  hosts: ProgressByHost,
  { store, onFailure }: SearchMemory,
): Promise<void> {
  const value = { search: serializeSearch(search), hosts }
  await store.put(memoryKey(endpoints, search), value, memoryLifeMs).catch(onFailure)
}

interface RefundCandidates {
  readonly naming: readonly Hex[]
  readonly paying: readonly Hex[]
  /** The part that need not be read again. */
  readonly settled: SearchProgress
}

async function searchEndpoint(
  rpc: Rpc,
  search: RefundSearch,
  before: SearchProgress | undefined,
  confirmations: number | null,
): Promise<RefundCandidates> {
  const head = await requestQuantity(rpc, 'eth_blockNumber', [])
  const fromBlock = before === undefined ? search.sinceBlock : BigInt(before.nextBlock)
  const deepBlock = head - BigInt(confirmations ?? 0)
  const queries = buildQueries(search)
  const { naming = [], paying = [] } = before ?? {}
  const found = { naming: [...naming], paying: [...paying] }
  let settled: SearchProgress = { naming: [...naming], paying: [...paying], nextBlock: fromBlock.toString() }
  for (const [first, last] of splitBlockRanges(fromBlock, head)) {
    // An endpoint may refuse one query but answer another.
    const answers = await Promise.all(
      queries.map(async ({ addresses, topics, kind, choose }) => {
        const events = await nullIfUnreachable(readPastEvents(rpc, addresses, topics, first, last))
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

/** Oldest first. All endpoints that answer must agree. */
export async function findTransactionsWithTopic(
  endpoints: readonly Rpc[],
  contracts: readonly Address[],
  topic: Hex,
  since: Hex,
): Promise<{ readonly hashes: readonly Hex[]; readonly sources: number }> {
  const seen = await readEachEndpoint(endpoints, async (rpc) => {
    // Endpoints treat an empty list of addresses as every address.
    const receipt = contracts.length === 0 ? null : await readReceipt(rpc, since)
    if (receipt === null) return []
    const head = await requestQuantity(rpc, 'eth_blockNumber', [])
    const ranges = splitBlockRanges(receipt.blockNumber, head)
    const events = await readEventsIn(rpc, contracts, [null, topic], ranges)
    return [...new Set(events.map(({ hash }) => hash))]
  })
  const [first, ...others] = seen
  const hashes = (first?.value ?? []).filter((hash) => others.every(({ value }) => value.includes(hash)))
  return { hashes, sources: countHosts(seen) }
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
      choose: (events) => events,
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
