import * as v from 'valibot'
import { minUnits } from '../base/decimal-math.ts'
import { decimalsData, isValidSignatureData } from '../base/ethereum.ts'
import { type Address, type Hex, isSameHex, nativeAddress } from '../base/hex.ts'
import { countShape, type Decoded, digitsShape, lenient } from '../base/shapes.ts'
import { type Clock, dayMs } from '../base/time.ts'
import type { EndpointChoice } from '../deployment/endpoints.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { RefundSearch } from './chain-views.ts'
import { type GasPrice, readFeedPrice } from './costs.ts'
import { createDataFees } from './data-fee.ts'
import type { Simulation } from './effects.ts'
import { readNameAddress } from './ens.ts'
import { countHosts, createNetworks, latestBlockSeconds, readEachEndpoint, readHead } from './evidence.ts'
import { nonceEnd, readNonceEvidence, readNonceUsed } from './nonce.ts'
import { readPayment, readReceivedSince } from './payment.ts'
import {
  acceptAnyHost,
  amountReachedByTwo,
  getHighestAmount,
  quorumOf,
  readMajority,
  readWithQuorum,
} from './quorum.ts'
import { findRefunds, findTransactionsWithTopic, type SearchMemory } from './refund-search.ts'
import { badAnswer, callWord, ethCall, type Rpc, type RpcFetch, readCode, requestQuantity } from './rpc.ts'
import { type FreshAddress, measure } from './simulation.ts'
import {
  approveWorks,
  readAllowance,
  readAllowanceEvidence,
  readArrivingUnits,
  readBalance,
  readBalances,
  readSymbol,
} from './token-reads.ts'
import {
  accountNonce,
  isTransactionLost,
  readAccountUse,
  readTransaction,
  transactionOfNonce,
} from './transactions.ts'

const eip1271Magic = '0x1626ba7e'

/** True if a contract account accepts a signature (EIP-1271). Permit2 makes the same call. */
async function isValidSignature(rpc: Rpc, account: Address, digest: Hex, signature: Hex): Promise<boolean> {
  const answer = await ethCall(rpc, { to: account, data: isValidSignatureData(digest, signature) })
  return 'data' in answer && answer.data.length >= 66 && answer.data.startsWith(eip1271Magic)
}

/** Reads for the decisions about a swap. Screens also read balances of many tokens. */
export type ChainReader = Omit<ChainReaderWithBalances, 'balances'>

export type ChainReaderWithBalances = ReturnType<typeof createChainReader>

/**
 * Reads reject with `rpcUnreachable` (facts `chain`, `method`), and with `chainNotPinned` if the file lacks the chain. Reads
 * of every endpoint leave out those that do not answer.
 */
