import { expect } from 'vitest'
import { createUpdates } from '../../../entrypoints/background/browser-rules.ts'
import { createPendingVersionItem, createPreviousVersionItem } from '../../../lib/storage/local.ts'
import { createFundedWorld, nativeRequest } from '../../harness/actions.ts'
import { account } from '../../harness/chains.ts'
import type { World } from '../../harness/world.ts'
import { memoryArea } from '../../unit/storage/memory-area.ts'
import { cell } from './fault-matrix.ts'
import { answerPrompt, expectSettled, holdAt, settleAtSolver } from './held-swap.ts'

/** Makes the update service on the real orders of a world. An update ends its background. */
function createTestUpdates(world: World) {
  const seen = { views: 0, reloads: 0 }
  const area = memoryArea()
  const updates = createUpdates({
    current: '1.0.0',
    waiting: createPendingVersionItem(area),
    previous: createPreviousVersionItem(area),
    clock: world.clock,
    openOrders: world.orders.listOpen,
    viewCount: () => seen.views,
    isWaitedFor: async () => false,
    reload: () => {
      seen.reloads += 1
    },
  })
  return { updates, seen }
}

export const updateCells = [
  cell('updated in mid-swap', ['Q', 'V'], 'waits while a quote or a review is displayed', async (column) => {
    const world = await createFundedWorld(nativeRequest)
    const { updates, seen } = createTestUpdates(world)
    seen.views = 1
    if (column === 'Q') await world.quotes.quote('view', nativeRequest, account)
    else await world.createReview(nativeRequest)
    await updates.available('1.1.0')
    expect(seen.reloads).toBe(0)
    expect(await updates.view()).toEqual({ waiting: '1.1.0', updatedFrom: null })
    seen.views = 0
    await updates.installIfIdle()
    expect(seen.reloads).toBe(1)
  }),

  cell(
    'updated in mid-swap',
    ['A', 'G', 'T'],
    'waits while the wallet has a request, and interrupts nothing',
    async (column) => {
      const at = await holdAt(column)
      const { updates, seen } = createTestUpdates(at.world)
      await updates.available('1.1.0')
      expect(seen.reloads).toBe(0)
      await answerPrompt(at, 'yes')
      await expectSettled(at, column === 'A' ? 2 : 1)
      await updates.installIfIdle()
      expect(seen.reloads).toBe(1)
    },
  ),

  cell(
    'updated in mid-swap',
    'S',
    'waits, and posts the stored bytes when the background is killed anyway',
    async () => {
      const at = await holdAt('S')
      const { updates, seen } = createTestUpdates(at.world)
      const { submitBody } = await at.world.readOrder(at.id)
      await updates.available('1.1.0')
      expect(seen.reloads).toBe(0)
      await at.world.restart()
      at.world.service.outage = null
      await expectSettled(at, 1)
      const [posts] = at.world.service.submits.values()
      expect([...(posts?.bodies ?? [])]).toEqual([submitBody])
    },
  ),

  cell(
    'updated in mid-swap',
    ['P', 'N'],
    'updates immediately, and the new version continues the swap',
    async (column) => {
      const at = await holdAt(column)
      const { updates, seen } = createTestUpdates(at.world)
      await updates.available('1.1.0')
      expect(seen.reloads).toBe(1)
      await at.world.restart()
      at.world.failsNotices = false
      if (column === 'P') settleAtSolver(at)
      await expectSettled(at, 1)
    },
  ),
]
