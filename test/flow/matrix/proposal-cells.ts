import { expect } from 'vitest'
import { hourMs, minuteMs } from '../../../lib/base/time.ts'
import { openProposal, settlePages } from '../pages/page-world.ts'
import { cell } from './fault-matrix.ts'
import { expectSettled } from './held-swap.ts'
import { expectGone, startProposal } from './page-proposal.ts'

export const handoffCells = [
  cell(
    'worker killed',
    'H',
    'has one swap and no waiting proposal when it dies right after the write of the order',
    async () => {
      const at = await startProposal()
      at.disk.diesConfirmed = true
      void at.start(await at.makeOrder())
      while ((await at.world.orders.page(null, 5)).length === 0) await at.world.settle()
      await at.restart()
      await at.proposals.onDocumentClosed(at.proposal.document)
      const [order] = await at.world.orders.page(null, 5)
      expect(await at.proposals.read('swap-1')).toMatchObject({ state: 'confirmed', orderId: order?.id })
      await expect(at.confirm()).rejects.toMatchObject({ data: { code: 'proposalGone' } })
      await expectSettled({ world: at.world, id: order?.id ?? '' }, 2)
    },
  ),

  cell('browser killed', 'H', 'drops the proposal with its page', async () => {
    const at = await startProposal()
    at.world.alarmMs = null
    at.world.clock.skip(minuteMs)
    await at.restart()
    await at.proposals.onDocumentClosed(at.proposal.document)
    await expectGone(at)
  }),

  cell('popup closed', 'H', 'keeps the proposal for the next view', async () => {
    const at = await startProposal()
    const requested = at.makeOrder()
    at.world.quotes.drop('view')
    await expect(requested).rejects.toThrow('superseded')
    expect(await at.proposals.listWaiting()).toMatchObject([{ swapId: 'swap-1', state: 'proposed' }])
    const { id } = await at.confirm()
    await expectSettled({ world: at.world, id }, 2)
  }),

  cell(
    'tab closed',
    'H',
    'ends the proposal with its page, and restores it when the page returns from the cache',
    async () => {
      const at = await startProposal()
      const { document } = at.proposal
      await at.proposals.onDocumentClosed(document)
      await expectGone(at)
      await at.proposals.onDocumentRestored(document)
      const { id } = await at.confirm()
      await expectSettled({ world: at.world, id }, 2)
    },
  ),

  cell(
    'storage full',
    'H',
    'accepts no new proposal, and confirms the waiting one when there is room again',
    async () => {
      const at = await startProposal()
      at.disk.isFull = true
      await expect(at.proposals.add({ ...at.proposal, swapId: 'swap-2' })).rejects.toThrow('storageFailed')
      at.world.disk.isFull = true
      await expect(at.confirm()).rejects.toMatchObject({ data: { code: 'storageFailed' } })
      expect(at.world.wallet.prompts).toEqual([])
      at.disk.isFull = false
      at.world.disk.isFull = false
      expect(await at.proposals.listWaiting()).toMatchObject([{ swapId: 'swap-1' }])
      const { id } = await at.confirm()
      await expectSettled({ world: at.world, id }, 2)
    },
  ),

  cell('storage corrupt', 'H', 'displays no unreadable proposal, and starts nothing from it', async () => {
    const at = await startProposal()
    await at.corruptRow()
    await expectGone(at)
  }),

  cell('two windows', 'H', 'makes one swap from three confirmations of two reviews', async () => {
    const at = await startProposal()
    const [first, other] = [await at.makeOrder(), await at.makeOrder()]
    const all = await Promise.allSettled([first, first, other].map((order) => at.start(order)))
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    await expectSettled({ world: at.world, id: first.id }, 2)
    expect(await at.world.orders.page(null, 5)).toHaveLength(1)
  }),

  cell('asleep 8 h', 'H', 'expires the proposal', async () => {
    const at = await startProposal()
    at.world.clock.skip(8 * hourMs)
    await at.restart()
    await expectGone(at)
    expect(await at.proposals.read('swap-1')).toMatchObject({ state: 'expired' })
  }),

  cell(
    'updated in mid-swap',
    'H',
    'displays the same proposal once in the new version, and its page can read it',
    async () => {
      const { page, document, swapId } = await openProposal()
      page.restart()
      await settlePages()
      expect(await page.parts().handlers.proposals(null)).toMatchObject([{ swapId }])
      expect(page.world.windows).toBe(1)
      const requested = await page.request(document, 'ferry_getSwap', [{ swapId }])
      expect(requested).toMatchObject({ result: { swapId, state: 'proposed' } })
    },
  ),

  cell('hosts revoked', 'H', 'starts nothing for a site without permission', async () => {
    const at = await startProposal()
    at.site.isGranted = false
    await expect(at.confirm()).rejects.toMatchObject({ data: { code: 'notAllowed' } })
    await at.proposals.onSiteRevoked(at.proposal.origin)
    await expectGone(at)
  }),

  cell(
    'network down',
    'H',
    'stores the confirmed order, and continues when the network is back',
    async () => {
      const at = await startProposal()
      const order = await at.makeOrder()
      at.world.chain.isDown = true
      at.world.service.outage = 'serviceUnreachable'
      await at.start(order)
      await at.world.advanceTime(20_000)
      expect(await at.proposals.read('swap-1')).toMatchObject({ state: 'confirmed', orderId: order.id })
      expect(at.world.wallet.prompts).toEqual([])
      at.world.chain.isDown = false
      at.world.service.outage = null
      await expectSettled({ world: at.world, id: order.id }, 2)
    },
  ),
]
