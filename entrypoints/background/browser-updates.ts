import { browser } from '../../lib/platform/browser.ts'
import { createVersionBeforeItem, createVersionWaitingItem } from '../../lib/store/version-items.ts'
import type { OrderStore } from '../../lib/swap/order-store.ts'
import { createUpdates, type Updates } from './updates.ts'

/** Updates as the browser tells of them and brings them. */
export function browserUpdates(orders: Pick<OrderStore, 'open'>, viewCount: () => number): Updates {
  return createUpdates({
    current: browser.runtime.getManifest().version,
    waiting: createVersionWaitingItem(browser.storage.session),
    before: createVersionBeforeItem(browser.storage.local),
    openOrders: () => orders.open(),
    viewCount,
    reload: () => browser.runtime.reload(),
  })
}
