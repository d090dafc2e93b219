import { createEntries, type Entries } from '../../lib/history/entries.ts'
import type { Backup } from '../../lib/order/backup.ts'
import type { OpenViews } from '../../lib/rpc/rpc-server.ts'
import type { Database } from '../../lib/storage/database.ts'
import { wipe } from '../../lib/storage/wipe.ts'

/** What the history stands on. */
export interface HistoryParts {
  readonly entries: Entries
  /** Deletes the history; how many orders stayed because their money is not accounted for. */
  wipe(how: { readonly isAll: boolean }): Promise<number>
}

export function buildHistoryParts(
  database: () => Promise<Database>,
  backup: Backup,
  {
    views,
    drawBadge,
    forgetSites,
  }: {
    readonly views: OpenViews
    readonly drawBadge: () => Promise<void>
    readonly forgetSites: () => Promise<void>
  },
): HistoryParts {
  return {
    entries: createEntries(database),
    async wipe(how) {
      const left = await wipe(database, backup, how)
      await forgetSites()
      views.push({ kind: 'wiped' })
      await drawBadge()
      return left
    },
  }
}
