import type { Address } from '../base/hex.ts'
import { imitated } from '../base/lookalike.ts'
import { Problem, type ProblemData, problemData } from '../base/problem.ts'
import { checkReceiver } from '../quote/receiver.ts'
import { knownAddresses, type ReceiverRisk, type RiskPorts, receiverRisks } from './review-risk.ts'

interface TypedReceiver {
  readonly chainId: number
  readonly text: string
  /** Addresses of the chain's tokens, which nobody can receive at. */
  readonly tokens: readonly string[]
  readonly userAddress: Address | null
}

/**
 * Returns what is known of a receiver that somebody typed; a look-alike comes back with the address it imitates (M7).
 */
export async function lookAtReceiver(
  { chainId, text, tokens, userAddress }: TypedReceiver,
  ports: Pick<RiskPorts, 'chain' | 'deployment' | 'store'>,
): Promise<
  | { readonly address: string; readonly risks: readonly ReceiverRisk[] }
  | { readonly problem: ProblemData; readonly imitates?: string }
> {
  try {
    const address = checkReceiver(chainId, text, tokens)
    const imitates = imitated(address, await knownAddresses(userAddress, ports.store))
    if (imitates !== null) return { problem: new Problem('receiverLookalike').data, imitates }
    const ask = { destinationChainId: chainId, receiverAddress: address, userAddress }
    return { address, risks: await receiverRisks(ask, ports) }
  } catch (thrown) {
    return { problem: problemData(thrown) }
  }
}
