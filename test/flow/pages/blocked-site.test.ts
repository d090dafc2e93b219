import { expect, test } from 'vitest'
import {
  codeOf,
  openPage,
  openProposal,
  type PageWorld,
  propose,
  settlePages,
  shopOrigin,
  validSwap,
} from './page-world.ts'

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
