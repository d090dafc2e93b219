import type { Deployment, DeploymentChain } from './deployment.ts'

/** Returns what the deployment file pins for a chain; null: Ferry neither signs nor sends there. */
export function chainConfig(deployment: Deployment, chainId: number): DeploymentChain | null {
  return deployment.chains.find((chain) => chain.chainId === chainId) ?? null
}
