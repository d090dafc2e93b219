import * as v from 'valibot'
import type { Address, Hex } from '../base/hex.ts'
import { fieldsOf } from '../base/object.ts'
import {
  chainIdShape,
  countShape,
  type Decoded,
  digitsShape,
  hashShape,
  objectShape,
  onlyTrue,
} from '../base/shapes.ts'
import { isClockOff, minuteMs, secondMs } from '../base/time.ts'
import { requireChain } from '../deployment/deployment.ts'
import { type EndpointChoice, usedEndpoints } from '../deployment/endpoints.ts'
import type { Deployment, DeploymentChain } from '../deployment/schema.ts'
import {
  badAnswer,
  createRpc,
  type EndpointMemory,
  isQuantity,
  type Rpc,
  type RpcFetch,
  requestResult,
} from './rpc.ts'

export interface ChainHead {
  readonly chainId: number
  /** A digit string. */
  readonly blockNumber: string
  /** Unix seconds, by the chain's clock. */
  readonly blockSeconds: number
}

/** A payment that ends an order, as the chain proves it. Screens display its figures and no others. */
export const evidenceShape = objectShape({
  kind: v.picklist(['delivery', 'refund']),
  chainId: chainIdShape,
  hash: hashShape,
  token: v.string(),
  units: digitsShape,
  /** The token, if it is neither of the two that were reviewed. */
  paidIn: v.exactOptional(objectShape({ symbol: v.string(), decimals: countShape })),
  /** The events that paid. Empty for native currency. */
  logIndexes: v.array(countShape),
  /** True for native currency paid by a contract: the figure is the growth of the receiver's balance in the whole block. */
  isBalanceGrowth: onlyTrue,
  blockNumber: digitsShape,
  blockSeconds: countShape,
  /** The number of different hosts that reported exactly this. */
  sources: countShape,
})

export type Evidence = Decoded<typeof evidenceShape>

/**
 * Why the chain does not prove a reported end: it has no such payment, no contract of the deployment names this swap in it,
 * the swap's own gateway is not in the deployment, only one host reports it, or it is smaller than reported.
 */
export type ChainDoubt = 'notShown' | 'notNamed' | 'notListed' | 'oneSource' | 'less'

/** One host alone may be mistaken, bribed or compromised. */
export const minSources = 2

/**
 * A block may be this much older than an order by our own clock, which the review compared with the clocks of chain and
 * service. A payment shortly before the order counts for one order only.
 */
const clockMarginMs = 10 * minuteMs

/**
 * The largest cost of a refund, in percent of the input: the service deducts its gas and fees. A smaller payment is money
 * received, but no refund.
 */
const refundCostPercent = 5n

export function minRefund(inputUnits: bigint): bigint {
  return inputUnits - (inputUnits * refundCostPercent) / 100n
}

/**
 * True if a block is newer than the order, by our clock and by the newest block of the review. One endpoint alone may
 * have named that block: a later time then shows that its number was false. It is ignored if its time is far from our clock.
 */
export function isAfterCreation(
  order: { readonly createdMs: number; readonly heads: readonly ChainHead[] },
  chainId: number,
  block: { readonly blockNumber: bigint; readonly blockSeconds: number },
): boolean {
  if (block.blockSeconds * secondMs < order.createdMs - clockMarginMs) return false
  const head = order.heads.find((one) => one.chainId === chainId)
  if (head === undefined || isClockOff(head.blockSeconds * secondMs - order.createdMs)) return true
  return block.blockNumber > BigInt(head.blockNumber) || block.blockSeconds > head.blockSeconds
}

type Payment = Pick<Evidence, 'chainId' | 'blockNumber' | 'logIndexes' | 'isBalanceGrowth'> & {
  readonly hash: string
}

/** True if both rest on the same payment, which may count only once. */
export function isSamePayment(one: Payment, other: Payment): boolean {
  if (one.chainId !== other.chainId) return false
  const areCoins = one.logIndexes.length === 0 && other.logIndexes.length === 0
  // A balance growth contains all payments in its block.
  if (areCoins && (one.isBalanceGrowth === true || other.isBalanceGrowth === true)) {
    return one.blockNumber === other.blockNumber
  }
  if (one.hash !== other.hash) return false
  return areCoins || one.logIndexes.some((index) => other.logIndexes.includes(index))
}

export function hasEnoughSources({ sources }: { readonly sources: number }): boolean {
  return sources >= minSources
}

export type PaymentQuery = PaymentParties & {
  readonly hash: Hex
  /** 0xeee… for native currency. */
  readonly token: Address
  /** Contracts of the deployment whose events must name the request, if they have any. */
  readonly contracts: readonly Address[]
  readonly requestHash: Hex | null
}

