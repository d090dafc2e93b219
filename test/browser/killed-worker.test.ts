import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { checkMoved, heldForRide } from './money.ts'
import { theStage } from './stage.ts'
import {
  connect,
  holdPending,
  keepQuotes,
  letGo,
  startRide,
  waitOrderState,
  waitOver,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedRide, nativeRide] = basicScenarios(theStage().chains) as [SwapScenario, SwapScenario]

it.each([
  ['signed', signedRide],
  ['native', nativeRide],
] as const)('a worker that dies while a %s swap is PENDING comes back to it', async (_, ride) => {
  const { control, driver } = journey()
  await holdPending(control)
  const before = await heldForRide(control, ride)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  const orderId = await startRide(ferry, ride)
  await waitOrderState(ferry, ['submitted', 'pending', 'sent'])
  const { proveDeath } = await driver.killBackground()
  const again = await driver.openFerry(`#/order/${orderId}`)
  await again.waitFor('order-screen')
  await proveDeath()
  await letGo(control)
  expect([3, 4]).toContain(await waitOver(again))
  // The view that was open all the time has found its way back too.
  expect([3, 4]).toContain(await waitOver(ferry))
  checkMoved(ride, before, await heldForRide(control, ride))
  expect((await control.truth()).requests).toHaveLength(1)
})

it('a worker that dies while the wallet is asked hears the answer', async () => {
  const { control, driver } = journey()
  await keepQuotes(control)
  const before = await heldForRide(control, signedRide)
  const ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  await startRide(ferry, signedRide)
  await wallet.waitFor('wallet-approve')
  const { proveDeath } = await driver.killBackground()
  await wallet.click('wallet-approve')
  await waitOrderState(ferry, ['sign_requested'])
  await proveDeath()
  await wallet.click('wallet-approve')
  expect([3, 4]).toContain(await waitOver(ferry))
  checkMoved(signedRide, before, await heldForRide(control, signedRide))
})

it('the proof of death fails for a worker that lives', async () => {
  const { driver } = journey()
  await expect(driver.markBackground().then((mark) => mark.proveDeath())).rejects.toThrow('still alive')
})
