import { describe, expect, test } from 'vitest'
import { orderOf } from '../../unit/order/order-fixture.ts'
import { clickLink, fakePage } from '../../unit/sites/fake-page.ts'
import {
  codeOf,
  createPageWorld,
  openPage,
  type PageWorld,
  propose,
  settlePages,
  shopOrigin,
  validSwap,
} from './page-world.ts'

async function allowPageOnce() {
  const { page, document } = openPage()
  const port = page.hold(document)
  const swapId = await propose(page, document)
  const shown = await page.parts().handlers.allowSiteOnce({ swapId })
  return { page, document, port, swapId, shown }
}

async function confirm(page: PageWorld, swapId: string): Promise<void> {
  const by = { swapId, origin: shopOrigin }
  const order = orderOf({ id: 'order-1', rev: 0, proposedBy: by })
  await page.parts().proposals.start(by, { ...order, state: 'sign_requested' }, async (begun) => {
    page.world.orders.set(begun.id, begun)
    return begun
  })
  await settlePages()
}

/** Makes a page with its real relay, whose site opted its links in, after a click on such a link. */
async function openLinkPage() {
  const page = createPageWorld()
  let document = page.open()
  const relay = fakePage({
    reply(message) {
      // The relay chooses the key of the document.
      document = { ...document, key: String(message.key) }
      page.show(document)
      return page.send(message, page.senderOf(document))
    },
  })
  relay.win.document.head.metas.push('ferry-swap=links')
  const click = async () => {
    clickLink(relay, {}, JSON.stringify(validSwap))
    await settlePages()
    return (await page.parts().handlers.proposals(null))[0]?.swapId ?? ''
  }
  /** Moves the document into the browser's cache and back. */
  const goAndComeBack = async (isSeen: boolean) => {
    relay.leave()
    if (isSeen) {
      page.hold(document)
      page.leave(7)
    }
    await settlePages()
    page.show(document)
    relay.show(true)
    await settlePages()
  }
  /** Delivers to the relay everything that the background sent to this document. */
  const pass = () => {
    for (const { document, swap } of page.world.sentToPages.splice(0))
      relay.notify({ channel: 'ferry:page', key: document.key, swap })
  }
  return { page, relay, swapId: await click(), click, goAndComeBack, pass }
}

const allowedSites = async (page: PageWorld) => (await page.parts().handlers.sites(null)).allowed
const isAllowed = async (page: PageWorld) => (await page.parts().handlers.proposals(null))[0]?.isAllowed

describe('a page that is allowed once', () => {
  test('has its swap reviewed and confirmed and receives its changes, also after the background died', async () => {
    const { page, document, swapId, shown } = await allowPageOnce()
    expect(shown).toMatchObject({ swapId, isAllowed: true })
    page.restart()
    expect(await isAllowed(page)).toBe(true)
    await confirm(page, swapId)
    expect(page.world.sentToPages.at(-1)).toMatchObject({ swap: { swapId, state: 'awaitingWallet' } })
    expect(await page.request(document, 'ferry_getSwap', [{ swapId }])).toMatchObject({
      result: { state: 'awaitingWallet' },
    })
  })

  test('is not stored among the sites, and is listed while its page is open', async () => {
    const { page } = await allowPageOnce()
    expect(JSON.stringify(page.kept)).not.toContain('shop.example')
    expect(await allowedSites(page)).toMatchObject([{ origin: shopOrigin, isOnce: true }])
    page.leave(7)
    expect(await allowedSites(page)).toEqual([])
  })

  test('cannot propose without a click', async () => {
    const { page, document, swapId } = await allowPageOnce()
    await page.parts().handlers.refuseProposal({ swapId })
    page.world.nowMs += 61_000
    const notRequested = await page.request(document, 'ferry_proposeSwap', [validSwap], { gesture: false })
    expect(codeOf(notRequested)).toBe(4100)
    await propose(page, document)
    expect(await isAllowed(page)).toBe(true)
  })

  test('needs permission again in its next document, which cannot read the earlier swap', async () => {
    const { page, swapId } = await allowPageOnce()
    await confirm(page, swapId)
    page.world.sentToPages.length = 0
    const next = page.open()
    expect(codeOf(await page.request(next, 'ferry_getSwap', [{ swapId }]))).toBe(4100)
    page.parts().onOrderChanged(orderOf({ proposedBy: { swapId, origin: shopOrigin } }))
    await settlePages()
    expect(page.world.sentToPages).toEqual([])
    page.world.nowMs += 61_000
    await propose(page, next)
    expect(await isAllowed(page)).toBe(false)
  })

  test('permits no other site, and no other tab of the same site', async () => {
    const { page, swapId } = await allowPageOnce()
    await page.parts().handlers.refuseProposal({ swapId })
    await propose(page, page.open(shopOrigin, 8))
    expect(await isAllowed(page)).toBe(false)
  })

  test('loses the permission when its page is left, also when it returns from the cache', async () => {
    for (const isSeen of [true, false]) {
      const { page, document, swapId } = await allowPageOnce()
      if (isSeen) page.leave(7)
      await settlePages()
      page.show(document)
      await page.back(document)
      expect(await isAllowed(page)).toBe(false)
      await expect(confirm(page, swapId)).rejects.toMatchObject({ data: { code: 'notAllowed' } })
    }
  })

  test('loses the permission when the browser ends, or when the person revokes or refuses the site', async () => {
    for (const end of ['browser', 'revoke', 'never', 'wipe'] as const) {
      const { page, swapId } = await allowPageOnce()
      const { handlers, revokeUnusedSites } = page.parts()
      if (end === 'browser') page.endBrowser()
      if (end === 'revoke') await handlers.revokeSite({ origin: shopOrigin })
      if (end === 'never') await handlers.neverSite({ swapId })
      if (end === 'wipe') {
        await handlers.refuseProposal({ swapId })
        await page.wipe()
        await revokeUnusedSites()
      }
      await settlePages()
      expect(await allowedSites(page), end).toEqual([])
      await expect(confirm(page, swapId), end).rejects.toMatchObject({ data: { code: 'proposalGone' } })
    }
  })

  test('cannot be allowed once its proposal ended', async () => {
    const { page, swapId } = await allowPageOnce()
    await page.parts().handlers.refuseProposal({ swapId })
    const late = page.parts().handlers.allowSiteOnce({ swapId })
    await expect(late).rejects.toMatchObject({ data: { code: 'proposalGone' } })
  })
})

describe('a page that proposes only by links', () => {
  test('loses the permission when it returns from the cache, although its swap is confirmed', async () => {
    const { page, relay, swapId, click, goAndComeBack, pass } = await openLinkPage()
    await page.parts().handlers.allowSiteOnce({ swapId })
    await confirm(page, swapId)
    pass()
    expect(relay.ports.map(({ isOpen }) => isOpen)).toEqual([false])
    await goAndComeBack(false)
    expect(await allowedSites(page)).toEqual([])
    page.world.nowMs += 61_000
    expect(await click()).not.toBe('')
    expect(await isAllowed(page)).toBe(false)
  })

  test('gets its unconfirmed proposal back when it returns', async () => {
    const { page, swapId, goAndComeBack } = await openLinkPage()
    await goAndComeBack(true)
    expect(await page.parts().handlers.proposals(null)).toMatchObject([{ swapId, isAllowed: false }])
  })
})
