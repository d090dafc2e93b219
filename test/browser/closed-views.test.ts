import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { checkMoved, heldForRide } from './money.ts'
import { theStage } from './stage.ts'
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

const journey = useJourney()
const [signedRide] = basicScenarios(theStage().chains) as [SwapScenario]

it('the popup can be closed and opened again at every step', async () => {
  const { control, driver } = journey()
  await holdPending(control)
  await keepQuotes(control)
  const before = await heldForRide(control, signedRide)

  let ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  await askFor(ferry, signedRide)
  await ferry.close()

  // What was typed is still there.
  ferry = await driver.openFerry()
  await ferry.waitUntil(
    `document.querySelector('[data-testid="amount"]')?.value === ${JSON.stringify(signedRide.amountText)}`,
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
  checkMoved(signedRide, before, await heldForRide(control, signedRide))
  expect((await control.truth()).requests).toHaveLength(1)
})
