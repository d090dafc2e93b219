import { expect, it } from 'vitest'
import { createUpdates } from '../../../entrypoints/background/browser-rules.ts'
import { createPendingVersionItem, createPreviousVersionItem } from '../../../lib/storage/local.ts'
import type { WalletRef } from '../../../lib/wallet/port.ts'
import type { Transport } from '../../../lib/wallet/requests.ts'
import { memoryArea } from '../storage/memory-area.ts'
import { StreamWorld, send } from './connectors/stream-world.ts'

const wallet: WalletRef = { connector: 'extension', id: 'one', name: 'One', origin: 'x', iconUrl: null }

async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((done) => setImmediate(done))
}

/** A background with a waiting update, and a wallet that answers when the test says so. */
function createUpdateWorld() {
  const world = new StreamWorld()
  const { requests, ledger } = world.start(world.storage, world.time)
  const called = Promise.withResolvers<unknown>()
  const seen = { reloads: 0, isReachable: true }
  const transport: Transport = {
    windowCloseMs: 0,
    outlivesWorker: false,
    promptFreeMethods: [],
    async reach() {
      if (!seen.isReachable) throw new Error('no tab can be opened')
      return { key: 'wallet-1', tabId: null, popups: [] }
    },
    connect: async () => ({ wallet, call: () => called.promise }),
    isOpen: async () => false,
    goneReason: () => 'noPage',
  }
  const area = memoryArea()
  const updates = createUpdates({
    current: '1.0.0',
    waiting: createPendingVersionItem(area),
    previous: createPreviousVersionItem(area),
    clock: { nowMs: () => world.time.nowMs },
    openOrders: async () => [],
    viewCount: () => 0,
    isWaitedFor: async () => requests.isAnyOpen(),
    reload: () => {
      seen.reloads += 1
    },
  })
  world.onEnded = () => void updates.installIfIdle()
  return { world, requests, ledger, transport, called, updates, seen }
}

it('installs a waiting update when the only wallet request ends, after its answer is stored', async () => {
  const { world, requests, ledger, transport, called, updates, seen } = createUpdateWorld()
  const stored = Promise.withResolvers<void>()
  world.onAnswer = () => stored.promise
  await requests.sendInTurn(send(wallet, 'request-1', { chain: null, account: null }), transport)
  await settle()
  await updates.available('1.1.0')
  expect([requests.isAnyOpen(), seen.reloads]).toEqual([true, 0])
  called.resolve('0x1')
  await settle()
  // The wallet has nothing open any more, but a restart now would lose its answer.
  expect(ledger.openRequests()).toEqual([])
  await updates.installIfIdle()
  expect(seen.reloads).toBe(0)
  stored.resolve()
  await settle()
  expect((await ledger.find('request-1'))?.isAnswered).toBe(true)
  expect(seen.reloads).toBe(1)
})

it('installs a waiting update when a wallet request fails before it has its turn', async () => {
  const { requests, transport, updates, seen } = createUpdateWorld()
  seen.isReachable = false
  const sent = requests.sendInTurn(send(wallet, 'request-1'), transport)
  await updates.available('1.1.0')
  await expect(sent).rejects.toThrow('no tab')
  await settle()
  expect(seen.reloads).toBe(1)
})
