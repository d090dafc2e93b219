import type { OrderStore } from '../../lib/order/flow-ports.ts'
import { browser } from '../../lib/platform/browser.ts'
import { badgeText } from './badge-text.ts'

const runningColor = '#0f6d78'
const failedColor = '#b3261e'
const newestCount = 50

/** Shows the badge on the toolbar's icon as the stored orders are now; a browser forgets it when it closes. */
export async function showBadge(
  orders: Pick<OrderStore, 'open' | 'page'>,
  isBlocked: boolean,
  proposedCount: number,
): Promise<void> {
  const [open, newest] = [await orders.open(), await orders.page(null, newestCount)]
  const { text, failed } = badgeText(open, newest, isBlocked, proposedCount)
  await browser.action.setBadgeText({ text })
  await browser.action.setBadgeBackgroundColor({ color: failed ? failedColor : runningColor })
}
