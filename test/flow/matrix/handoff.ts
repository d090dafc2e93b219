import { expect } from 'vitest'
import { hourMs, minuteMs } from '../../../lib/base/time.ts'
import { pass } from '../../harness/actions.ts'
import { calm, createPageWorld, propose } from '../pages/page-world.ts'
import { cell } from './fault-matrix.ts'
import { handed, isGone } from './handed.ts'
import { settles } from './held-swap.ts'

export const handoffCells = [
  cell(
    'worker killed',
    'H',
    'died right after the order was written: one swap, and none that waits',
    async () => {
      const at = await handed()
      at.disk.diesConfirmed = true
      void at.start(await at.order())
      while ((await at.world.orders.page(null, 5)).length === 0) await at.world.settle()
      await at.restart()
      await at.proposals.documentGone(at.proposal.document)
      const [order] = await at.world.orders.page(null, 5)
      expect(await at.proposals.read('swap-1')).toMatchObject({ state: 'confirmed', orderId: order?.id })
      await expect(at.confirm()).rejects.toMatchObject({ data: { code: 'proposalGone' } })
      await settles({ world: at.world, id: order?.id ?? '' }, 2)
    },
  ),

  cell('browser killed', 'H', 'the page is gone, and what nobody confirmed with it', async () => {
    const at = await handed()
    at.world.alarmMs = null
    at.world.clock.jump(minuteMs)
    await at.restart()
    await at.proposals.documentGone(at.proposal.document)
    await isGone(at)
  }),

  cell('popup closed', 'H', 'it waits on, for the next view', async () => {
    const at = await handed()
    const asked = at.order()
    at.world.quotes.drop('view')
    await expect(asked).rejects.toThrow('superseded')
    expect(await at.proposals.waiting()).toMatchObject([{ swapId: 'swap-1', state: 'proposed' }])
    const { id } = await at.confirm()
    await settles({ world: at.world, id }, 2)
  }),

  cell('tab closed', 'H', 'it ends with its page, and comes back with it out of the cache', async () => {
    const at = await handed()
    const { document } = at.proposal
    await at.proposals.documentGone(document)
    await isGone(at)
    await at.proposals.documentBack(document)
    const { id } = await at.confirm()
    await settles({ world: at.world, id }, 2)
  }),

  cell(
    'storage full',
    'H',
    'no new swap is taken; one that waits can be confirmed once there is room',
    async () => {
      const at = await handed()
      at.disk.isFull = true
      await expect(at.proposals.add({ ...at.proposal, swapId: 'swap-2' })).rejects.toThrow('storageFailed')
      at.world.disk.isFull = true
      await expect(at.confirm()).rejects.toMatchObject({ data: { code: 'storageFailed' } })
      expect(at.world.wallet.prompts).toEqual([])
      at.disk.isFull = false
      at.world.disk.isFull = false
      expect(await at.proposals.waiting()).toMatchObject([{ swapId: 'swap-1' }])
      const { id } = await at.confirm()
      await settles({ world: at.world, id }, 2)
    },
  ),

  cell(
    'storage corrupt',
    'H',
    'a swap whose row cannot be read is not shown, and begins nothing',
    async () => {
      const at = await handed()
      await at.tear()
      await isGone(at)
    },
  ),

  cell('two windows', 'H', 'confirmed in both by one review and by another: one swap', async () => {
    const at = await handed()
    const [first, other] = [await at.order(), await at.order()]
    const all = await Promise.allSettled([first, first, other].map((order) => at.start(order)))
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    await settles({ world: at.world, id: first.id }, 2)
    expect(await at.world.orders.page(null, 5)).toHaveLength(1)
  }),

  cell('asleep 8 h', 'H', 'its time is over', async () => {
    const at = await handed()
    at.world.clock.jump(8 * hourMs)
    await at.restart()
    await isGone(at)
    expect(await at.proposals.read('swap-1')).toMatchObject({ state: 'expired' })
  }),

  cell(
    'updated in mid-swap',
    'H',
    'the new version shows the same swap once, and its page follows it',
    async () => {
      const page = createPageWorld()
      const document = page.open()
      const swapId = await propose(page, document)
      page.restart()
      await calm()
      expect(await page.parts().handlers.proposals(null)).toMatchObject([{ swapId }])
      expect(page.world.windows).toBe(1)
      const asked = await page.ask(document, 'ferry_getSwap', [{ swapId }])
      expect(asked).toMatchObject({ result: { swapId, state: 'proposed' } })
    },
  ),

  cell('hosts revoked', 'H', 'a site that was taken its leave begins nothing', async () => {
    const at = await handed()
    at.site.isGranted = false
    await expect(at.confirm()).rejects.toMatchObject({ data: { code: 'notAllowed' } })
    await at.proposals.siteRefused(at.proposal.origin)
    await isGone(at)
  }),

  cell('network down', 'H', 'confirmed, it is written, and goes on once there is a network', async () => {
    const at = await handed()
    const order = await at.order()
    at.world.chain.isDown = true
    at.world.service.outage = 'serviceUnreachable'
    await at.start(order)
    await pass(at.world, 20_000)
    expect(await at.proposals.read('swap-1')).toMatchObject({ state: 'confirmed', orderId: order.id })
    expect(at.world.wallet.prompts).toEqual([])
    at.world.chain.isDown = false
    at.world.service.outage = null
    await settles({ world: at.world, id: order.id }, 2)
  }),
]
