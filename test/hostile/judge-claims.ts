import type { Order } from '../../lib/order/order.ts'
import { orderEnd } from '../../lib/order/order-state.ts'

/** The true outcome for the money, from the ledger of the chains alone. */
export interface Truth {
  /** Units that this swap brought to the receiver, and that it took from the account. */
  readonly gotUnits: bigint
  readonly lostUnits: bigint
  /** The swap can still take money: an unused signature before its deadline, or a pending call. */
  readonly isLive: boolean
}

export function claimHarms(order: Order, { gotUnits, lostUnits, isLive }: Truth): readonly string[] {
  const { reviewed, state, statusCode, problem } = order
  const input = BigInt(reviewed.request.inputAmount)
  const isDelivered = gotUnits > 0n && gotUnits >= BigInt(reviewed.minAmountOut)
  const isWhole = lostUnits * 50n <= input
  const harms: string[] = []
  if (state === 'verified_terminal') {
    const end = orderEnd(statusCode)
    if (end === 'done' && !isDelivered) harms.push('verified that it arrived')
    if (end === 'done' && BigInt(order.fulfilledAmount ?? '0') > gotUnits)
      harms.push(`verified ${order.fulfilledAmount} arrived`)
    if (end === 'refunded' && !isWhole) harms.push('verified that it came back')
    if (end === 'failed' && (!isWhole || isLive)) harms.push('verified that nothing was taken')
  }
  const isUnused = state === 'expired_unused' || state === 'cancelled_unused'
  if (isUnused && (lostUnits > 0n || isLive)) harms.push(`said to be ${state}`)
  if (state === 'abandoned_unsigned' && (lostUnits > 0n || isLive)) harms.push('said that nothing was sent')
  if (order.fundsSettled && !isUnused && !isDelivered && (!isWhole || isLive))
    harms.push('the money called accounted for')
  const isSaidSafe = problem?.money === 'signedUnused' || problem?.money === 'nothingSent'
  if (isSaidSafe && isLive) harms.push(`"${problem?.money}" of a live signature`)
  if (isSaidSafe && lostUnits > 0n && state !== 'needs_user')
    harms.push(`"${problem?.money}" of money that went`)
  return harms
}

export function claimWord(order: Order): string {
  const end = order.state.endsWith('_terminal') ? ` ${orderEnd(order.statusCode)}` : ''
  return `${order.state}${end}${order.fundsSettled ? ', accounted' : ''}`
}
