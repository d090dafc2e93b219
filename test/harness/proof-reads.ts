import { type Address, type Hex, isSameHex, nativeAddress } from '../../lib/base/hex.ts'
import { secondMs } from '../../lib/base/time.ts'
import type { ChainReader } from '../../lib/chain/chain-reader.ts'
import type { TransactionView } from '../../lib/chain/chain-views.ts'
import { minSources } from '../../lib/chain/evidence.ts'
import { acceptAnyHost, countBackingHosts, type Quorum, quorumOf } from '../../lib/chain/quorum.ts'
import { type Entry, paymentOf, spenderName, transactionViewOf } from './contracts.ts'
import type { Ledger } from './ledger.ts'
import type { ManualClock } from './manual-clock.ts'
import { nonceEndOf } from './nonces.ts'

export const blockMs = 2 * secondMs

/** The chains' own time, which never goes back, and their block count. */
export interface ChainTime {
  nowMs(): number
  headBlock(): bigint
  /** The block of a transaction that is mined now. Each has its own. */
  nextBlock(): bigint
}

export function createChainTime(clock: ManualClock): ChainTime {
  let newestMs = 0
  let mined = 0n
  const time: ChainTime = {
    nowMs() {
      newestMs = Math.max(newestMs, clock.nowMs())
      return newestMs
    },
    headBlock: () => BigInt(Math.floor(time.nowMs() / blockMs)) + mined,
    nextBlock() {
      mined += 1n
      return time.headBlock()
    },
  }
  return time
}

type Reads = Pick<
  ChainReader,
  | 'allowanceEvidence'
  | 'nonceEvidence'
  | 'nonceEnd'
  | 'payment'
  | 'head'
  | 'balanceQuorum'
  | 'transactionQuorum'
  | 'receivedSince'
  | 'findRefunds'
  | 'nameAddress'
  | 'blockNumber'
  | 'latestBlockSeconds'
  | 'transactionOfNonce'
  | 'findTransactionsWithTopic'
>

interface Nodes {
  readonly names: ReadonlyMap<string, Address>
  readonly sources: number
  readonly hosts: number
  readonly endpointsAheadMs: readonly number[]
}

/** The depth from which these chains are final. */
const deepBlocks = 2

export function createQuorum<T>(hosts: number, value: T): Quorum<T> {
  return quorumOf(Array.from({ length: hosts }, (_, at) => ({ host: `node-${at}`, value })))
}

/** Replaces the value of a read, with the same number of endpoints unless `hosts` is given. */
export async function withChangedAnswer<T>(
  reading: Promise<Quorum<T>>,
  change: (value: T) => T,
  hosts?: number,
): Promise<Quorum<T>> {
  const read = await reading
  return createQuorum(hosts ?? countBackingHosts(read), change(acceptAnyHost(read) as T))
}

type ChangedView = (view: TransactionView, hash: Hex) => TransactionView

/**
 * Changes what the endpoints show of transactions: every one of them, or only the first. Returns a function that makes
 * them honest again.
 */
export function changeViews(reader: ChainReader, hosts: 'all' | 'first', change: ChangedView): () => void {
  const { transaction, transactionQuorum } = reader
  reader.transaction = async (chainId, hash) => change(await transaction(chainId, hash), hash)
  if (hosts === 'all')
    reader.transactionQuorum = (...wanted) => withChangedAnswer(transactionQuorum(...wanted), (view) => view)
  return () => void Object.assign(reader, { transaction, transactionQuorum })
}

