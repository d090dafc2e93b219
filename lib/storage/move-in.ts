import type { WholeArea } from './local.ts'

const movedKey = 'movedIn'

/** Where what is kept belongs, and where a Ferry of before kept it. */
export interface MovePorts {
  /** `storage.local`, in which a Ferry of before kept everything. */
  readonly old: WholeArea
  readonly items: WholeArea
  /** Of the open orders; may be one of the two. */
  readonly backup: WholeArea
  /** The keys of its rows begin with this. */
  readonly backupPrefix: string
  /** The key of `old` under which a Ferry of before kept parts for page loads. */
  readonly markKey: string
  /** The one of them that nobody else knows. */
  readonly sitesKey: string
}

interface Rows {
  readonly [key: string]: unknown
}

/**
 * Moves what a Ferry of before kept in `storage.local` to where no content script reaches it. Done once: content scripts
 * may write there afterwards, and what they leave is never taken while the items are there. A copy of an order that lies with the items while the
 * browser has a better place for it goes there.
 */
export async function moveIn({
  old,
  items,
  backup,
  backupPrefix,
  markKey,
  sitesKey,
}: MovePorts): Promise<void> {
  const isBackup = (key: string): boolean => key.startsWith(backupPrefix)
  const known = await items.get(null)
  if (backup !== items) await move(known, isBackup, items, backup, {})
  if (known[movedKey] === true) return
  const { [markKey]: mark, ...kept } = await old.get(null)
  if (typeof mark === 'object' && mark !== null && sitesKey in mark && !(sitesKey in known)) {
    await items.set({ [sitesKey]: mark[sitesKey as keyof typeof mark] })
  }
  const others = backup === old ? (key: string) => !isBackup(key) : () => true
  await move(kept, others, old, items, known)
  await old.remove(markKey)
  await items.set({ [movedKey]: true })
}

/** Written before anything is removed: whoever dies between the two does it again. What is `known` there is newer. */
async function move(
  rows: Rows,
  isChosen: (key: string) => boolean,
  from: WholeArea,
  to: WholeArea,
  known: Rows,
): Promise<void> {
  const chosen = Object.entries(rows).filter(([key]) => isChosen(key))
  if (chosen.length === 0) return
  await to.set(Object.fromEntries(chosen.filter(([key]) => !Object.hasOwn(known, key))))
  for (const [key] of chosen) await from.remove(key)
}
