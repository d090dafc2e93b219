import { type Address, nativeAddress, sameHex } from '../base/hex.ts'
import type { DeploymentChain } from '../deployment/deployment.ts'
import type { Order } from './order.ts'

type Way = Pick<Order, 'kind' | 'reviewed'>

/** Returns whether a token is approved first: to Permit2, or to the target of the transaction. */
export function needsApproval({ kind, reviewed }: Way): boolean {
  if (kind === 'signed') return true
  return (kind === 'inbox' || kind === 'manual') && !sameHex(reviewed.ask.inputToken, nativeAddress)
}

/** Returns who may take the input: Permit2, or the pinned target of the transaction; null where nothing is approved. */
export function spenderOf(order: Way & Pick<Order, 'deal'>, pins: DeploymentChain): Address | null {
  if (!needsApproval(order)) return null
  if (order.kind === 'signed') return pins.permit2
  const to = order.deal.txData?.to
  const targets = order.kind === 'inbox' ? pins.inboxes : pins.manualTargets
  return targets.find((target) => sameHex(target, to)) ?? null
}

/** Returns whether it is a manual swap that stays on its chain: the service does not track it, its receipt tells (wire shapes 6). */
export function isReceiptOnly({ kind, reviewed }: Way): boolean {
  return kind === 'manual' && reviewed.ask.originChainId === reviewed.ask.destinationChainId
}

/** Returns what the service knows an order by; null while a manual one has no transaction. */
export function statusKeyOf(
  order: Pick<Order, 'deal' | 'sourceTransactionHash'>,
): { readonly requestHash: string } | { readonly txHash: string } | null {
  if (order.deal.requestHash !== null) return { requestHash: order.deal.requestHash }
  return order.sourceTransactionHash === null ? null : { txHash: order.sourceTransactionHash }
}

/** Returns whether the user's money has left its place, as far as is known. */
export function moneyHasLeft(
  order: Pick<Order, 'kind' | 'statusCode' | 'depositSeen' | 'transactions'>,
): boolean {
  const code = order.statusCode ?? 0
  if (code >= 2 && code <= 4) return true
  if (order.kind === 'signed') return false
  if (order.kind !== 'deposit') return true
  const isSent = order.transactions.some((one) => one.purpose === 'send' && one.state !== 'failed')
  return isSent || order.depositSeen !== undefined
}
