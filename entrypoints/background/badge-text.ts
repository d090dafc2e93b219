import type { Order } from '../../lib/order/order.ts'
import { orderStateWords } from '../../lib/order/order-state.ts'

/**
 * Returns what the badge says: whether a site proposes a swap, how many of the open orders run, and whether a failure
 * among the newest has not been seen.
 */
export function badgeText(
  open: readonly Order[],
  newest: readonly Order[],
  isBlocked: boolean,
  proposedCount: number,
): { readonly text: string; readonly failed: boolean } {
  // Swaps that wait for the person's leave are theirs to notice.
  if (isBlocked) return { text: '!', failed: true }
  const running = open.filter((order) => orderStateWords(order).isRunning).length
  const failed = [...open, ...newest].some(
    (order) => !order.seen && ['failed', 'refunded'].includes(order.notice?.kind ?? ''),
  )
  if (proposedCount > 0) return { text: '?', failed }
  return { text: running > 0 ? String(running) : failed ? '!' : '', failed }
}
