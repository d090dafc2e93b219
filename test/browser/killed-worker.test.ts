import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { checkMoved, heldForScenario } from './balances.ts'
import {
  connect,
  holdPending,
  keepQuotes,
  letGo,
  startScenario,
  waitOrderState,
  waitOver,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario, nativeScenario] = basicScenarios(journeyHarness().chains) as [
  SwapScenario,
  SwapScenario,
]

it.each([
  ['signed', signedScenario],
  ['native', nativeScenario],
] as const)('a worker that dies while a %s swap is PENDING comes back to it', async (_, scenario) => {
  const { control, driver } = journey()
  await holdPending(control)
  const before = await heldForScenario(control, scenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  const orderId = await startScenario(ferry, scenario)
  await waitOrderState(ferry, ['submitted', 'pending', 'sent'])
  const { proveDeath } = await driver.killBackground()
  const again = await driver.openFerry(`#/order/${orderId}`)
  await again.waitFor('order-screen')
  await proveDeath()
  await letGo(control)
  expect([3, 4]).toContain(await waitOver(again))
  // The view that stayed open has reconnected too.
  expect([3, 4]).toContain(await waitOver(ferry))
  checkMoved(scenario, before, await heldForScenario(control, scenario))
  expect((await control.truth()).requests).toHaveLength(1)
})

it("receives the wallet's answer after the worker died during the request", async () => {
  const { control, driver } = journey()
  await keepQuotes(control)
  const before = await heldForScenario(control, signedScenario)
  const ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  await startScenario(ferry, signedScenario)
  await wallet.waitFor('wallet-approve')
  const { proveDeath } = await driver.killBackground()
  await wallet.click('wallet-approve')
  await waitOrderState(ferry, ['sign_requested'])
  await proveDeath()
  await wallet.click('wallet-approve')
  expect([3, 4]).toContain(await waitOver(ferry))
  checkMoved(signedScenario, before, await heldForScenario(control, signedScenario))
})

it('fails the proof of death for a worker that lives', async () => {
  const { driver } = journey()
  await expect(driver.markBackground().then((mark) => mark.proveDeath())).rejects.toThrow('still alive')
})
