import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  confirmReview,
  connect,
  fillForm,
  goHome,
  lengthenQuotes,
  openReview,
  primaryIs,
  waitForEnd,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const { chains } = journeyHarness()
const journey = useJourney()
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

it('swaps to a saved recipient, and then suggests it from the history', async () => {
  const { control, driver } = journey()
  await lengthenQuotes(control)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  const [scenario] = basicScenarios(chains) as [SwapScenario]
  await fillForm(ferry, scenario)
  await ferry.click('receiver-open')
  await ferry.fill('receiver', bob)
  await ferry.waitFor('receiver-address')
  await ferry.click('receiver-save-as')
  await ferry.fill('receiver-name-field', 'Bob')
  await ferry.click('receiver-save')
  await ferry.waitFor('receiver-saved')

  await ferry.click('receiver-clear')
  await ferry.click('receiver-saved-0')
  await ferry.waitFor('receiver-address')
  expect(await ferry.text('receiver-address')).toBe(bob)
  await ferry.waitUntil(primaryIs('review'), 'a quote for the recipient')
  await openReview(ferry)
  // The name is the person's own. Only the address counts.
  const review = await ferry.text('review-screen')
  expect(review).toContain(bob)
  expect(review).not.toContain('Bob')
  await confirmReview(ferry)
  expect([3, 4]).toContain(await waitForEnd(ferry))

  await goHome(ferry)
  await ferry.click('receiver-open')
  await ferry.click('receiver-saved-0')
  await ferry.click('receiver-forget')
  await ferry.click('receiver-clear')
  await ferry.click('receiver-recent-0')
  await ferry.waitFor('receiver-address')
  expect(await ferry.text('receiver-address')).toBe(bob)
})
