import { isAddress, isSameHex, nativeAddress } from '../base/hex.ts'
import { dayMs } from '../base/time.ts'
import { chainConfig } from '../deployment/deployment.ts'
import { hasPermitExpiredWithMargin, permitExpiryMs } from '../quote/held-quote.ts'
import type { SwapTerms } from '../quote/order-kind.ts'
import type { LiveSignature, ReviewPorts } from '../review/review-ports.ts'
import type { ServiceLists } from '../tokens/catalogue.ts'
import { readReservedAllowance } from './allowance-reads.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order } from './order.ts'
import { canBeUsedElsewhere, isPermitGiven, isPermitUsable, isReportedFailed } from './order-facts.ts'
import { storedOrders } from './order-store.ts'

/** Adds to the flows' ports what a review reads from the lists, the stored orders and the settings. */
export function createReviewPorts(
  ports: FlowPorts,
  lists: ServiceLists,
  readSavedRecipients: ReviewPorts['readSavedRecipients'],
): FlowPorts & ReviewPorts {
  return {
    ...ports,
    lists,
    readReservedAllowance: async (key) =>
      readReservedAllowance(await ports.store.listOpen(), key, null, ports),
    readSavedRecipients,
    readLiveSignature: (swap) => readLiveSignature(swap, null, ports),
  }
}

/**
 * Returns the longest-lived earlier signature that may take money in addition to this swap. Null if there is none. The next
 * approval adds what running swaps reserve (R13), which such a signature may take. With `orderId`, it searches that order
 * alone, without the signatures that the person accepted.
 */
export async function readLiveSignature(
  swap: SwapTerms,
  orderId: string | null,
  ports: FlowPorts,
): Promise<LiveSignature | null> {
  const { chain, store, clock, deployment } = ports
  const { originChainId: chainId, inputToken: token, userAddress: owner, inputAmount } = swap.reviewed.request
  const spender = chainConfig(deployment, chainId)?.permit2
  if (spender === undefined || owner === null || !isAddress(token) || isSameHex(token, nativeAddress))
    return null
  const nowMs = clock.nowMs()
  // A swap that ended by another signature is closed. No permit lives longer than an hour.
  const sinceMs = nowMs - dayMs
  const open = await store.listOpen()
  const orders = open.filter(({ createdMs }) => createdMs < sinceMs)
  for await (const order of storedOrders(store)) {
    if (order.createdMs < sinceMs) break
    orders.push(order)
  }
  const live = orders.flatMap((order) => listLiveSignatures(order, swap, orderId, nowMs))
  if (live.length === 0) return null
  const units = swap.kind === 'signed' ? BigInt(inputAmount) : 0n
  // The highest figure of all endpoints: one that is too high only warns, and one that is too low hides a signature.
  const { units: allowed } = await chain.allowanceEvidence(chainId, token, owner, spender)
  const key = { chainId, token, owner, spender }
  const reserved = await readReservedAllowance(open, key, orderId, ports)
  // Until the next approval is mined, an earlier signature may take what the contract may already take.
  const beforeApproval = allowed < units + reserved ? [allowed] : []
  const spare = [allowed - units, reserved, ...beforeApproval]
  const covered = live.filter(({ amountUnits }) => spare.some((one) => BigInt(amountUnits) <= one))
  return covered.toSorted((one, other) => other.untilMs - one.untilMs)[0] ?? null
}

/** A permit that the service has is listed once its swap is reported as failed. Before that, it is reserved (R13). */
function listLiveSignatures(
  order: Order,
  { reviewed: { request: next }, terms: nextTerms }: SwapTerms,
  orderId: string | null,
  nowMs: number,
): readonly LiveSignature[] {
  const { originChainId, inputToken, inputAmount, userAddress } = order.reviewed.request
  const isSameAccount = originChainId === next.originChainId && isSameHex(userAddress, next.userAddress)
  if (!isSameAccount || !isSameHex(inputToken, next.inputToken) || (orderId ?? order.id) !== order.id)
    return []
  const given = isPermitGiven(order) ? order.terms.permitNonce : null
  const requested = (order.liveRequests ?? []).filter(({ record, terms, isAccepted }) => {
    const isCounted = orderId === null || isAccepted !== true
    return isCounted && terms.permitNonce !== given && canBeUsedElsewhere(order, record)
  })
  const own = isPermitUsable(order, nowMs) && isReportedFailed(order) ? [order] : []
  return [...requested, ...own].flatMap(({ terms }) => {
    const untilMs = permitExpiryMs(terms)
    const isOver =
      untilMs === null ||
      terms.permitNonce === nextTerms.permitNonce ||
      hasPermitExpiredWithMargin(terms, nowMs)
    return isOver ? [] : [{ orderId: order.id, amountUnits: inputAmount, untilMs }]
  })
}
