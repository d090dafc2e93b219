import { expect, test } from 'vitest'
import { codeOf, openProposal, propose, shopOrigin, validSwap } from './page-world.ts'

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
