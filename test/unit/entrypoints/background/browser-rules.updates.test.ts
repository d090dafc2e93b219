import { beforeEach, describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { createUpdates } from '../../../../entrypoints/background/browser-rules.ts'
import { minuteMs } from '../../../../lib/base/time.ts'
import type { Order } from '../../../../lib/order/order.ts'
import type { OrderState } from '../../../../lib/order/order-state.ts'
import { createPendingVersionItem, createPreviousVersionItem } from '../../../../lib/storage/local.ts'
import { orderOf, requestOf } from '../../order/order-fixture.ts'

beforeEach(() => fakeBrowser.reset())

/** A browser with an order in each of these states, and views. Counts its restarts. */
function createUpdateWorld(states: OrderState[], current = '1.0.0') {
  const world = { states, views: 0, reloads: 0, isWaitedFor: false, request: null as Order['walletRequest'] }
  /** A new life of the background, without the memory of the previous one. */
  const life = (version = current) =>
    createUpdates({
      current: version,
      waiting: createPendingVersionItem(fakeBrowser.storage.session),
      previous: createPreviousVersionItem(fakeBrowser.storage.local),
      clock: { nowMs: () => orderOf().createdMs },
      openOrders: async () => world.states.map((state) => orderOf({ state, walletRequest: world.request })),
      viewCount: () => world.views,
      isWaitedFor: async () => world.isWaitedFor,
      reload: () => {
        world.reloads += 1
      },
    })
  return { world, life }
}

describe('an update', () => {
  it('is installed immediately if nothing runs, or if swaps are only tracked', async () => {
    for (const states of [[], ['approve_sent', 'submitted', 'pending', 'needs_user']] as OrderState[][]) {
      const { world, life } = createUpdateWorld(states)
      await life().available('1.1.0')
      expect(world.reloads).toBe(1)
    }
  })

  it.each<OrderState>(['approve_requested', 'sign_requested', 'send_requested', 'signed', 'submitting'])(
    'waits while an order is %s, and comes with the step after it',
    async (state) => {
      const { world, life } = createUpdateWorld(['pending', state])
      const updates = life()
      await updates.available('1.1.0')
      await updates.installIfIdle()
      expect(world.reloads).toBe(0)
      expect(await updates.view()).toEqual({ waiting: '1.1.0', updatedFrom: null })
      world.states = ['pending', 'submitted']
      await updates.installIfIdle()
      expect(world.reloads).toBe(1)
    },
  )

  it('waits while a wallet request of no swap is open, or a proposal waits', async () => {
    const { world, life } = createUpdateWorld([])
    world.isWaitedFor = true
    const updates = life()
    await updates.available('1.1.0')
    expect(world.reloads).toBe(0)
    world.isWaitedFor = false
    await updates.installIfIdle()
    expect(world.reloads).toBe(1)
  })

  it.each([
    [59, 0],
    [60, 1],
  ])('%i minutes after the request of an exit restarts %i times', async (minutes, reloads) => {
    const { world, life } = createUpdateWorld(['pending'])
    const requestedMs = orderOf().createdMs - minutes * minuteMs
    world.request = { ...requestOf('withdraw'), requestedMs }
    await life().available('1.1.0')
    expect(world.reloads).toBe(reloads)
  })

  it('waits while a view is open', async () => {
    const { world, life } = createUpdateWorld([])
    world.views = 1
    const updates = life()
    await updates.available('1.1.0')
    expect(world.reloads).toBe(0)
    world.views = 0
    await updates.installIfIdle()
    expect(world.reloads).toBe(1)
  })

  it('is stored across restarts of the background', async () => {
    const { world, life } = createUpdateWorld(['sign_requested'])
    await life().available('1.1.0')
    world.states = []
    await life().installIfIdle()
    expect(world.reloads).toBe(1)
  })

  it('is not installed twice', async () => {
    const { world, life } = createUpdateWorld([])
    world.views = 1
    await life().available('1.1.0')
    world.views = 0
    const later = life('1.1.0')
    await later.installIfIdle()
    expect(world.reloads).toBe(0)
    expect((await later.view()).waiting).toBeNull()
  })

  it('is shown afterwards, but not for a first installation or a browser update', async () => {
    const { life } = createUpdateWorld([])
    const updates = life()
    await updates.installed({ reason: 'install' })
    await updates.installed({ reason: 'browser_update', previousVersion: '0.9.0' })
    await updates.installed({ reason: 'update', previousVersion: '1.0.0' })
    expect((await updates.view()).updatedFrom).toBeNull()
    await updates.installed({ reason: 'update', previousVersion: '0.9.0' })
    expect((await life().view()).updatedFrom).toBe('0.9.0')
  })

  it('restarts nothing without an update', async () => {
    const { world, life } = createUpdateWorld([])
    await life().installIfIdle()
    expect(world.reloads).toBe(0)
  })
})
