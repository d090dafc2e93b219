import * as v from 'valibot'
import { decimalsData, isValidSignatureData } from '../base/ethereum.ts'
import { type Address, type Hex, isSameHex, nativeAddress } from '../base/hex.ts'
import { countShape, type Decoded, digitsShape, lenient } from '../base/shapes.ts'
import { type Clock, dayMs } from '../base/time.ts'
import type { EndpointChoice } from '../deployment/endpoints.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { ChainReader } from './chain-port.ts'
import { readFeedPrice } from './costs.ts'
import { createDataFees } from './data-fee.ts'
import { readNameAddress } from './ens.ts'
import { createNetworks, latestBlockSeconds, readEachEndpoint, readHead } from './evidence.ts'
import { nonceEnd, readNonceEvidence, readNonceUsed } from './nonce.ts'
import { readPayment, readReceivedSince } from './payment.ts'
import { readWithQuorum } from './quorum.ts'
import { findRefunds, type SearchMemory } from './refund-search.ts'
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
  findTransactionsWithTopic,
  missingEvidence,
  readAccountUse,
  readMinedEvidence,
  readTransaction,
  transactionOfNonce,
} from './transactions.ts'

const eip1271Magic = '0x1626ba7e'

/** True if a contract account accepts a signature (EIP-1271). Permit2 makes the same call. */
async function isValidSignature(rpc: Rpc, account: Address, digest: Hex, signature: Hex): Promise<boolean> {
  const answer = await ethCall(rpc, { to: account, data: isValidSignatureData(digest, signature) })
  return 'data' in answer && answer.data.length >= 66 && answer.data.startsWith(eip1271Magic)
}

export interface ChainReaderWithBalances extends ChainReader {
  /** Digit strings by `chainId:address`. Tokens that could not be read are left out. */
  balances(
    chainId: number,
    owner: Address,
    tokens: readonly string[],
  ): Promise<{ readonly [tokenKey: string]: string }>
}

