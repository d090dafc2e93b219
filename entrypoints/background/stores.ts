import type { Pause } from '../../lib/base/concurrency.ts'
import { type Clock, minuteMs } from '../../lib/base/time.ts'
import type { Deployment } from '../../lib/deployment/deployment.ts'
import { createEntries, type Entries } from '../../lib/history/entries.ts'
import { wipe } from '../../lib/history/whole-history.ts'
import { type Backup, backedUpOrders, createBackup, moveCopies, rebuild } from '../../lib/order/backup.ts'
import { createOrders, createQuota, type Orders, quotaOrders } from '../../lib/order/orders.ts'
import { wait } from '../../lib/platform/timers.ts'
import type { OpenViews } from '../../lib/rpc/rpc-server.ts'
import type { BudgetMemory } from '../../lib/service/budget.ts'
import type { Client } from '../../lib/service/client.ts'
import { createDatabase, type Database, type StorageState, selfTest } from '../../lib/storage/database.ts'
import {
  createExpiringStore,
  createItems,
  type ExpiringStore,
  sessionItems,
} from '../../lib/storage/items.ts'
import {
  createSpentBudgetItem,
  type KeyValueArea,
  type LocalItem,
  type WholeArea,
} from '../../lib/storage/local.ts'
import { defaultSettings, type Settings } from '../../lib/storage/settings.ts'
import { createLists } from '../../lib/tokens/cached-list.ts'
import { type Catalogue, createCatalogue } from '../../lib/tokens/catalogue.ts'

/** Where everything is kept. */
export interface Stores {
  readonly database: () => Promise<Database>
  readonly backup: Backup
  readonly orders: Orders
  readonly kept: ExpiringStore
  /** Whether the database works and keeps what it is given; tried out again until it does. */
  storage(): Promise<StorageState>
}

interface StorePorts {
  readonly backupArea: WholeArea
  readonly clock: Clock
  /** A private window, which forgets all of it. */
  readonly isPrivate: boolean
  readonly failed: (thrown: unknown) => void
}

/** Opens the stores: what the database lost comes back from the backup first, and the other way round (R7). */
export async function openStores({ backupArea, clock, isPrivate, failed }: StorePorts): Promise<Stores> {
  const database = createDatabase()
  const backup = createBackup(backupArea)
  const quota = createQuota(database)
  const stored = quotaOrders(createOrders(database), quota, failed)
  const kept = createExpiringStore(database, clock)
  await rebuild(stored, backup, clock.nowMs()).catch(failed)
  let tested: Promise<StorageState> | null = null
  quota.layReserve().catch(failed)
  kept.sweep().catch(failed)
  return {
    database,
    backup,
    kept,
    orders: backedUpOrders(stored, backup, failed),
    async storage() {
      tested ??= selfTest(database, clock.nowMs(), isPrivate)
      const state = await tested
      if (state === 'broken') tested = null
      return state
    },
  }
}

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
 * Opens the areas, and shuts `storage.local` to content scripts where the browser can. Chromium stores all databases of an
 * origin together, so there the backup goes to `storage.local` once that is shut. Firefox has a file for each database,
 * and the items' file is not the orders'. A browser may learn to shut `storage.local` with an update, so copies that lie
 * with the items move there.
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
  // Copies that cannot be moved now stay where they are until a later start.
  if (backup !== items) await moveCopies(items, backup).catch(failed)
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

/** The settings, also for whoever cannot wait for them. */
export interface LiveSettings extends LocalItem<Settings> {
  /** As they were kept or read last. */
  now(): Settings
}

/** Reads the settings once; a store that cannot be read now is told of by whoever needs it. */
export async function openSettings(item: LocalItem<Settings>): Promise<LiveSettings> {
  let known = await item.get().catch(() => defaultSettings)
  return {
    get: () => item.get(),
    async set(next) {
      await item.set(next)
      known = next
    },
    now: () => known,
  }
}

/**
 * Returns the budget's memory in an area. What cannot be read or kept is told, and spent all the same: better a 429
 * than no background at all.
 */
export async function budgetMemory(
  area: KeyValueArea,
  failed: (thrown: unknown) => void,
): Promise<BudgetMemory> {
  const item = createSpentBudgetItem(area)
  const spent = await item.get().catch((thrown: unknown) => {
    failed(thrown)
    return null
  })
  return { spent, keep: (next) => item.set(next).catch(failed) }
}

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

interface CataloguePorts {
  readonly deployment: Deployment
  readonly service: Pick<Client, 'chains' | 'tokens'>
  readonly database: () => Promise<Database>
  readonly clock: Clock
  readonly pause: Pause
  readonly views: Pick<OpenViews, 'push'>
  readonly failed: (thrown: unknown) => void
}

/** Returns the service's chains and tokens, kept and read anew at leisure. */
export function serviceCatalogue(ports: CataloguePorts): Catalogue {
  const { deployment, service, database, clock, pause, views, failed } = ports
  return createCatalogue({
    clock,
    lists: createLists(database),
    deployment,
    readChains: () => service.chains(),
    readTokens: (chainIds, list, forms) => service.tokens({ chainIds, list }, undefined, forms),
    pause,
    // A third of what the service allows, at most.
    rest: () => wait((3 * minuteMs) / deployment.service.requestsPerMinute),
    renewed: () => views.push({ kind: 'catalogue' }),
    failed,
  })
}
