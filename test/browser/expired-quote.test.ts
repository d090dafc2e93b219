import { expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { connect, fillForm, goHome, startScenario, waitForEnd, waitForOrderState } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

it('requests another quote when the quote expires during the approval, and continues with a lower output once the person accepts it', async () => {
  const { control, driver } = journey()
  await control.life({ quoteSeconds: 24 })
  const before = await readScenarioBalances(control, signedScenario)
  const ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  await startScenario(ferry, signedScenario)
  await control.offer({ lessPercent: '0.05' })
  await wallet.waitFor('wallet-approve')
  const requestedMs = Date.now()
  await wallet.waitUntil(`Date.now() > ${requestedMs + 24_500}`, 'the quote to be over')
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['needs_user'])
  await ferry.click('accept-offer')
  await waitForOrderState(ferry, ['sign_requested'])
  await wallet.click('wallet-approve')
  expect([3, 4]).toContain(await waitForEnd(ferry))
  checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
  // One press accepts the service's suggested slippage, and requests a new quote with it.
  await control.offer({ suggestedSlippage: 2 })
  await goHome(ferry)
  await ferry.click('settings-open')
  await ferry.click('setting-slippage')
  await ferry.click('slippage-0.5')
  await goHome(ferry)
  await fillForm(ferry, signedScenario)
  await ferry.click('slippage-take')
  await ferry.waitGone('slippage-suggested')
  const last = (await control.asked()).findLast(({ endpoint }) => endpoint === 'quote')
  expect(last?.params.slippage).toBe('2')
})
