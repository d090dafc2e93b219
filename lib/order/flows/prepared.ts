import { stay } from '../change.ts'
import type { FlowEvent, Step, StepContext } from '../event.ts'
import type { Order } from '../order.ts'
import { needsApproval } from '../order-way.ts'
import { askCalls } from './calls.ts'
import { nativePrepared } from './onchain.ts'
import { signedPrepared } from './signed.ts'

/** The reads are done: an approval first where one is needed, else the transaction. */
export function prepared(
  order: Order,
  event: Extract<FlowEvent, { kind: 'prepared' }>,
  context: StepContext,
): Step {
  if (order.state === 'confirmed' && needsApproval(order)) {
    const isShort = BigInt(event.allowanceUnits) < BigInt(event.neededUnits)
    return event.mayBatch === true && isShort
      ? askCalls(order, event.accountNonce, event.neededUnits, context)
      : signedPrepared(order, event, context)
  }
  const isReady = order.state === 'confirmed' || (order.state === 'approved' && order.kind !== 'signed')
  return isReady ? nativePrepared(order, event, context) : stay(order)
}
