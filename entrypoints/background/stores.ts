import type { Clock } from '../../lib/base/time.ts'
import { type Backup, backedUpOrders, createBackup, rebuild } from '../../lib/order/backup.ts'
import { createOrders, createQuota, type Orders, quotaOrders } from '../../lib/order/orders.ts'
import { createDatabase, type Database } from '../../lib/storage/database.ts'
import { createExpiringStore, type ExpiringStore } from '../../lib/storage/expiring-store.ts'
import type { WholeArea } from '../../lib/storage/local.ts'
import { type StorageState, selfTest } from '../../lib/storage/self-test.ts'

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
