import { describe, expect, test } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { toPageRefusal } from '../../../lib/sites/page-api.ts'
import { PageRefusal } from '../../../lib/sites/page-swap.ts'
import { orderOf } from '../../unit/order/order-fixture.ts'
import { clickLink, fakePage } from '../../unit/sites/fake-page.ts'
import {
  codeOf,
  createPageWorld,
  openPage,
  openProposal,
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

test('hides Ferry from a site with "Never", until the person allows it again', async () => {
  const { page, document, swapId } = await openProposal()
  const { handlers: answers } = page.parts()
  await answers.allowSite({ swapId })
  expect(await answers.neverSite({ swapId })).toBeNull()
  expect(await answers.sites(null)).toMatchObject({
    never: [{ origin: shopOrigin, unicode: null }],
    allowed: [],
  })
  expect(await page.parts().handlers.proposals(null)).toEqual([])
  page.restart()
  expect(codeOf(await page.request(document, 'ferry_proposeSwap', [validSwap]))).toBe(4100)
  expect(codeOf(await page.request(document, 'ferry_getCapabilities', []))).toBe(4100)
  const after = page.parts().handlers
  // The choice of sites for Ferry does not override "Never".
  await after.chooseSites({ kind: 'listed' })
  await after.addSite({ text: shopOrigin })
  expect(codeOf(await page.request(document, 'ferry_getCapabilities', []))).toBe(4100)
  expect((await after.unrefuseSite({ origin: shopOrigin })).never).toEqual([])
  page.world.nowMs += 61_000
  await propose(page, document)
})

/** A document whose proposal ended when it was left, while another tab of its site proposes. */
async function openLeftProposal() {
  const { page, document } = openPage()
  page.hold(document)
  const swapId = await propose(page, document)
  page.leave(document.tabId)
  await settlePages()
  const later = await propose(page, page.open(shopOrigin, 8))
  page.show(document)
  return { page, document, swapId, later }
}

const waitingIn = async (page: PageWorld) =>
  (await page.parts().handlers.proposals(null)).map(({ swapId }) => swapId)

test('gives a refused site no proposal back when a page of it returns from the cache', async () => {
  const { page, document, later } = await openLeftProposal()
  await page.parts().handlers.neverSite({ swapId: later })
  await page.back(document)
  expect(await waitingIn(page)).toEqual([])
})

test('gives a returning page one proposal back, and none while another one of its site waits', async () => {
  const { page, document, swapId, later } = await openLeftProposal()
  await page.back(document)
  expect(await waitingIn(page)).toEqual([later])
  await page.parts().proposals.end(later, 'declined')
  page.world.nowMs += 1
  const second = await propose(page, document)
  page.hold(document)
  page.leave(document.tabId)
  await settlePages()
  expect(await waitingIn(page)).toEqual([])
  page.show(document)
  await page.back(document)
  expect(await waitingIn(page)).toEqual([swapId])
  expect(second).not.toBe(swapId)
})

test('gives a returning page no proposal back while three of other sites wait', async () => {
  const { page, document, later } = await openLeftProposal()
  await page.parts().proposals.end(later, 'declined')
  for (const [at, site] of ['https://a.example', 'https://b.example', 'https://c.example'].entries())
    await propose(page, page.open(site, 10 + at))
  await page.back(document)
  expect(await waitingIn(page)).toHaveLength(3)
})

test('ends the waiting proposals of the sites that the person leaves out', async () => {
  const { page, swapId } = await openProposal()
  const { handlers, proposals } = page.parts()
  await handlers.addSite({ text: shopOrigin })
  await handlers.chooseSites({ kind: 'listed' })
  expect(await proposals.read(swapId)).toMatchObject({ state: 'proposed' })
  await handlers.removeSite({ origin: shopOrigin })
  await settlePages()
  expect(page.world.pushes.at(-1)).toMatchObject({ proposals: [] })
  expect(await proposals.read(swapId)).toMatchObject({ state: 'expired' })
})

describe('a confirmed swap', () => {
  async function confirmed() {
    const { page, document, swapId } = await openProposal()
    await page.parts().handlers.allowSite({ swapId })
    const by = { swapId, origin: shopOrigin }
    const order = orderOf({ id: 'order-1', rev: 0, proposedBy: by })
    await page.parts().proposals.start(by, { ...order, state: 'sign_requested' }, async (begun) => {
      page.world.orders.set(begun.id, begun)
      return begun
    })
    await settlePages()
    return { page, document, swapId }
  }

  test('cannot be cancelled by its page', async () => {
    const { page, document, swapId } = await confirmed()
    expect(codeOf(await page.request(document, 'ferry_cancelProposal', [{ swapId }]))).toBe(-32602)
    const later = page.open()
    expect(codeOf(await page.request(later, 'ferry_cancelProposal', [{ swapId }]))).toBe(-32602)
    expect(await page.request(later, 'ferry_getSwap', [{ swapId }])).toMatchObject({
      result: { state: 'awaitingWallet' },
    })
  })

  test('is hidden from its page once the person revokes the permission', async () => {
    const { page, document, swapId } = await confirmed()
    await page.parts().handlers.revokeSite({ origin: shopOrigin })
    expect(codeOf(await page.request(document, 'ferry_getSwap', [{ swapId }]))).toBe(4100)
  })

  test('is reported as unknown when this browser lost it', async () => {
    const { page, document, swapId } = await confirmed()
    page.world.orders.clear()
    expect(await page.request(document, 'ferry_getSwap', [{ swapId }])).toMatchObject({
      result: { swapId, state: 'unknown', verified: false, requestHash: null, statusCode: null },
    })
  })
})

test('a failure of Ferry is reported to a page as unavailable, without its cause', () => {
  const full = toPageRefusal(new Problem('storageFailed', { facts: { reason: 'quota' } }))
  const data = { reason: 'unavailable' }
  expect(full.data).toEqual({ code: -32005, message: 'Ferry cannot keep a swap now.', data })
  const words = { code: -32005, message: 'Ferry cannot answer now.', data }
  for (const thrown of [new Problem('serviceUnreachable'), new Error('0xsecret'), 'text', null]) {
    expect(toPageRefusal(thrown).data).toEqual(words)
  }
  const own = new PageRefusal(4100, 'notOffered', 'Ferry is not offered here.')
  expect(toPageRefusal(own)).toBe(own)
})
