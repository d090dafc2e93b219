import type { Order, OrderState } from './order.ts'

/** A wallet is being asked, or what it said is on its way to the service: the worst moments to start anew in. */
const inTheMiddle: ReadonlySet<OrderState> = new Set([
  'approve_requested',
  'sign_requested',
  'send_requested',
  'signed',
  'submitting',
])

/** Whether the background may start anew now, as a later version of itself. */
export function mayRestart(open: readonly Pick<Order, 'state'>[]): boolean {
  return open.every(({ state }) => !inTheMiddle.has(state))
}
