import { afterAll, beforeAll, expect, it } from 'vitest'
import type { View } from './driver.ts'
import { storedProposals } from './ferry-database.ts'
import { links, plain } from './hostile-page/pages.ts'
import { type HostilePages, servePages } from './hostile-page/serve.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { proposalWindow } from './proposal-window.ts'
import { basicScenarios, proposalOf, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [scenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

let pages: HostilePages
beforeAll(async () => {
  const wanted = proposalOf(scenario, '1000000')
  // As a user's comment may try: the head of a document ends where its body begins.
  const forged = '<body><meta name="ferry-swap" content="links">'
  pages = await servePages({ '/links': links(wanted), '/comments': links(wanted, forged), '/plain': plain })
})
afterAll(() => pages.stop())

async function openLinks(view: View, path = '/links'): Promise<void> {
  await view.goto(`${pages.site}${path}`)
  // Ferry finds the links of a page before it is offered to the page.
  await view.waitUntil('globalThis.ferry !== undefined', 'Ferry to be offered')
}

it('turns a link that a person clicks into a proposal, and follows one that Ferry refuses', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const view = await driver.openPage(`${pages.site}/plain`)
  const followed = (name: string) => expect.poll(() => view.url()).toBe(`${pages.site}/plain?${name}`)

  await openLinks(view)
  await view.run(`document.querySelector('[data-testid=good]').click(); undefined`)
  await followed('good')
  await openLinks(view, '/comments')
  await view.click('good')
  await followed('good')
  await openLinks(view)
  await view.click('refused')
  await followed('refused')
  expect(await storedProposals(ferry)).toEqual([])

  await openLinks(view)
  await view.click('good')
  const window = await proposalWindow(driver)
  await window.waitFor('site-permission')
  expect(await storedProposals(ferry)).toHaveLength(1)
  // Pressed again while the proposal waits: it stays, and so does the page.
  await view.click('good')
  await expect.poll(() => storedProposals(ferry)).toHaveLength(1)
  expect(view.url()).toBe(`${pages.site}/links`)
})
