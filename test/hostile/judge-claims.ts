import type { Order } from '../../lib/order/order.ts'
import { orderEnd } from '../../lib/order/order-state.ts'

/** What really became of the money, from the ledger of the chains alone. */
export interface Truth {
  /** What this swap brought to the receiver, and what it took from the account: smallest units. */
  readonly gotUnits: bigint
  readonly lostUnits: bigint
  /** What was given away may still take the money: a signature whose nonce is unused before its deadline, a call on its way. */
  readonly isLive: boolean
}

/** What an order claims as proven that is not so. */
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

/** The claim in a word. */
export function claimWord(order: Order): string {
  const end = order.state.endsWith('_terminal') ? ` ${orderEnd(order.statusCode)}` : ''
  return `${order.state}${end}${order.fundsSettled ? ', accounted' : ''}`
}
