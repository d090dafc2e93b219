import { isSameHex } from '../base/hex.ts'
import type { Order } from './order.ts'
import { isOwnPayment, isSendRequest, listOpenSends } from './order-facts.ts'
import type { WalletRequestRecord } from './order-parts.ts'

/** Returns every request to send that may still be sent. The open one comes first. */
export function listUnansweredSends({
  walletRequest,
  liveRequests = [],
}: Order): readonly WalletRequestRecord[] {
  const live = liveRequests.map(({ record }) => record).filter(isSendRequest)
  if (walletRequest === null || !isSendRequest(walletRequest)) return live
  return [walletRequest, ...live.filter(({ requestId }) => requestId !== walletRequest.requestId)]
}

/**
 * Returns whether the money may still leave through the wallet: one of its requests has no answer, or its transaction may
 * still be mined, and no chain shows a payment. Until then Ferry follows it, and the place of the money is unknown, whatever
 * the service reports.
 */
export function isSendOpen(order: Order): boolean {
  const { kind, depositObserved, transactions } = order
  const isDeposited =
    depositObserved !== undefined &&
    depositObserved.isReported !== true &&
    depositObserved.isOneSource !== true
  if (kind === 'signed' || isDeposited || transactions.some(isOwnPayment)) return false
  return listOpenSends(order).length > 0 || listUnansweredSends(order).length > 0
}

/** Returns whether the service names a source transaction that is not one of the order's own. */
export function isSourceUnread({ sourceTransactionHash, transactions }: Order): boolean {
  return (
    sourceTransactionHash !== null && !transactions.some(({ hash }) => isSameHex(hash, sourceTransactionHash))
  )
}
