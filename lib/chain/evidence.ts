import type { Address, Hex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { isOff, minuteMs, secondMs } from '../base/time.ts'
import { type EndpointChoice, usedEndpoints } from '../deployment/chain-endpoints.ts'
import { chainConfig, type Deployment, type DeploymentChain } from '../deployment/deployment.ts'
import {
  badAnswer,
  type ChainChecks,
  createRpc,
  fieldsOf,
  isQuantity,
  type Rpc,
  type RpcFetch,
  resultOf,
} from './rpc.ts'

/** A chain's newest block when it was read. */
export interface ChainHead {
  readonly chainId: number
  /** Digits. */
  readonly blockNumber: string
  /** Unix seconds, by the chain's clock. */
  readonly blockSeconds: number
}

/** A payment that ends an order, as the chain showed it: its figures are the ones that count and are shown. */
export interface Evidence {
  readonly kind: 'delivery' | 'refund'
  readonly chainId: number
  readonly hash: Hex
  readonly token: string
  readonly units: string
  /** What the token is, where it is neither of the two that were reviewed. */
  readonly paidIn?: { readonly symbol: string; readonly decimals: number }
  /** The events that paid; none for the chain's own coin. */
  readonly logIndexes: readonly number[]
  /** The coin came from within the transaction: told by what the receiver's balance grew by in that whole block. */
  readonly isByBlock?: true
  readonly blockNumber: string
  readonly blockSeconds: number
  /** Endpoints on different hosts that said exactly this. */
  readonly sources: number
}

/**
 * What a chain that was read says of a reported end, where it does not prove it: no such payment, one that no contract of
 * the deployment says is this swap's, one of a swap whose own gateway the deployment lists nowhere, one that only one
 * endpoint shows, or one of less.
 */
export type ChainDoubt = 'notShown' | 'notNamed' | 'notListed' | 'oneSource' | 'less'

/**
 * How many endpoints on different hosts must agree before anything counts as proven: one alone may be mistaken, bought or
 * broken into.
 */
export const leastSources = 2

/**
 * How long before an order by our own clock, which its review compared with the chain's and the service's, a block may
 * still count for it: what was paid so shortly before counts for one order only.
 */
const clockMarginMs = 10 * minuteMs

/**
 * What a refund may cost, in percent of the input: the service takes its gas and fees out of it. What is further below the
 * input came back too, but is no refund of it.
 */
const refundCostPercent = 5n

/** Returns the least that is a refund of so many units. */
export function leastRefund(inputUnits: bigint): bigint {
  return inputUnits - (inputUnits * refundCostPercent) / 100n
}

/**
 * Tells whether a block came after the order was made: by our clock, and by the newest block that the review saw. One
 * endpoint may have named that block alone, so it never makes an old payment count, and one far from our clock says nothing.
 */
export function isAfterCreation(
  order: { readonly createdMs: number; readonly heads: readonly ChainHead[] },
  chainId: number,
  block: { readonly blockNumber: bigint; readonly blockSeconds: number },
): boolean {
  if (block.blockSeconds * secondMs < order.createdMs - clockMarginMs) return false
  const head = order.heads.find((one) => one.chainId === chainId)
  if (head === undefined || isOff(head.blockSeconds * secondMs - order.createdMs)) return true
  return block.blockNumber > BigInt(head.blockNumber) && block.blockSeconds >= head.blockSeconds
}

type Payment = Pick<Evidence, 'chainId' | 'blockNumber' | 'logIndexes' | 'isByBlock'> & {
  readonly hash: string
}

/** Tells whether two pieces of evidence rest on the same payment, which counts once. */
export function isSamePayment(one: Payment, other: Payment): boolean {
  if (one.chainId !== other.chainId) return false
  const areCoins = one.logIndexes.length === 0 && other.logIndexes.length === 0
  // A balance's growth holds all that was paid in its block.
  if (areCoins && (one.isByBlock === true || other.isByBlock === true)) {
    return one.blockNumber === other.blockNumber
  }
  if (one.hash !== other.hash) return false
  return areCoins || one.logIndexes.some((index) => other.logIndexes.includes(index))
}

/** Tells whether an order's end rests on evidence that several endpoints gave. */
export function isEnough({ sources }: { readonly sources: number }): boolean {
  return sources >= leastSources
}

/** Returns the names of the chains whose endpoints share one host and port: nothing there is ever proven. */
export function chainsOfOneSource({ chains }: Pick<Deployment, 'chains'>): readonly string[] {
  const isAlone = (rpcUrls: readonly string[]) =>
    new Set(rpcUrls.map((url) => new URL(url).host)).size < leastSources
  return chains.filter(({ rpcUrls }) => isAlone(rpcUrls)).map(({ name, chainId }) => `${name} (${chainId})`)
}

/** What a payment is looked for by. */
export type PaymentWish = PaymentParties & {
  readonly hash: Hex
  /** 0xeee… for the chain's own coin. */
  readonly token: Address
  /** Contracts of the deployment whose events have to name the request, where they tell any. */
  readonly contracts: readonly Address[]
  readonly requestHash: Hex | null
}

/**
 * Whose payment it is. Of a payer only what that account paid counts, to the receiver or to anybody; of the chain's own coin it
 * is what the payer's balance fell by, whatever the recipient.
 */
type PaymentParties =
  | { readonly receiver: Address; readonly payer?: Address }
  | { readonly receiver?: never; readonly payer: Address }

/** A pinned chain and the way to it. */
export interface Network {
  readonly config: DeploymentChain
  readonly rpc: Rpc
  /** Each endpoint on its own, without failover: for evidence that needs more than one witness. */
  readonly endpoints: readonly Rpc[]
}

/** The networks of a deployment by chain id, each made when it is first needed. Throws `chainNotPinned`. */
export type Networks = (chainId: number) => Network

/** Decides where reads of each pinned chain go: to those of its endpoints the user has left on, in their order. */
export function createNetworks(
  deployment: Deployment,
  fetch: RpcFetch,
  endpoints: () => readonly EndpointChoice[] = () => [],
): Networks {
  const chainChecks: ChainChecks = new Map()
  const known = new Map<number, { readonly choices: readonly EndpointChoice[]; readonly network: Network }>()
  return (chainId) => {
    const choices = endpoints()
    const made = known.get(chainId)
    if (made?.choices === choices) return made.network
    const config = chainConfig(deployment, chainId)
    if (config === null) throw new Problem('chainNotPinned', { facts: { chain: String(chainId) } })
    const urls = usedEndpoints(config.rpcUrls, choices)
    const network = {
      config,
      rpc: createRpc(chainId, urls, fetch, chainChecks),
      endpoints: urls.map((url) => createRpc(chainId, [url], fetch, chainChecks)),
    }
    known.set(chainId, { choices, network })
    return network
  }
}

/** Returns how many different hosts are among endpoints. */
export function hostsOf(endpoints: readonly Rpc[]): number {
  return new Set(endpoints.map(({ host }) => host)).size
}

/** Returns what those endpoints say that answer; rejects as the first one did where none does. */
export async function everyAnswer<T>(
  endpoints: readonly Rpc[],
  read: (rpc: Rpc) => Promise<T>,
): Promise<readonly T[]> {
  const reads = await Promise.allSettled(endpoints.map(read))
  const seen = reads.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = reads.find((one) => one.status === 'rejected')
  if (seen.length === 0) throw failed?.reason
  return seen
}

/**
 * Returns the newest block that two hosts have come to, so that one endpoint alone can name none that is not there yet; where
 * one host is all there is, its own.
 */
export async function headOf(endpoints: readonly Rpc[]): Promise<ChainHead> {
  const seen = await everyAnswer(endpoints, async (rpc) => ({ rpc, ...(await latestBlock(rpc)) }))
  const hostsAt = (least: bigint) =>
    hostsOf(seen.filter(({ number }) => number >= least).map(({ rpc }) => rpc))
  const wanted = Math.min(leastSources, hostsOf(seen.map(({ rpc }) => rpc)))
  const shown = seen.filter(({ number }) => hostsAt(number) >= wanted)
  const newest = shown.reduce((kept, one) => (one.number > kept.number ? one : kept))
  return {
    chainId: endpoints[0]?.chainId ?? 0,
    blockNumber: newest.number.toString(),
    blockSeconds: newest.seconds,
  }
}

/** Returns when the latest block was made as each host shows it, Unix seconds by the chain's own clock; of a host's endpoints the earliest. */
export async function latestBlockSeconds(endpoints: readonly Rpc[]): Promise<readonly number[]> {
  const seen = await everyAnswer(endpoints, async (rpc) => ({ rpc, ...(await latestBlock(rpc)) }))
  const byHost = new Map<string, number>()
  for (const { rpc, seconds } of seen)
    byHost.set(rpc.host, Math.min(seconds, byHost.get(rpc.host) ?? seconds))
  return [...byHost.values()]
}

/** Returns an endpoint's newest block; number 0 where it does not say which. */
export async function latestBlock(rpc: Rpc): Promise<{ readonly number: bigint; readonly seconds: number }> {
  const { timestamp, number } = fieldsOf(await resultOf(rpc, 'eth_getBlockByNumber', ['latest', false]))
  const seconds = isQuantity(timestamp) ? Number(timestamp) : Number.NaN
  if (!Number.isSafeInteger(seconds)) throw badAnswer(rpc, 'eth_getBlockByNumber')
  return { number: isQuantity(number) ? BigInt(number) : 0n, seconds }
}
