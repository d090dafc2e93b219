import type { FlowEvent } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { provenPayIn } from './proven-payin.ts'
import type { Found } from './proven-payment.ts'

export type Proof = Extract<FlowEvent, { kind: 'proof' }>

export const notYet: Proof = { kind: 'proof', proof: 'no' }
export const cannot: Proof = { kind: 'proof', proof: 'cannot' }

/** Returns what was found of a payment, as an event: proven where nothing is in doubt. */
export function proofFrom({ evidence, doubt }: Found): Proof {
  const found = evidence === null ? {} : { evidence }
  if (evidence !== null && doubt === null) return { kind: 'proof', proof: 'yes', evidence }
  return { ...notYet, ...found, ...(doubt === null ? {} : { doubt }) }
}

/** Returns the same of a payment on the destination, which proves nothing of a swap that was never begun. */
export async function withPayIn(order: Order, found: Found, ports: FlowPorts): Promise<Proof> {
  if (found.evidence === null || (found.doubt !== null && found.doubt !== 'oneSource'))
    return proofFrom(found)
  const payIn = await provenPayIn(order, ports)
  if (payIn === 'no') return { ...notYet, doubt: 'notShown' }
  return proofFrom(payIn === 'yes' ? found : { ...found, doubt: 'oneSource' })
}
