import { expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  connect,
  holdPending,
  lengthenQuotes,
  releasePending,
  startScenario,
  waitForEnd,
  waitForOrderState,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario, nativeScenario] = basicScenarios(journeyHarness().chains) as [
  SwapScenario,
  SwapScenario,
]

it('comes back to a swap that is PENDING when it died', async () => {
  const { control, driver } = journey()
  await expect(driver.markBackground().then((mark) => mark.proveDeath())).rejects.toThrow('still alive')
  await holdPending(control)
  const before = await readScenarioBalances(control, nativeScenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  const orderId = await startScenario(ferry, nativeScenario)
  await waitForOrderState(ferry, ['pending', 'sent'])
  const { proveDeath } = await driver.killBackground()
  const again = await driver.openFerry(`#/order/${orderId}`)
  await again.waitFor('order-screen')
  await proveDeath()
  await releasePending(control)
  expect([3, 4]).toContain(await waitForEnd(again))
  // The view that stayed open has reconnected too.
  expect([3, 4]).toContain(await waitForEnd(ferry))
  checkTransfer(nativeScenario, before, await readScenarioBalances(control, nativeScenario))
  expect((await control.truth()).requests).toHaveLength(1)
})

it("receives the wallet's answer after the worker died during the request", async () => {
  const { control, driver } = journey()
  await lengthenQuotes(control)
  const before = await readScenarioBalances(control, signedScenario)
  const ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  await startScenario(ferry, signedScenario)
  await wallet.waitFor('wallet-approve')
  const { proveDeath } = await driver.killBackground()
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['sign_requested'])
  await proveDeath()
  await wallet.click('wallet-approve')
  expect([3, 4]).toContain(await waitForEnd(ferry))
  checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
})
