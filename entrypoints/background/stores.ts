import type { Clock } from '../../lib/base/time.ts'
import { createMirror, type Mirror, mirroredOrders, rebuild } from '../../lib/order/mirror.ts'
import { createOrders, type Orders } from '../../lib/order/orders.ts'
import { createRoom, roomyOrders } from '../../lib/order/room.ts'
import { createDatabase, type Database } from '../../lib/storage/database.ts'
import { createExpiringStore, type ExpiringStore } from '../../lib/storage/expiring-store.ts'
import type { WholeArea } from '../../lib/storage/local.ts'
import { type StorageState, selfTest } from '../../lib/storage/self-test.ts'

/** Where everything is kept. */
export interface Stores {
  readonly database: () => Promise<Database>
  readonly mirror: Mirror
  readonly orders: Orders
  readonly kept: ExpiringStore
  /** Whether the database works and keeps what it is given; tried out again until it does. */
  storage(): Promise<StorageState>
}

interface StorePorts {
  readonly backup: WholeArea
  readonly clock: Clock
  /** A private window, which forgets all of it. */
  readonly isPrivate: boolean
  readonly failed: (thrown: unknown) => void
}

/** Opens the stores: what the database lost comes back from the mirror first, and the other way round (R7). */
export async function openStores({ backup, clock, isPrivate, failed }: StorePorts): Promise<Stores> {
  const database = createDatabase()
  const mirror = createMirror(backup)
  const room = createRoom(database)
  const stored = roomyOrders(createOrders(database), room, failed)
  const kept = createExpiringStore(database, clock)
  await rebuild(stored, mirror, clock.nowMs()).catch(failed)
  let tested: Promise<StorageState> | null = null
  room.layBallast().catch(failed)
  kept.sweep().catch(failed)
  return {
    database,
    mirror,
    kept,
    orders: mirroredOrders(stored, mirror, failed),
    async storage() {
      tested ??= selfTest(database, clock.nowMs(), isPrivate)
      const state = await tested
      if (state === 'broken') tested = null
      return state
    },
  }
}
