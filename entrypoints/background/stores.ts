import type { Clock } from '../../lib/base/time.ts'
import { backedUpOrders, createBackup, moveCopies, reconcileBackup } from '../../lib/order/backup.ts'
import { createOrders, pruneClosedOrders, quotaOrders } from '../../lib/order/orders.ts'
import type { BudgetMemory } from '../../lib/service/budget.ts'
import { createDatabase, type StorageState, selfTest } from '../../lib/storage/database.ts'
import { createExpiringStore, createItems, sessionItems } from '../../lib/storage/items.ts'
import {
  createSpentBudgetItem,
  type KeyValueArea,
  type LocalItem,
  type WholeArea,
} from '../../lib/storage/local.ts'
import { defaultSettings } from '../../lib/storage/settings.ts'
import type { Settings } from '../../lib/storage/settings-shape.ts'

interface StorePorts {
  readonly backupArea: WholeArea
  readonly clock: Clock
  /** A private window loses all data. */
  readonly isPrivate: boolean
  readonly failed: (thrown: unknown) => void
}

/** Opens the stores. Restores rows between database and backup in both directions (R7). */
export async function openStores({ backupArea, clock, isPrivate, failed }: StorePorts) {
  const database = createDatabase()
  const backup = createBackup(backupArea)
  const stored = quotaOrders(createOrders(database), () => pruneClosedOrders(database), failed)
  const expiringStore = createExpiringStore(database, clock)
  await reconcileBackup(stored, backup, clock.nowMs()).catch(failed)
  let tested: Promise<StorageState> | null = null
  expiringStore.sweep().catch(failed)
  return {
    database,
    backup,
    expiringStore,
    orders: backedUpOrders(stored, backup, failed),
    /** Whether the database works and persists data. Tests again until it works. */
    async storage(): Promise<StorageState> {
      tested ??= selfTest(database, clock.nowMs(), isPrivate)
      const state = await tested
      if (state === 'broken') tested = null
      return state
    },
  }
}

type AccessLevel = 'TRUSTED_CONTEXTS' | 'TRUSTED_AND_UNTRUSTED_CONTEXTS'

/** A storage area of the browser. Firefox has no access levels; older Chromium has them only for `session`. */
interface AreaWithLevels {
  readonly setAccessLevel?: (options: { readonly accessLevel: AccessLevel }) => Promise<void>
}

export interface BrowserStorage {
  readonly local: WholeArea & AreaWithLevels
  readonly session: KeyValueArea & AreaWithLevels
}

/** The areas by purpose. Content scripts, and so a compromised page process, can reach only `copy`. */
export interface Areas {
  readonly items: WholeArea
  /** Ends with the browser's session. */
  readonly session: KeyValueArea
  /** Copies of the open orders, as far from their database as the browser allows. */
  readonly backup: WholeArea
  /** Data for page loads. Treat it as untrusted: a page process may have written it. */
  readonly copy: Pick<KeyValueArea, 'set'>
}

/**
 * Opens the areas, and closes `storage.local` to content scripts if the browser can. Chromium stores all
 * databases of an origin together, so there the backup goes to the closed `storage.local`. Firefox has one file
 * per database, so the backup stays with the items. If a browser update adds access levels, existing copies
 * move to `storage.local`.
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
  // Copies that cannot be moved now stay in place until a later start.
  if (backup !== items) await moveCopies(items, backup).catch(failed)
  return { items, backup, session: sessionItems(items, session), copy: isOpen ? session : local }
}

/** Returns whether the area now has this level. A browser without levels rejects, or has no such function. */
function hasLevel(area: AreaWithLevels, accessLevel: AccessLevel): Promise<boolean> {
  if (area.setAccessLevel === undefined) return Promise.resolve(false)
  return area.setAccessLevel({ accessLevel }).then(
    () => true,
    () => false,
  )
}

/** The settings, with the latest value in memory. */
export async function openSettings(item: LocalItem<Settings>) {
  let known = await item.get().catch(() => defaultSettings)
  return {
    get: () => item.get(),
    async set(next: Settings): Promise<void> {
      await item.set(next)
      known = next
    },
    now: (): Settings => known,
  }
}

/** A failed read or write is logged and ignored: a 429 is better than no background. */
export async function budgetMemory(
  area: KeyValueArea,
  failed: (thrown: unknown) => void,
): Promise<BudgetMemory> {
  const item = createSpentBudgetItem(area)
  const spent = await item.get().catch((thrown: unknown) => {
    failed(thrown)
    return null
  })
  return { spent, store: (next) => item.set(next).catch(failed) }
}