export function createChainReader({
  deployment,
  fetch,
  freshAddress,
  endpoints = () => [],
  searches,
}: {
  readonly deployment: Deployment
  readonly fetch: RpcFetch
  readonly freshAddress: FreshAddress
  readonly endpoints?: () => readonly EndpointChoice[]
  /** Stores how far each search for events has read. */
  readonly searches: Omit<SearchMemory, 'confirmations'>
}) {
  const network = createNetworks(deployment, fetch, endpoints)
  const rpcOf = (chainId: number) => network(chainId).rpc
  const endpointsOf = (chainId: number) => network(chainId).endpoints
  const memoryOf = (chainId: number): SearchMemory => ({
    confirmations: network(chainId).config.confirmations,
    ...searches,
  })
  const dataFee = createDataFees()

  /** Reads from the first endpoint that answers. */
  function byAny<Args extends readonly unknown[], T>(read: (rpc: Rpc, ...args: Args) => Promise<T>) {
    return async (chainId: number, ...args: Args) => read(rpcOf(chainId), ...args)
  }

  /** Reads from all endpoints, and combines their answers by the rule of the read. */
  function byAll<Args extends readonly unknown[], T>(
    read: (endpoints: readonly Rpc[], ...args: Args) => Promise<T>,
  ) {
    return async (chainId: number, ...args: Args) => read(endpointsOf(chainId), ...args)
  }

  function byQuorum<Args extends readonly unknown[], T>(read: (rpc: Rpc, ...args: Args) => Promise<T>) {
    return byAll((all, ...args: Args) => readWithQuorum(all, (rpc) => read(rpc, ...args)))
  }

  return {
    /** How many hosts are in use, whether they answer or not. */
    hostCount: (chainId: number) => countHosts(endpointsOf(chainId)),
    allowance: byAny(readAllowance),
    allowanceEvidence: byAll(readAllowanceEvidence),
    balance: byAny(readBalance),
    /** Digit strings by `chainId:address`. Tokens that could not be read are left out. */
    balances: async (chainId: number, owner: Address, tokens: readonly string[]) =>
      readBalances(network(chainId), owner, tokens),
    decimals: async (chainId: number, token: Address) => {
      // Every EVM chain counts its native currency in wei.
      if (isSameHex(token, nativeAddress)) return 18
      const decimals = await callWord(rpcOf(chainId), token, decimalsData())
      if (decimals > 255n) throw badAnswer(rpcOf(chainId), 'eth_call')
      return Number(decimals)
    },
    /** The symbol that the token reports, unverified. Null if it is not readable. */
    symbol: byAny(readSymbol),
    codeAt: byAny(readCode),
    /** That an account has no code counts only by this. */
    codeQuorum: byQuorum(readCode),
    /**
     * The price of one whole token in dollars by a price feed, exact decimal text. If the chain has two endpoints, two must
     * agree. Null if the price is stale, unfinished, not above zero, or has other decimals than the package names.
     */
    feedPrice: byAll(readFeedPrice),
    /** True if `approve(spender, amount)` would succeed now. False for USDT-like tokens that already have an allowance. */
    approveWorks: byAny(approveWorks),
    /** The units that would arrive if so many were transferred (L6). Null if the endpoint or the token cannot show it. */
    arrivingUnits: byAny(readArrivingUnits),
    /** Null if the call would succeed, else the endpoint's error message, shortened. */
    simulate: async (
      chainId: number,
      call: { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value: bigint },
    ) => {
      const answer = await ethCall(rpcOf(chainId), call)
      return 'failure' in answer ? answer.failure : null
    },
    measure: async (chainId: number, simulation: Simulation) =>
      measure(endpointsOf(chainId), simulation, freshAddress),
    transaction: byAny(readTransaction),
    /** A payment by the person counts only by this. */
    transactionQuorum: byQuorum(readTransaction),
    /**
     * `pending`: the lowest of all endpoints, so that none can hide a transaction of the account behind it. `latest`: the
     * highest that two hosts reach, or the only host that answers, so that neither a late nor a false endpoint decides.
     */
    accountNonce: async (chainId: number, owner: Address, tag: 'latest' | 'pending') => {
      const counts = await readEachEndpoint(endpointsOf(chainId), async (rpc) =>
        BigInt(await accountNonce(rpc, owner, tag)),
      )
      const used = quorumOf(counts)
      if (tag === 'latest') return Number(amountReachedByTwo(used) ?? getHighestAmount(used).units)
      return Math.min(...counts.map(({ value }) => Number(value)))
    },
    /** True if Permit2's unordered nonce is used. */
    nonceUsed: async (chainId: number, owner: Address, nonce: bigint) => {
      const { rpc, config } = network(chainId)
      return readNonceUsed(rpc, config.permit2, owner, nonce)
    },
    /**
     * Reads the nonce from every endpoint: as used at its latest block, as unused `confirmations` below it. It proves that a
     * signature can never be used (R3). A used nonce is backed by the hosts that report it as used, an unused one by all
     * that answered.
     */
    nonceEvidence: async (chainId: number, owner: Address, nonce: bigint) => {
      const { endpoints, config } = network(chainId)
      return readNonceEvidence(endpoints, config.permit2, owner, nonce, config.confirmations)
    },
    /**
     * Returns how the nonce ended since a block at which it was unused. `token` is the token that its signature would move.
     * `taken` is backed by the hosts that report it, any other end by all that answered.
     */
    nonceEnd: async (chainId: number, owner: Address, nonce: bigint, token: Address, sinceBlock: bigint) => {
      const { endpoints, config } = network(chainId)
      return nonceEnd(endpoints, { permit2: config.permit2, owner, nonce, token, sinceBlock })
    },
    /** The lowest of the endpoints' newest blocks, so that no endpoint can name a block that does not exist yet. */
    blockNumber: async (chainId: number) => {
      const heads = await readEachEndpoint(endpointsOf(chainId), (rpc) =>
        requestQuantity(rpc, 'eth_blockNumber', []),
      )
      const [first = 0n, ...others] = heads.map(({ value }) => value)
      return minUnits(first, ...others)
    },
    /** By every host, Unix seconds. */
    latestBlockSeconds: byAll(latestBlockSeconds),
    isTransactionLost: byAll(isTransactionLost),
    accountUse: byAll(readAccountUse),
    /** The payment of a transaction as most endpoints report it. Null if most report none. It proves the end of an order. */
    payment: byAll(readPayment),
    /** The newest block that two hosts of the chain have. */
    head: byAll(readHead),
    /** Smallest unit. */
    balanceQuorum: byQuorum(readBalance),
    /**
     * By the token's events. The highest figure of all endpoints counts, and `sources` is the number of hosts that
     * answered. Native currency has no events.
     */
    receivedSince: byAll(readReceivedSince),
    /** The address that an ENS name has on a chain (`readNameAddress`). */
    nameAddress: byQuorum(readNameAddress),
    /** As any endpoint reports them, the most likely first. `payment` verifies each of them. */
    findRefunds: async (chainId: number, search: RefundSearch) =>
      findRefunds(endpointsOf(chainId), search, memoryOf(chainId)),
    /** EIP-1271, by `eth_call`. */
    isValidSignature: byAny(isValidSignature),
    /** A signature of an account with code counts only by this. */
    validSignatureQuorum: byQuorum(isValidSignature),
    /**
     * The transaction that used an account's nonce since a block, as most hosts find it. Null if none did, or if it is too old
     * to be found.
     */
    transactionOfNonce: byAll(
      async (all, owner: Address, nonce: number, sinceBlock: bigint | null = null) => {
        const find = async (rpc: Rpc) => transactionOfNonce(rpc, owner, nonce, sinceBlock)
        return acceptAnyHost(await readMajority(all, find, String, (hash) => hash !== null))
      },
    ),
    /**
     * Transactions since the block of `since` with an event of one of the contracts that has this topic.
     */
    findTransactionsWithTopic: async (
      chainId: number,
      contracts: readonly Address[],
      topic: Hex,
      since: Hex,
    ) => findTransactionsWithTopic(endpointsOf(chainId), contracts, topic, since, memoryOf(chainId)),
    gasPrice: byAny(async (rpc): Promise<GasPrice> => {
      const reads = [requestQuantity(rpc, 'eth_gasPrice', []), dataFee(rpc)] as const
      const [perGasUnits, dataFeeUnits] = await Promise.all(reads)
      return { perGasUnits, dataFeeUnits }
    }),
  }
}