/**
 * With a `payer`, only that account's payments count: to the receiver, or to any account if none is given. For native
 * currency the figure is the decrease of the payer's balance, whatever the recipient.
 */
type PaymentParties =
  | { readonly receiver: Address; readonly payer?: Address }
  | { readonly receiver?: never; readonly payer: Address }

export interface Network {
  readonly config: DeploymentChain
  readonly rpc: Rpc
  /** Each endpoint separately, without failover, for evidence that needs several hosts. */
  readonly endpoints: readonly Rpc[]
}

/** The networks of a deployment by chain id, each created on first use. Throws `chainNotPinned`. */
export type Networks = (chainId: number) => Network

/** Connects each chain of the deployment to the endpoints that the person left on, in their order. */
export function createNetworks(
  deployment: Deployment,
  fetch: RpcFetch,
  endpoints: () => readonly EndpointChoice[] = () => [],
): Networks {
  const memory: EndpointMemory = { chainChecks: new Map(), silent: new Set() }
  const known = new Map<number, { readonly choices: readonly EndpointChoice[]; readonly network: Network }>()
  return (chainId) => {
    const choices = endpoints()
    const made = known.get(chainId)
    if (made?.choices === choices) return made.network
    const config = requireChain(deployment, chainId)
    const urls = usedEndpoints(config.rpcUrls, choices)
    const network = {
      config,
      rpc: createRpc(chainId, urls, fetch, memory),
      endpoints: urls.map((url) => createRpc(chainId, [url], fetch, memory)),
    }
    known.set(chainId, { choices, network })
    return network
  }
}

/** The answer of one endpoint. Endpoints with the same host and port count as one source, whatever the path. */
export interface Answer<T> {
  readonly host: string
  readonly value: T
}

export function countHosts(sources: readonly { readonly host: string }[]): number {
  return new Set(sources.map(({ host }) => host)).size
}

/** Returns the answers of the endpoints that answer. If none does, it rejects with the first one's error. */
export async function readEachEndpoint<T>(
  endpoints: readonly Rpc[],
  read: (rpc: Rpc) => Promise<T>,
): Promise<readonly Answer<T>[]> {
  const reads = await Promise.allSettled(
    endpoints.map(async (rpc) => ({ host: rpc.host, value: await read(rpc) })),
  )
  const seen = reads.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = reads.find((one) => one.status === 'rejected')
  if (seen.length === 0) throw failed?.reason
  return seen
}

/** Returns the answers whose figure two hosts reach, or all if there is only one host. */
export function reachedByTwo<T>(
  answers: readonly Answer<T>[],
  figureOf: (value: T) => number | bigint,
): readonly Answer<T>[] {
  const wanted = Math.min(minSources, countHosts(answers))
  const reaching = (least: number | bigint) => answers.filter(({ value }) => figureOf(value) >= least)
  return answers.filter(({ value }) => countHosts(reaching(figureOf(value))) >= wanted)
}

/**
 * Returns the newest block that two hosts have, so that no endpoint alone can name a block that does not exist yet. If
 * only one host answers, returns its newest block.
 */
export async function readHead(endpoints: readonly Rpc[]): Promise<ChainHead> {
  const shown = reachedByTwo(await readEachEndpoint(endpoints, readLatestBlock), ({ number }) => number)
  const { value } = shown.reduce((newest, one) => (one.value.number > newest.value.number ? one : newest))
  return {
    chainId: endpoints[0]?.chainId ?? 0,
    blockNumber: value.number.toString(),
    blockSeconds: value.seconds,
  }
}

/**
 * Returns the time of the latest block by each host, Unix seconds by the chain's clock. If a host has several endpoints,
 * the earliest time counts.
 */
export async function latestBlockSeconds(endpoints: readonly Rpc[]): Promise<readonly number[]> {
  const byHost = Map.groupBy(await readEachEndpoint(endpoints, readLatestBlock), ({ host }) => host)
  return [...byHost.values()].map((answers) => Math.min(...answers.map(({ value }) => value.seconds)))
}

/** Returns the newest time that two hosts have reached, or that of the only host (`latestBlockSeconds`). */
export function secondsReachedByTwo(byHost: readonly number[]): number {
  const [newest = 0, second = newest] = byHost.toSorted((one, other) => other - one)
  return second
}

/** Returns an endpoint's newest block. */
export async function readLatestBlock(
  rpc: Rpc,
): Promise<{ readonly number: bigint; readonly seconds: number }> {
  const { timestamp, number } = fieldsOf(await requestResult(rpc, 'eth_getBlockByNumber', ['latest', false]))
  const seconds = isQuantity(timestamp) ? Number(timestamp) : Number.NaN
  if (!isQuantity(number) || !Number.isSafeInteger(seconds)) throw badAnswer(rpc, 'eth_getBlockByNumber')
  return { number: BigInt(number), seconds }
}
