import { pageMarkKey } from '../../lib/sites/page-mark.ts'
import { sitesKey } from '../../lib/sites/site-store.ts'
import { createItems, sessionItems } from '../../lib/storage/items.ts'
import type { KeyValueArea, WholeArea } from '../../lib/storage/local.ts'
import { moveIn } from '../../lib/storage/move-in.ts'

type AccessLevel = 'TRUSTED_CONTEXTS' | 'TRUSTED_AND_UNTRUSTED_CONTEXTS'

/** A storage area of the browser; Firefox has no levels, and Chromium was late to have them for more than the session. */
interface LevelledArea {
  readonly setAccessLevel?: (options: { readonly accessLevel: AccessLevel }) => Promise<void>
}

export interface BrowserStorage {
  readonly local: WholeArea & LevelledArea
  readonly session: KeyValueArea & LevelledArea
}

/** Where what is kept. Content scripts, and so a page's process that was taken over, reach the `copy` alone. */
export interface Areas {
  readonly items: WholeArea
  /** Ends with the browser's session. */
  readonly session: KeyValueArea
  /** Of the open orders, as far from their database as this browser has a place for it. */
  readonly backup: WholeArea
  /** What page loads read. Whatever is found in it was perhaps not written by us. */
  readonly copy: Pick<KeyValueArea, 'set'>
}

/**
 * Shuts `storage.local` to content scripts where the browser can, and brings what a Ferry of before kept to where it
 * belongs. Chromium keeps all databases of an origin in one store, so there the backup stays in `storage.local` once that
 * is shut; Firefox has a file for each database, and the items' is another than the orders'.
 */
export async function browserAreas(
  { local, session }: BrowserStorage,
  failed: (thrown: unknown) => void,
): Promise<Areas> {
  const [isShut, isOpen] = await Promise.all([
    hasLevel(local, 'TRUSTED_CONTEXTS'),
    hasLevel(session, 'TRUSTED_AND_UNTRUSTED_CONTEXTS'),
  ])
  const items = createItems()
  const backup = isShut ? local : items
  // What cannot be read now stays where it is, and is moved at a later start.
  await moveIn({ old: local, items, backup, markKey: pageMarkKey, sitesKey }).catch(failed)
  return { items, backup, session: sessionItems(items, session), copy: isOpen ? session : local }
}

/** Whether the area is at this level now; a browser without levels refuses, or has no such function. */
function hasLevel(area: LevelledArea, accessLevel: AccessLevel): Promise<boolean> {
  if (area.setAccessLevel === undefined) return Promise.resolve(false)
  return area.setAccessLevel({ accessLevel }).then(
    () => true,
    () => false,
  )
}