interface BalanceCachePorts {
  readonly chain: Pick<ChainReaderWithBalances, 'balances'>
  readonly store: Pick<ExpiringStore, 'get' | 'put'>
  readonly clock: Clock
  /** Receives the failures of the store. The chain's answer counts all the same. */
  readonly onFailure: (thrown: unknown) => void
}

const cachedBalanceShape = v.object({
  /** In the smallest unit. */
  units: digitsShape,
  readMs: countShape,
})

type CachedBalances = { readonly [tokenKey: string]: Decoded<typeof cachedBalanceShape> }

/** The cached balances of an account. An invalid balance counts as missing and does not affect the others. */
const cachedBalancesShape = v.fallback(v.record(v.string(), lenient(cachedBalanceShape)), {})

const lifeMs = 30 * dayMs

export type BalanceCache = ReturnType<typeof createBalanceCache>

/**
 * Reads balances and caches each for a month, by account and chain. If the chain cannot be read and none is cached, it
 * rejects with the chain's error.
 */
export function createBalanceCache({ chain, store, clock, onFailure }: BalanceCachePorts) {
  const last = async (key: string) => {
    try {
      return v.parse(cachedBalancesShape, (await store.get(key))?.value)
    } catch (thrown) {
      onFailure(thrown)
      return {}
    }
  }

  return async (chainId: number, owner: Address, tokens: readonly string[]): Promise<Balances> => {
    const key = `balances:${chainId}:${owner.toLowerCase()}`
    const [read, before] = await Promise.allSettled([chain.balances(chainId, owner, tokens), last(key)])
    const known = before.status === 'fulfilled' ? before.value : {}
    const amounts = read.status === 'fulfilled' ? read.value : {}
    const old = Object.fromEntries(
      tokens.flatMap((token) => {
        const tokenKey = `${chainId}:${token}`
        const one = known[tokenKey]
        return one == null || amounts[tokenKey] !== undefined ? [] : [[tokenKey, one]]
      }),
    )
    if (read.status === 'rejected' && Object.keys(old).length === 0) throw read.reason
    const readMs = clock.nowMs()
    const now = Object.entries(amounts).map(([tokenKey, units]) => [tokenKey, { units, readMs }])
    if (now.length > 0) store.put(key, { ...known, ...Object.fromEntries(now) }, lifeMs).catch(onFailure)
    return { amounts, old }
  }
}

/** The balances of an account by `chainId:address`. A token in neither list was never read. */
export interface Balances {
  readonly amounts: { readonly [tokenKey: string]: string }
  /** Cached balances of tokens that could not be read now. Screens display them with their age. No decision uses them. */
  readonly old: CachedBalances
}
