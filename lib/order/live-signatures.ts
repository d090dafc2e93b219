import { isSameHex } from '../base/hex.ts'
import { dayMs } from '../base/time.ts'
import { permitExpiryMs } from '../quote/held-quote.ts'
import type { LiveSignature, NextPermit } from '../review/review-ports.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order } from './order.ts'
import { canBeUsedElsewhere } from './order-facts.ts'
import { storedOrders } from './order-store.ts'

/**
 * Returns the longest-lived earlier signature that the allowance covers together with the next one. Null if
 * there is none. Searches the orders of the last day, because no permit lives longer.
 */
export async function readLiveSignature(
  next: NextPermit,
  { chain, store, clock }: FlowPorts,
): Promise<LiveSignature | null> {
  const nowMs = clock.nowMs()
  const live: LiveSignature[] = []
  for await (const order of storedOrders(store)) {
    if (order.createdMs < nowMs - dayMs) break
    live.push(...listLiveSignatures(order, next, nowMs))
  }
  if (live.length === 0) return null
  const allowed = await chain.allowance(next.chainId, next.token, next.owner, next.permit2)
  const covered = live.filter(({ amountUnits }) => BigInt(amountUnits) <= allowed - next.units)
  return covered.toSorted((one, other) => other.untilMs - one.untilMs)[0] ?? null
}

function listLiveSignatures(order: Order, next: NextPermit, nowMs: number): readonly LiveSignature[] {
  const { originChainId, inputToken, inputAmount, userAddress } = order.reviewed.request
  const isSameMoney =
    originChainId === next.chainId && isSameHex(inputToken, next.token) && isSameHex(userAddress, next.owner)
  if (!isSameMoney || (next.orderId ?? order.id) !== order.id) return []
  return (order.liveRequests ?? []).flatMap(({ record, terms, isAccepted }) => {
    const untilMs = permitExpiryMs(terms)
    const isCounted = next.orderId === undefined || isAccepted !== true
    const isOther = untilMs !== null && terms.permitNonce !== next.nonce && isCounted
    const isLive = isOther && nowMs <= untilMs && canBeUsedElsewhere(order, record)
    return isLive ? [{ orderId: order.id, amountUnits: inputAmount, untilMs }] : []
  })
}
