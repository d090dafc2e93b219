import 'fake-indexeddb/auto'
import { createOrders } from '../../lib/order/orders.ts'
import { createDatabase } from '../../lib/storage/database.ts'
import { createExpiringStore } from '../../lib/storage/items.ts'
import type { WalletAnswer } from '../../lib/wallet/port.ts'
import { type Background, createBackground, type Outside, recordRejection } from './background.ts'
import { withDiskFaults } from './disk-faults.ts'
import { type Call, createFakeChain } from './fake-chain.ts'
import { createFakeService } from './fake-service.ts'
import { createFakeWallet } from './fake-wallet.ts'
import { expiringStoreInMemory, ordersInMemory } from './in-memory.ts'
import { createLife, type Life, waitUntilQuiet } from './lifecycle.ts'
import { createManualClock } from './manual-clock.ts'
import { createSolver, type Solver } from './solver.ts'
import { createWorldActions, type WorldActions } from './world-actions.ts'

/** `restart` ends the current life of the background and starts another on the same database. */
export interface World extends Outside, Background, WorldActions {
  readonly solver: Solver
  readonly life: Life
  /** The mined calls of every sender except the solver. */
  readonly minedCalls: readonly (Call & { readonly atMs: number })[]
  /** Stores orders, history and payments; empty in a world with `memory` storage. */
  readonly database: ReturnType<typeof createDatabase>
  /** The disk: full from now on, or at the n-th write of an order from now (1 is the next). */
  readonly disk: { isFull: boolean; failAt: number | null }
  restart(): Promise<void>
  /** Resolves when nothing moves any more at this moment. */
  settle(): Promise<void>
}

let worlds = 0
const startMs = 1_800_000_000_000

/**
 * A whole world in process: the real engine, a fake service, chain and wallet, and a clock that stands still. Orders are
 * stored in memory, or in the real store, which is slower.
 */
export async function createWorld(storage: 'database' | 'memory' = 'memory'): Promise<World> {
  worlds += 1
  const database = createDatabase(`world-${worlds}`)
  const isInMemory = storage === 'memory'
  const clock = createManualClock(startMs)
  const chain = createFakeChain(clock)
  const service = createFakeService(clock, chain)
  const carriedOut: (Call & { readonly atMs: number })[] = []
  chain.onRequest((call) => carriedOut.push({ ...call, atMs: clock.nowMs() }))
  const pulse = { beats: 0, inFlight: 0 }
  const disk: World['disk'] = { isFull: false, failAt: null }
  const deliver = (answer: WalletAnswer): void => {
    pulse.beats += 1
    now.run.applyAnswer(answer).catch((thrown: unknown) => {
      recordRejection(world)(thrown)
      // An answer that could not be stored is stored again (`lib/wallet/requests.ts`).
      clock.after(5_000, () => deliver(answer))
    })
  }
  const wallet = createFakeWallet(clock, chain, deliver, () => {
    const { run } = now
    const of = life
    return {
      isDead: () => of.isDead,
      claimSend: run.claimSend,
    }
  })
  let life = createLife()
  const world = {
    clock,
    chain,
    service,
    wallet,
    pulse,
    disk,
    database,
    minedCalls: carriedOut,
    solver: createSolver(clock, chain, service),
    orders: withDiskFaults(isInMemory ? ordersInMemory() : createOrders(database), disk),
    expiringStore: isInMemory
      ? expiringStoreInMemory(clock.machine)
      : createExpiringStore(database, clock.machine),
    notices: [],
    commits: [],
    reportedHoldings: null,
    reserveUnits: 0n,
    savedRecipients: [],
    addressFormats: {},
    listedTokens: [],
    problems: [],
    checks: [],
    alarmMs: null,
    failsNotices: false,
    walletProblem: null,
    views: null,
    get run() {
      return now.run
    },
    get quotes() {
      return now.quotes
    },
    get reviewPorts() {
      return now.reviewPorts
    },
    get life() {
      return life
    },
    async restart() {
      life.isDead = true
      life = createLife()
      now = createBackground(life, world)
      now.run.reconcile().catch(recordRejection(world))
      await world.settle()
    },
    settle: () => waitUntilQuiet(pulse),
  } as Omit<World, keyof WorldActions>
  let now: Background = createBackground(life, world)
  return Object.assign(world, createWorldActions(world))
}
