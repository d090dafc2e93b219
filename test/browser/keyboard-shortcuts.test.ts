import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { connect, fillForm, lengthenQuotes, primaryIs } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const { chains } = journeyHarness()
const journey = useJourney()

it('presses the buttons of the form by single keys, and not while typing', async () => {
  const { control, driver } = journey()
  await lengthenQuotes(control)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  const [scenario] = basicScenarios(chains) as [SwapScenario]
  await fillForm(ferry, scenario)
  const pair = async () => [await ferry.text('from-token'), await ferry.text('to-token')]
  const leaveField = () => ferry.run('document.activeElement.blur()')

  const before = await pair()
  await ferry.click('amount')
  await ferry.type('?f')
  expect(await ferry.value('amount')).toMatch(/\?f/)
  expect(await pair()).toEqual(before)

  await ferry.fill('amount', scenario.amountText)
  await ferry.waitUntil(primaryIs('review'), 'a quote')
  await leaveField()
  const quoteCount = async () => (await control.asked()).filter(({ endpoint }) => endpoint === 'quote').length
  const quotes = await quoteCount()
  await ferry.type('r')
  await expect.poll(quoteCount).toBeGreaterThan(quotes)
  await ferry.type('m')
  await ferry.waitUntil(
    `document.querySelector('[data-testid=amount]').value !== ${JSON.stringify(scenario.amountText)}`,
    'the whole balance',
  )

  await ferry.type('/')
  await ferry.waitFor('token-search')
  await ferry.press('Escape')
  await ferry.waitGone('token-search')
  await leaveField()
  await ferry.type('?')
  await ferry.waitFor('shortcut-list')
  await ferry.press('Escape')
  await ferry.waitGone('shortcut-list')
  await ferry.type('f')
  await expect.poll(async () => (await pair())[0]).not.toBe(before[0])
})
