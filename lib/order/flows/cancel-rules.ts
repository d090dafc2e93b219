import { isFailure } from '../../service/status-codes.ts'
import type { Order } from '../order.ts'
import { isIn } from '../order-state.ts'

/** What tells whether a swap can be cancelled; stored orders and the views' form of them both have it. */
type CancelFacts = Pick<
  Order,
  | 'kind'
  | 'state'
  | 'statusCode'
  | 'walletRequest'
  | 'transactions'
  | 'moneyAccounted'
  | 'cancelling'
  | 'isPermitOver'
  | 'restored'
>

/**
 * Whether a cancellation may be asked for: the signature was given away, lives, and is not known to be used. A service
 * that calls the request over (5, 6) may still use it until its deadline, and that it has passed is said by the chain: no
 * clock of ours or of the service takes the way out away.
 */
export function mayCancel(order: CancelFacts): boolean {
  const { kind, state, statusCode, walletRequest, isPermitOver, cancelling } = order
  const isUnused = isIn(state, 'givenAway') && (statusCode ?? 0) < 2
  // A refund of what the chain shows as unused is none.
  const isNoRefund = statusCode === 7 && isPermitOver === false
  const isCalledOver = state === 'reported_terminal' && (isFailure(statusCode) || isNoRefund)
  const isAlive = isPermitOver !== true && !order.moneyAccounted
  const isFree = walletRequest === null && cancellationOf(order) === null && cancelling?.isTooLate !== true
  const isOurs = order.restored !== true
  return isOurs && kind === 'signed' && (isUnused || isCalledOver) && isAlive && isFree
}

/** Returns whether the wallet is being asked to invalidate the order's nonce. */
export function asksCancel({ walletRequest }: Pick<Order, 'walletRequest'>): boolean {
  return walletRequest?.purpose === 'cancel'
}

/** Returns whether the nonce tells what becomes of the order; after an end it is read as that end's proof. */
export function watchesCancel({ cancelling, state }: Pick<Order, 'cancelling' | 'state'>): boolean {
  return cancelling !== undefined && isIn(state, 'givenAway')
}

/** Returns how far a cancellation is: at the wallet, or on its way to the chain; null where none is. */
export function cancelPhase(order: CancelFacts): 'asked' | 'sent' | null {
  if (!isIn(order.state, 'givenAway') || order.cancelling?.isTooLate === true) return null
  if (asksCancel(order)) return 'asked'
  return cancellationOf(order) === null ? null : 'sent'
}

/** Returns the cancelling transaction that may still be mined, or was. */
export function cancellationOf({
  transactions,
}: Pick<Order, 'transactions'>): Order['transactions'][number] | null {
  const last = transactions.findLast(({ purpose }) => purpose === 'cancel')
  return last === undefined || (last.state !== 'sent' && last.state !== 'mined') ? null : last
}
