import type { OrderStore } from '../../lib/order/flow-ports.ts'
import { browser } from '../../lib/platform/browser.ts'
import { createVersionBeforeItem, createVersionWaitingItem } from '../../lib/storage/version-items.ts'
import type { Areas } from './browser-areas.ts'
import { createUpdates, type Updates } from './updates.ts'

/** Updates as the browser tells of them and brings them. */
export function browserUpdates(
  orders: Pick<OrderStore, 'open'>,
  viewCount: () => number,
  { items, session }: Areas,
): Updates {
  return createUpdates({
    current: browser.runtime.getManifest().version,
    waiting: createVersionWaitingItem(session),
    before: createVersionBeforeItem(items),
    openOrders: () => orders.open(),
    viewCount,
    reload: () => browser.runtime.reload(),
  })
}
