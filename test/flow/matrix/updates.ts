import { expect } from 'vitest'
import { createUpdates } from '../../../entrypoints/background/browser-rules.ts'
import { createVersionBeforeItem, createVersionWaitingItem } from '../../../lib/storage/local.ts'
import { account, fund, nativeAsk, orderAt, review } from '../../harness/actions.ts'
import { createWorld, type World } from '../../harness/world.ts'
import { memoryArea } from '../../unit/storage/memory-area.ts'
import { cell } from './fault-matrix.ts'
import { decide, heldAt, settles, solve } from './held-swap.ts'

/** Makes the update service on the real orders of a world. An update ends its background. */
function updating(world: World) {
  const seen = { views: 0, reloads: 0 }
  const area = memoryArea()
  const updates = createUpdates({
    current: '1.0.0',
    waiting: createVersionWaitingItem(area),
    before: createVersionBeforeItem(area),
    openOrders: world.orders.open,
    viewCount: () => seen.views,
    reload: () => {
      seen.reloads += 1
    },
  })
  return { updates, seen }
}

export const updateCells = [
  cell('updated in mid-swap', ['Q', 'V'], 'waits while a quote or a review is displayed', async (column) => {
    const world = await createWorld()
    fund(world, nativeAsk)
    const { updates, seen } = updating(world)
    seen.views = 1
    if (column === 'Q') await world.quotes.quote('view', nativeAsk, account)
    else await review(world, nativeAsk)
    await updates.available('1.1.0')
    expect(seen.reloads).toBe(0)
    expect(await updates.view()).toEqual({ waiting: '1.1.0', updatedFrom: null })
    seen.views = 0
    await updates.look()
    expect(seen.reloads).toBe(1)
  }),

  cell(
    'updated in mid-swap',
    ['A', 'G', 'T'],
    'waits while the wallet has a request, and interrupts nothing',
    async (column) => {
      const at = await heldAt(column)
      const { updates, seen } = updating(at.world)
      await updates.available('1.1.0')
      expect(seen.reloads).toBe(0)
      await decide(at, 'yes')
      await settles(at, column === 'A' ? 2 : 1)
      await updates.look()
      expect(seen.reloads).toBe(1)
    },
  ),

  cell(
    'updated in mid-swap',
    'S',
    'waits, and posts the stored bytes when the background is killed anyway',
    async () => {
      const at = await heldAt('S')
      const { updates, seen } = updating(at.world)
      const { submitBody } = await orderAt(at.world, at.id)
      await updates.available('1.1.0')
      expect(seen.reloads).toBe(0)
      await at.world.restart()
      at.world.service.outage = null
      await settles(at, 1)
      const [posts] = at.world.service.submits.values()
      expect([...(posts?.bodies ?? [])]).toEqual([submitBody])
    },
  ),

  cell(
    'updated in mid-swap',
    ['P', 'N'],
    'updates immediately, and the new version continues the swap',
    async (column) => {
      const at = await heldAt(column)
      const { updates, seen } = updating(at.world)
      await updates.available('1.1.0')
      expect(seen.reloads).toBe(1)
      await at.world.restart()
      at.world.noticeFails = false
      if (column === 'P') solve(at)
      await settles(at, 1)
    },
  ),
]
