import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { checkMoved, heldForScenario } from './balances.ts'
import {
  askFor,
  confirmReview,
  connect,
  holdPending,
  keepQuotes,
  letGo,
  openReview,
  waitOrderState,
  waitOver,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney({ restless: true })
const scenarios = basicScenarios(journeyHarness().chains) as [SwapScenario, SwapScenario, SwapScenario]

it.each([
  ['signed', scenarios[0]],
  ['native', scenarios[1]],
] as const)('a %s swap arrives though the background sleeps at every step', async (kind, scenario) => {
  const { control, driver } = journey()
  await holdPending(control)
  await keepQuotes(control)
  const before = await heldForScenario(control, scenario)
  let ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  await driver.restBackground()
  await askFor(ferry, scenario)
  await driver.restBackground()
  await openReview(ferry)
  await driver.restBackground()
  const orderId = await confirmReview(ferry)
  await wallet.waitFor('wallet-approve')
  await driver.restBackground()
  await wallet.click('wallet-approve')
  if (kind === 'signed') {
    await waitOrderState(ferry, ['sign_requested'])
    await wallet.waitFor('wallet-approve')
    await driver.restBackground()
    await wallet.click('wallet-approve')
  }
  await waitOrderState(ferry, ['submitted', 'sent', 'pending'])
  await ferry.close()
  await driver.restBackground()
  await letGo(control)
  ferry = await driver.openFerry(`#/order/${orderId}`)
  expect([3, 4]).toContain(await waitOver(ferry))
  checkMoved(scenario, before, await heldForScenario(control, scenario))
  expect((await control.truth()).requests).toHaveLength(1)
})