export function createProofReads(
  entries: ReadonlyMap<Hex, Entry>,
  ledger: Ledger,
  clock: ManualClock,
  time: ChainTime,
  {
    node,
    up,
    transaction,
  }: { node: () => Nodes; up: <T>(read: () => T) => T } & Pick<ChainReader, 'transaction'>,
): Reads {
  /** As endpoints without state of older blocks, unless they search those. */
  function minedAt(
    chainId: number,
    owner: Address,
    nonce: number,
    sinceBlock: bigint | null = null,
  ): Hex | null {
    const oldest = time.headBlock() - 5_000n
    const first = sinceBlock !== null && sinceBlock < oldest ? sinceBlock : oldest
    for (const [hash, one] of entries) {
      const isDone = one.state === 'mined' || one.state === 'failed'
      const isFound = (one.block ?? 0n) >= first
      if (isDone && isFound && one.chainId === chainId && one.from === owner && one.nonce === nonce)
        return hash
    }
    return null
  }

  /** Each call of an inbox emits an event of its request. These worlds have one request. */
  function callsOf(chainId: number, contracts: readonly Address[], since: Hex): readonly Hex[] {
    const isReported = (one: Entry) => (one.inner ?? [one]).some(({ to }) => contracts.includes(to))
    const hashes = [...entries.entries()]
      .filter(([, one]) => one.chainId === chainId && one.state === 'mined' && isReported(one))
      .map(([hash]) => hash)
    return hashes.slice(Math.max(0, hashes.indexOf(since)))
  }

  return {
    allowanceEvidence: async (chainId, token, owner, spender) =>
      up(() => {
        const units = ledger.allowance(chainId, token, owner, spenderName(chainId, spender))
        return { units, sources: node().sources, wanted: 2 }
      }),
    nonceEvidence: async (chainId, owner, nonce) =>
      up(() =>
        createQuorum(node().sources, {
          used: ledger.nonceUsed(chainId, owner, nonce),
          // The depth from which these chains are final.
          blockSeconds: Math.floor((clock.nowMs() - deepBlocks * blockMs) / secondMs),
          ...(node().hosts < minSources ? { hasTooFewHosts: true as const } : {}),
        }),
      ),
    nonceEnd: async (chainId, owner, nonce) =>
      up(() => createQuorum(node().sources, nonceEndOf(ledger, chainId, owner, nonce))),
    payment: async (_chainId, wantedSwap) =>
      up(() => createQuorum(node().sources, paymentOf(entries.get(wantedSwap.hash), wantedSwap))),
    head: async (chainId) =>
      up(() => ({
        chainId,
        blockNumber: time.headBlock().toString(),
        blockSeconds: Math.floor(time.nowMs() / secondMs),
      })),
    balanceQuorum: async (chainId, token, owner) =>
      up(() => createQuorum(node().sources, ledger.balance(chainId, token, owner))),
    /** The first host gives what `transaction` reads. */
    async transactionQuorum(chainId, hash) {
      const first = await transaction(chainId, hash)
      const others = Array.from({ length: node().sources - 1 }, () => transactionViewOf(entries.get(hash)))
      return up(() => quorumOf([first, ...others].map((value, at) => ({ host: `node-${at}`, value }))))
    },
    receivedSince: async (chainId, token, receiver, sinceBlock) =>
      up(() => {
        const brought = [...entries.values()].flatMap((one) => {
          const isThen = one.chainId === chainId && one.state === 'mined' && (one.block ?? 0n) >= sinceBlock
          const isTheirs = isSameHex(one.payment?.token, token) && isSameHex(one.payment?.receiver, receiver)
          return isThen && isTheirs && one.payment !== null ? [one.payment.units] : []
        })
        return { units: brought.reduce((sum, units) => sum + units, 0n), sources: node().sources }
      }),
    nameAddress: async (_ensChainId, { name }) =>
      up(() => createQuorum(node().sources, node().names.get(name) ?? 'none')),
    findRefunds: async (chainId, search) =>
      up(() => {
        const found = [...entries].filter(([, { chainId: on, state, block = 0n, ...entry }]) => {
          const { payment, names, namedBy } = entry
          const isThen = on === chainId && state === 'mined' && block >= search.sinceBlock
          const isNaming = [...search.contracts, ...search.evidenceContracts].some(
            (one) =>
              isSameHex(names, search.requestHash) && (namedBy === undefined || isSameHex(namedBy, one)),
          )
          const isPaying = search.amounts.some(
            ({ token, leastUnits }) =>
              isSameHex(payment?.token, token) &&
              isSameHex(payment?.receiver, search.receiver) &&
              !isSameHex(token, nativeAddress) &&
              (payment?.units ?? 0n) >= leastUnits,
          )
          return isThen && (isNaming || isPaying)
        })
        return found.map(([hash]) => hash)
      }),
    transactionOfNonce: async (...wanted) => up(() => minedAt(...wanted)),
    findTransactionsWithTopic: async (chainId, contracts, _topic, since) =>
      up(() => {
        const hashes = callsOf(chainId, contracts, since)
        return { hashes, final: hashes, sources: node().sources }
      }),
    blockNumber: async () => up(time.headBlock),
    latestBlockSeconds: async () =>
      up(() => node().endpointsAheadMs.map((ms) => Math.floor((clock.nowMs() + ms) / secondMs))),
  }
}
