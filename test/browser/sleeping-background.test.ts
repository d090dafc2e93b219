import { expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  confirmReview,
  connect,
  fillForm,
  holdPending,
  lengthenQuotes,
  openReview,
  releasePending,
  waitForEnd,
  waitForOrderState,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney({ hasShortIdleTimeout: true })
const [scenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

it('a swap arrives though the background sleeps at every step', async () => {
  const { control, driver } = journey()
  await holdPending(control)
  await lengthenQuotes(control)
  const before = await readScenarioBalances(control, scenario)
  let ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  await driver.letBackgroundSleep()
  await fillForm(ferry, scenario)
  await driver.letBackgroundSleep()
  await openReview(ferry)
  await driver.letBackgroundSleep()
  const orderId = await confirmReview(ferry)
  await wallet.waitFor('wallet-approve')
  await driver.letBackgroundSleep()
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['sign_requested'])
  await wallet.waitFor('wallet-approve')
  await driver.letBackgroundSleep()
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['submitted', 'pending'])
  await ferry.close()
  await driver.letBackgroundSleep()
  await releasePending(control)
  ferry = await driver.openFerry(`#/order/${orderId}`)
  expect([3, 4]).toContain(await waitForEnd(ferry))
  checkTransfer(scenario, before, await readScenarioBalances(control, scenario))
  expect((await control.truth()).requests).toHaveLength(1)
})
