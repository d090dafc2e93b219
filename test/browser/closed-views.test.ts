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

const journey = useJourney({ hasMotion: true })
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

it('keeps the swap when the popup is closed and opened again at every step', async () => {
  const { control, driver } = journey()
  await holdPending(control)
  await keepQuotes(control)
  const before = await heldForScenario(control, signedScenario)

  let ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  await askFor(ferry, signedScenario)
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
  await waitOrderState(ferry, ['sign_requested'])
  await ferry.close()

  await wallet.click('wallet-approve')
  ferry = await driver.openFerry()
  await ferry.click(`order-row-${orderId}`)
  await waitOrderState(ferry, ['submitted', 'pending'])
  await ferry.close()

  await letGo(control)
  ferry = await driver.openFerry(`#/order/${orderId}`)
  expect([3, 4]).toContain(await waitOver(ferry))
  checkMoved(signedScenario, before, await heldForScenario(control, signedScenario))
  expect((await control.truth()).requests).toHaveLength(1)
})
