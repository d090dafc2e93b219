import type { OpenViews } from '../../lib/message/view-desk-line.ts'
import type { Database } from '../../lib/store/database.ts'
import { createEntries, type Entries } from '../../lib/store/entries.ts'
import type { Mirror } from '../../lib/store/mirror.ts'
import { wipe } from '../../lib/store/wipe.ts'

/** What the history stands on. */
export interface HistoryParts {
  readonly entries: Entries
  /** Deletes the history; how many orders stayed because their money is not accounted for. */
  wipe(how: { readonly isAll: boolean }): Promise<number>
}

export function buildHistoryParts(
  database: () => Promise<Database>,
  mirror: Mirror,
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
      const left = await wipe(database, mirror, how)
      await forgetSites()
      views.push({ kind: 'wiped' })
      await drawBadge()
      return left
    },
  }
}