/** Rejects with `rpcUnreachable` (facts `chain`, `method`), and with `chainNotPinned` if the file lacks the chain. */
export function createChainReader({
  deployment,
  fetch,
  freshAddress,
  endpoints = () => [],
  searches = null,
}: {
  readonly deployment: Deployment
  readonly fetch: RpcFetch
  readonly freshAddress: FreshAddress
  readonly endpoints?: () => readonly EndpointChoice[]
  /** Stores how far each search for a refund has read. If null, every search starts at the order's first block. */
  readonly searches?: Omit<SearchMemory, 'confirmations'> | null
}): ChainReaderWithBalances {
  const network = createNetworks(deployment, fetch, endpoints)
  const rpcOf = (chainId: number) => network(chainId).rpc
  const dataFee = createDataFees()

  return {
    allowance: async (chainId, token, owner, spender) => readAllowance(rpcOf(chainId), token, owner, spender),
    allowanceEvidence: async (chainId, token, owner, spender) =>
      readAllowanceEvidence(network(chainId).endpoints, token, owner, spender),
    balance: async (chainId, token, owner) => readBalance(network(chainId), token, owner),
    balances: async (chainId, owner, tokens) => readBalances(network(chainId), owner, tokens),
    decimals: async (chainId, token) => {
      // Every EVM chain counts its native currency in wei.
      if (isSameHex(token, nativeAddress)) return 18
      const decimals = await callWord(rpcOf(chainId), token, decimalsData())
      if (decimals > 255n) throw badAnswer(rpcOf(chainId), 'eth_call')
      return Number(decimals)
    },
    symbol: async (chainId, token) => readSymbol(rpcOf(chainId), token),
    codeAt: async (chainId, address) => readCode(rpcOf(chainId), address),
    feedPrice: async (chainId, feed) => readFeedPrice(network(chainId).endpoints, feed),
    approveWorks: async (chainId, token, owner, spender, amountUnits) =>
      approveWorks(rpcOf(chainId), token, owner, spender, amountUnits),
    arrivingUnits: async (chainId, token, owner, receiver, units) =>
      readArrivingUnits(rpcOf(chainId), token, owner, receiver, units),
    simulate: async (chainId, call) => {
      const answer = await ethCall(rpcOf(chainId), call)
      return 'failure' in answer ? answer.failure : null
    },
    measure: async (chainId, simulation) => measure(network(chainId).endpoints, simulation, freshAddress),
    transaction: async (chainId, hash) => readTransaction(rpcOf(chainId), hash),
    transactionQuorum: async (chainId, hash) =>
      readWithQuorum(network(chainId).endpoints, (rpc) => readTransaction(rpc, hash)),
    minedEvidence: async (chainId, hash, owner, nonce) =>
      readMinedEvidence(network(chainId).endpoints, hash, owner, nonce),
    accountNonce: async (chainId, owner, tag) => accountNonce(rpcOf(chainId), owner, tag),
    nonceUsed: async (chainId, owner, nonce) => {
      const { rpc, config } = network(chainId)
      return readNonceUsed(rpc, config.permit2, owner, nonce)
    },
    nonceEvidence: async (chainId, owner, nonce) => {
      const { endpoints, config } = network(chainId)
      return readNonceEvidence(endpoints, config.permit2, owner, nonce, config.confirmations)
    },
    nonceEnd: async (chainId, owner, nonce, token, sinceBlock) => {
      const { endpoints, config } = network(chainId)
      return nonceEnd(endpoints, { permit2: config.permit2, owner, nonce, token, sinceBlock })
    },
    blockNumber: async (chainId) => {
      const heads = await readEachEndpoint(network(chainId).endpoints, (rpc) =>
        requestQuantity(rpc, 'eth_blockNumber', []),
      )
      return heads.reduce((lowest, one) => {
        if (one < lowest) return one
        return lowest
      })
    },
    latestBlockSeconds: async (chainId) => latestBlockSeconds(network(chainId).endpoints),
    missingEvidence: async (chainId, owner, nonce, hash) =>
      missingEvidence(network(chainId).endpoints, owner, nonce, hash),
    accountUse: async (chainId, owner, nonce) => readAccountUse(network(chainId).endpoints, owner, nonce),
    payment: async (chainId, query) => readPayment(network(chainId).endpoints, query),
    head: async (chainId) => readHead(network(chainId).endpoints),
    balanceQuorum: async (chainId, token, owner) => {
      const { endpoints, config } = network(chainId)
      return readWithQuorum(endpoints, (rpc) => readBalance({ rpc, config, endpoints }, token, owner))
    },
    receivedSince: async (chainId, token, receiver, sinceBlock) =>
      readReceivedSince(network(chainId).endpoints, token, receiver, sinceBlock),
    nameAddress: async (ensChainId, query) =>
      readWithQuorum(network(ensChainId).endpoints, (rpc) => readNameAddress(rpc, query)),
    findRefunds: async (chainId, search) => {
      const { endpoints, config } = network(chainId)
      const { confirmations } = config
      return findRefunds(endpoints, search, searches === null ? null : { confirmations, ...searches })
    },
    isValidSignature: async (chainId, account, digest, signature) =>
      isValidSignature(rpcOf(chainId), account, digest, signature),
    validSignatureQuorum: async (chainId, account, digest, signature) =>
      readWithQuorum(network(chainId).endpoints, (rpc) => isValidSignature(rpc, account, digest, signature)),
    transactionOfNonce: async (chainId, owner, nonce) => transactionOfNonce(rpcOf(chainId), owner, nonce),
    findTransactionsWithTopic: async (chainId, contracts, topic, since) =>
      findTransactionsWithTopic(network(chainId).endpoints, contracts, topic, since),
    gasPrice: async (chainId) => {
      const rpc = rpcOf(chainId)
      const reads = [requestQuantity(rpc, 'eth_gasPrice', []), dataFee(rpc)] as const
      const [perGasUnits, dataFeeUnits] = await Promise.all(reads)
      return { perGasUnits, dataFeeUnits }
    },
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
const cachedBalancesShape = v.fallback(
  v.pipe(
    v.record(v.string(), lenient(cachedBalanceShape)),
    v.transform(
      (kept): CachedBalances =>
        Object.fromEntries(Object.entries(kept).flatMap(([key, one]) => (one === null ? [] : [[key, one]]))),
    ),
  ),
  {},
)

const lifeMs = 30 * dayMs

export type BalanceCache = ReturnType<typeof createBalanceCache>

/**
 * Reads balances and caches each for a month, by account and chain. If the chain cannot be read and none is cached, it
 * rejects with the chain's error.
 */
export function createBalanceCache({ chain, store, clock, onFailure }: BalanceCachePorts) {
  const last = async (key: string): Promise<CachedBalances> => {
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
        return one === undefined || amounts[tokenKey] !== undefined ? [] : [[tokenKey, one]]
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
