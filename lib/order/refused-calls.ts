import { dayMs } from '../base/time.ts'
import type { WalletRef } from '../wallet/port.ts'
import type { FlowEvent } from './event.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order } from './order.ts'
import { listWalletRequests } from './order-facts.ts'

/** Wallets answer calls that they cannot read with it, and bundlers those of an account with a pending operation. */
const invalidParamsCode = '-32602'
/** Afterwards the wallet gets calls again: it may have a newer version, or the account had another operation pending. */
const refusalMs = 30 * dayMs

function keyOf({ connector, id, origin }: WalletRef): string {
  return `refusedCalls:${connector}:${origin}:${id}`
}

/** Stores which order's calls the wallet answered with an error about their parameters. */
export async function rememberRefusedCalls(
  order: Order,
  event: FlowEvent,
  { expiringStore }: Pick<FlowPorts, 'expiringStore'>,
): Promise<void> {
  if (event.kind !== 'walletLost' || event.problem.facts.code !== invalidParamsCode) return
  const isOfCalls = listWalletRequests(order).some(
    ({ requestId, purpose }) => requestId === event.requestId && purpose === 'sendCalls',
  )
  if (isOfCalls && order.wallet !== null) await expiringStore.put(keyOf(order.wallet), order.id, refusalMs)
}

/**
 * Returns whether the wallet refused the last calls that Ferry sent it, and no transaction of them was found. It may never
 * run calls, although it offers to.
 */
export async function hasRefusedCalls(
  wallet: WalletRef,
  { expiringStore, store }: Pick<FlowPorts, 'expiringStore' | 'store'>,
): Promise<boolean> {
  const orderId = (await expiringStore.get(keyOf(wallet)))?.value
  if (typeof orderId !== 'string') return false
  const refused = await store.read(orderId)
  const isSent = refused?.transactions.some(({ purpose }) => purpose === 'send') === true
  return !isSent && (refused?.sourceTransactionHash ?? null) === null
}
