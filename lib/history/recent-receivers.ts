import { isAddress, isSameAddress } from '../base/hex.ts'
import { findLookalike } from '../base/lookalike.ts'
import type { Order } from '../order/order.ts'
import { originFormatOf } from '../service/quote-request.ts'
import type { Entries } from './entries.ts'

/** A recipient that the person chose for an earlier swap. */
export interface RecentReceiver {
  readonly address: string
  /** The ENS name that the person typed. It is read again like a typed one. */
  readonly name: string | null
  readonly atMs: number
}

const maxReceivers = 20
const maxEntries = 200

/**
 * Returns the recipients of the person's own finished swaps, newest first, each one once.
 *
 * A suggestion must never lead to an address that an attacker planted. So only swaps made by Ferry count, without those
 * that a site proposed or that came from a copy, and an address that imitates one used earlier is left out.
 */
export async function readRecentReceivers(
  entries: Pick<Entries, 'readNewest'>,
  orders: { read(id: string): Promise<Order | null> },
): Promise<readonly RecentReceiver[]> {
  const found = new Map<string, RecentReceiver>()
  for (const { orderId, sender, receiver } of await entries.readNewest('g:done', maxEntries)) {
    if (orderId === null || isSameAddress(sender, receiver)) continue
    const order = await orders.read(orderId)
    if (order === null || !isReceiverChosen(order)) continue
    const { receiverAddress: address, receiverName: name = null } = order.reviewed.request
    const key = name ?? address
    if (!found.has(key)) found.set(key, { address, name, atMs: order.createdMs })
  }
  const known: string[] = []
  const genuine = [...found.values()].reverse().filter(({ address }) => {
    const isImitation = findLookalike(address, known) !== null
    known.push(address)
    return !isImitation
  })
  return genuine.reverse().slice(0, maxReceivers)
}

/** False where a site or a copy named the recipient, or where Ferry may have filled in the connected account. */
function isReceiverChosen({ proposedBy, restored, reviewed: { request } }: Order): boolean {
  // A deposit from a chain that is not EVM names its recipient even if that is the connected account.
  const isMaybeOwn = originFormatOf(request) !== 'evm' && isAddress(request.receiverAddress)
  return proposedBy === undefined && restored !== true && !isMaybeOwn
}
