import { Problem } from '../base/problem.ts'
import { requireStored } from './check-stored.ts'
import { requireNoSignature } from './flows/revoke-review.ts'
import { requireShownPayIn } from './flows/shown-pay-in.ts'
import { isExit, requireSimulated, type SimulatePorts } from './flows/simulate-request.ts'
import type { Order, WalletRequestRecord } from './order.ts'
import type { FlowPorts } from './ports.ts'

/**
 * Whether the wallet may be asked for what is stored: tried once more, still wanted, and weighed again from the pins. False
 * where another request took its place meanwhile, or none is wanted any more. Throws the `Problem` in the way.
 */
export async function mayAsk(
  order: Order,
  record: WalletRequestRecord,
  ports: SimulatePorts & Pick<FlowPorts, 'store' | 'clock'>,
): Promise<boolean> {
  if (order.restored === true && record.purpose === 'withdraw') await requireShownPayIn(order, ports)
  // One may have been given away and called over since the review.
  if (record.purpose === 'revoke') await requireNoSignature(order, ports)
  await requireSimulated(order, record, ports)
  // What was decided while it was tried goes first.
  const now = await ports.store.read(order.id)
  if (now?.walletRequest?.requestId !== record.requestId) return false
  if (now.state !== order.state && !isExit(record)) throw new Problem('walletSilent')
  const others = (await ports.store.open()).filter(({ id }) => id !== order.id)
  requireStored(order, record, { deployment: ports.deployment, others, nowMs: ports.clock.nowMs() })
  return true
}
