import { type Address, isSameHex, nativeAddress } from '../base/hex.ts'
import { exitInboxes } from '../deployment/deployment.ts'
import type { DeploymentChain } from '../deployment/schema.ts'
import type { ReviewedTerms } from './route-summary.ts'
import type { KindTerms, OrderKind } from './terms.ts'

/** A swap before or after it becomes an order: its kind, terms, and what the person reviews. */
export type SwapTerms = KindTerms & { readonly reviewed: ReviewedTerms }

type MethodFacts = Pick<SwapTerms, 'kind' | 'reviewed'>

export function usesInbox<One extends { readonly kind: OrderKind }>(
  one: One,
): one is One & { readonly kind: 'native' | 'inbox' } {
  return one.kind === 'native' || one.kind === 'inbox'
}

export function isContractCall<One extends { readonly kind: OrderKind }>(
  one: One,
): one is One & { readonly kind: 'native' | 'inbox' | 'manual' } {
  return usesInbox(one) || one.kind === 'manual'
}

/** Whether a spender pulls the input by an allowance. The allowance may be large enough already. */
export function spendsAllowance({ kind, reviewed }: MethodFacts): boolean {
  if (kind === 'signed') return true
  return (kind === 'inbox' || kind === 'manual') && !isSameHex(reviewed.request.inputToken, nativeAddress)
}

/** A retired inbox counts, because its allowance can be revoked; the checks permit no approval for one. */
export function spenderOf(order: SwapTerms, config: DeploymentChain): Address | null {
  if (!spendsAllowance(order)) return null
  if (order.kind === 'signed') return config.permit2
  const { txData, spender } = order.terms
  if (spender !== undefined) return config.manualSpenders?.find((one) => isSameHex(one, spender)) ?? null
  const targets = order.kind === 'inbox' ? exitInboxes(config) : config.manualTargets
  return targets.find((target) => isSameHex(target, txData?.to)) ?? null
}

/** The service does not track such a swap; its receipt is the status (wire shapes 6). */
export function isTrackedByReceipt({ kind, reviewed }: MethodFacts): boolean {
  return kind === 'manual' && reviewed.request.originChainId === reviewed.request.destinationChainId
}
