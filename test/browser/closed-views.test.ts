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

const journey = useJourney({ hasMotion: true })
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

it('keeps the swap when the popup is closed and opened again at every step', async () => {
  const { control, driver } = journey()
  await holdPending(control)
  await lengthenQuotes(control)
  const before = await readScenarioBalances(control, signedScenario)

  let ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  await fillForm(ferry, signedScenario)
  await ferry.close()

  // The entered amount is still there.
  ferry = await driver.openFerry()
  await ferry.waitUntil(
    `document.querySelector('[data-testid="amount"]')?.value === ${JSON.stringify(signedScenario.amountText)}`,
    'the typed amount to be back',
  )
  await ferry.waitUntil(`document.querySelector('[data-step="review"]') !== null`, 'the quote to be back')
  await openReview(ferry)
  await ferry.close()

  ferry = await driver.openFerry()
  await ferry.waitUntil(`document.querySelector('[data-step="review"]') !== null`, 'the quote to be back')
  await openReview(ferry)
  const orderId = await confirmReview(ferry)
  await ferry.close()

  await wallet.click('wallet-approve')
  ferry = await driver.openFerry(`#/order/${orderId}`)
  await waitForOrderState(ferry, ['sign_requested'])
  await ferry.close()

  await wallet.click('wallet-approve')
  ferry = await driver.openFerry()
  await ferry.click(`order-row-${orderId}`)
  await waitForOrderState(ferry, ['submitted', 'pending'])
  await ferry.close()

  await releasePending(control)
  ferry = await driver.openFerry(`#/order/${orderId}`)
  expect([3, 4]).toContain(await waitForEnd(ferry))
  checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
  expect((await control.truth()).requests).toHaveLength(1)
})
