import { browser } from '../../lib/platform/browser.ts'
import type { ViewHandlers } from '../../lib/rpc/rpc-server.ts'
import type { StoreMessages } from '../../lib/rpc/store-messages.ts'
import { rescue } from '../../lib/storage/rescue.ts'
import { createUnreadable } from '../../lib/storage/unreadable.ts'
import type { Background } from './compose.ts'

/** Answers what views ask about the store itself. */
export function createStoreAnswers({
  database,
  items,
  clock,
}: Background): Pick<ViewHandlers, keyof StoreMessages> {
  const { version } = browser.runtime.getManifest()
  const areas = { local: browser.storage.local, items }
  return {
    rescue: async () => ({
      text: await rescue(database, areas, { version, nowMs: clock.nowMs() }),
    }),
    unreadable: createUnreadable(database),
  }
}
