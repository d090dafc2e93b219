import { Problem } from '../base/problem.ts'
import { type EndpointChoice, usedEndpoints } from '../deployment/chain-endpoints.ts'
import { chainConfig, type Deployment, type DeploymentChain } from '../deployment/deployment.ts'
import type { ChainHead } from './evidence.ts'
import { badAnswer, createRpc, fieldsOf, isQuantity, type Rpc, type RpcFetch, resultOf } from './rpc.ts'

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
      rpc: createRpc(chainId, urls, fetch),
      endpoints: urls.map((url) => createRpc(chainId, [url], fetch)),
    }
    known.set(chainId, { choices, network })
    return network
  }
}

/** What endpoints say, with how many different hosts say exactly it. */
export interface Agreed<T> {
  readonly said: T
  readonly sources: number
}

/**
 * Asks each endpoint by itself and gives what most hosts say alike; of two that have as many, the one that `prefers` picks.
 * Endpoints of one host and port are one source, whatever stands behind the path. Those that do not answer are left out;
 * rejects as the first one did where none does.
 */
export async function agreed<T>(
  endpoints: readonly Rpc[],
  read: (rpc: Rpc) => Promise<T>,
  keyOf: (said: T) => string,
  prefers: (said: T) => boolean = () => true,
): Promise<Agreed<T>> {
  const reads = await Promise.allSettled(
    endpoints.map(async (rpc) => ({ host: rpc.host, said: await read(rpc) })),
  )
  const groups = new Map<string, { readonly said: T; readonly hosts: Set<string> }>()
  for (const one of reads) {
    if (one.status === 'rejected') continue
    const key = keyOf(one.value.said)
    const group = groups.get(key) ?? { said: one.value.said, hosts: new Set<string>() }
    group.hosts.add(one.value.host)
    groups.set(key, group)
  }
  const failed = reads.find((one) => one.status === 'rejected')
  const [first, ...others] = groups.values()
  if (first === undefined) throw failed?.reason
  const isBetter = (one: typeof first, than: typeof first) =>
    one.hosts.size > than.hosts.size ||
    (one.hosts.size === than.hosts.size && prefers(one.said) && !prefers(than.said))
  const best = others.reduce((kept, one) => (isBetter(one, kept) ? one : kept), first)
  return { said: best.said, sources: best.hosts.size }
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

/** Returns the newest block that any of the endpoints knows. */
export async function headOf(endpoints: readonly Rpc[]): Promise<ChainHead> {
  const seen = await everyAnswer(endpoints, latestBlock)
  const newest = seen.reduce((kept, one) => (one.number > kept.number ? one : kept))
  return {
    chainId: endpoints[0]?.chainId ?? 0,
    blockNumber: newest.number.toString(),
    blockSeconds: newest.seconds,
  }
}

/** Returns when an endpoint's latest block was made, Unix seconds by the chain's own clock. */
export async function latestBlockSeconds(rpc: Rpc): Promise<number> {
  return (await latestBlock(rpc)).seconds
}

async function latestBlock(rpc: Rpc): Promise<{ readonly number: bigint; readonly seconds: number }> {
  const { timestamp, number } = fieldsOf(await resultOf(rpc, 'eth_getBlockByNumber', ['latest', false]))
  const seconds = isQuantity(timestamp) ? Number(timestamp) : Number.NaN
  if (!Number.isSafeInteger(seconds)) throw badAnswer(rpc, 'eth_getBlockByNumber')
  return { number: isQuantity(number) ? BigInt(number) : 0n, seconds }
}
