import type { Deployment } from '../../lib/deployment/deployment.ts'
import type { Notifier } from '../../lib/order/flow-ports.ts'
import type { NoticeKind } from '../../lib/order/order.ts'
import { browser } from '../../lib/platform/browser.ts'
import type { Settings } from '../../lib/storage/settings.ts'
import { noticeText } from './notice-text.ts'

const prefix = 'order:'

/** Returns the order that a notification is about; null for one that is not ours. */
export function orderOfNotification(notificationId: string): string | null {
  return notificationId.startsWith(prefix) ? notificationId.slice(prefix.length) : null
}

/** Tells the end of a swap once: the same order replaces its own notification (R9). */
export function createNotifier(settings: () => Promise<Settings>, deployment: Deployment): Notifier {
  return {
    async show(order) {
      const kind = order.notice?.kind
      if (kind === undefined || !isWanted(kind, await settings())) return
      await browser.notifications.create(`${prefix}${order.id}`, {
        type: 'basic',
        iconUrl: browser.runtime.getURL('icon/128.png'),
        ...noticeText(kind, order, deployment),
      })
    },
  }
}

function isWanted(kind: NoticeKind, settings: Settings): boolean {
  const switches = {
    done: settings.notifyDone,
    failed: settings.notifyFailed,
    refunded: settings.notifyRefunded,
    late: settings.notifyLate,
    cancelled: settings.notifyFailed,
  }
  return switches[kind]
}
