import type { Order } from './order.ts'

/** Ends in which nothing of what was approved was taken. */
const untaken: ReadonlySet<Order['state']> = new Set([
  'abandoned_unsigned',
  'expired_unused',
  'cancelled_unused',
])

/** Returns what was approved for a swap that took nothing in the end, smallest unit; null where nothing may be left of it. */
export function leftAllowance({
  state,
  transactions,
  revoking,
}: Pick<Order, 'state' | 'transactions' | 'revoking'>): string | null {
  if (!untaken.has(state) || revoking?.leftUnits === '0') return null
  const last = transactions.findLast(({ purpose }) => purpose === 'approve' || purpose === 'resetApproval')
  // One that is still on its way may be mined yet.
  if (last === undefined || (last.state !== 'mined' && last.state !== 'sent')) return null
  return last.purpose === 'approve' && last.amountUnits !== '0' ? last.amountUnits : null
}
