import { type Address, sameHex } from '../base/hex.ts'
import { dayMs } from '../base/time.ts'
import { permitEndsMs } from '../quote/held-quote.ts'
import { type FlowPorts, storedOrders } from './flow-ports.ts'
import type { Order } from './order.ts'
import { mayBeUsed } from './order-facts.ts'

/** A signature that a page may have kept, and that may still be used. */
export interface LiveSignature {
  readonly orderId: string
  readonly amountUnits: string
  readonly untilMs: number
}

/** What the next signature would take, and by which nonce. */
interface NextPermit {
  readonly chainId: number
  readonly token: Address
  readonly owner: Address
  readonly permit2: Address
  readonly units: bigint
  readonly nonce: string | null
  /** The order alone whose earlier signatures count, unless the user accepted them; absent where those of all count. */
  readonly orderId?: string
}

/**
 * Returns the earlier signature that lives longest of those that an allowance covers as well as the next one; null where it covers
 * none. Orders of the last day are looked through: no permit lives that long.
 */
export async function readLiveSignature(
  next: NextPermit,
  { chain, store, clock }: Pick<FlowPorts, 'chain' | 'store' | 'clock'>,
): Promise<LiveSignature | null> {
  const nowMs = clock.nowMs()
  const live: LiveSignature[] = []
  for await (const order of storedOrders(store)) {
    if (order.createdMs < nowMs - dayMs) break
    live.push(...liveOf(order, next, nowMs))
  }
  if (live.length === 0) return null
  const allowed = await chain.allowance(next.chainId, next.token, next.owner, next.permit2)
  const covered = live.filter(({ amountUnits }) => BigInt(amountUnits) <= allowed - next.units)
  return covered.toSorted((one, other) => other.untilMs - one.untilMs)[0] ?? null
}

function liveOf(order: Order, next: NextPermit, nowMs: number): readonly LiveSignature[] {
  const { originChainId, inputToken, inputAmount, userAddress } = order.reviewed.request
  const isSameMoney =
    originChainId === next.chainId && sameHex(inputToken, next.token) && sameHex(userAddress, next.owner)
  if (!isSameMoney || (next.orderId ?? order.id) !== order.id) return []
  return (order.unclosed ?? []).flatMap(({ record, terms, isAccepted }) => {
    const untilMs = permitEndsMs(terms)
    const isCounted = next.orderId === undefined || isAccepted !== true
    const isOther = untilMs !== null && terms.permitNonce !== next.nonce && isCounted
    const isLive = isOther && nowMs <= untilMs && mayBeUsed(order, record)
    return isLive ? [{ orderId: order.id, amountUnits: inputAmount, untilMs }] : []
  })
}
