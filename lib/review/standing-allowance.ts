import { chainConfig } from '../deployment/chain-config.ts'
import { unlimitedUnits } from '../order/allowances.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import { spenderOf } from '../order/order-kinds.ts'
import { walletAsk } from '../service/quote-request.ts'
import type { CheckedTerms } from './terms-input.ts'

/** What a spender may still take once the swap is done, from an approval of before. */
export interface StandingAllowance {
  /** Smallest unit; null where there is no limit. */
  readonly units: string | null
}

/**
 * Returns what an approval of before leaves open beyond this swap's input; null where nothing. Nothing that Ferry
 * checks depends on its absence: it is told, since whoever finds a way to act for that contract could take it.
 */
export async function standingAllowance(
  checked: CheckedTerms,
  { chain, deployment }: Pick<FlowPorts, 'chain' | 'deployment'>,
): Promise<StandingAllowance | null> {
  const { ask } = checked.reviewed
  const pins = chainConfig(deployment, ask.originChainId)
  const spender = pins === null ? null : spenderOf(checked, pins)
  if (spender === null) return null
  const { inputToken, userAddress, inputAmount, originChainId } = walletAsk(ask)
  const allowed = await chain.allowance(originChainId, inputToken, userAddress, spender)
  if (allowed <= BigInt(inputAmount)) return null
  if (allowed >= unlimitedUnits) return { units: null }
  return { units: (allowed - BigInt(inputAmount)).toString() }
}
