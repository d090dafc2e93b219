import { Problem } from '../base/problem.ts'
import { chainConfig } from '../deployment/chain-config.ts'
import { type EndpointChoice, usedEndpoints } from '../deployment/chain-endpoints.ts'
import type { Deployment, DeploymentChain } from '../deployment/deployment.ts'
import { createRpc, type Fetch, type Rpc } from './rpc.ts'

/** A pinned chain and the way to it. */
export interface Network {
  readonly pins: DeploymentChain
  readonly rpc: Rpc
  /** Each endpoint on its own, without failover: for evidence that needs more than one witness. */
  readonly endpoints: readonly Rpc[]
}

/** The networks of a deployment by chain id, each made when it is first needed. Throws `chainNotPinned`. */
export type Networks = (chainId: number) => Network

/** Decides where reads of each pinned chain go: to those of its endpoints the user has left on, in their order. */
export function createNetworks(
  deployment: Deployment,
  fetch: Fetch,
  endpoints: () => readonly EndpointChoice[] = () => [],
): Networks {
  const known = new Map<number, { readonly choices: readonly EndpointChoice[]; readonly network: Network }>()
  return (chainId) => {
    const choices = endpoints()
    const made = known.get(chainId)
    if (made?.choices === choices) return made.network
    const pins = chainConfig(deployment, chainId)
    if (pins === null) throw new Problem('chainNotPinned', { facts: { chain: String(chainId) } })
    const urls = usedEndpoints(pins.rpcUrls, choices)
    const network = {
      pins,
      rpc: createRpc(chainId, urls, fetch),
      endpoints: urls.map((url) => createRpc(chainId, [url], fetch)),
    }
    known.set(chainId, { choices, network })
    return network
  }
}
