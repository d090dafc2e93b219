import { expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  connect,
  goHome,
  lengthenQuotes,
  startScenario,
  waitForEnd,
  waitForOrderState,
  waitForProblem,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario, scenarioUnits } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

it('sends nothing after a rejection, retries once from two windows of which one is late, and revokes the approval that a rejected signature leaves', async () => {
  const { control, driver } = journey()
  await lengthenQuotes(control)
  const before = await readScenarioBalances(control, signedScenario)
  const ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'reject')
  const orderId = await startScenario(ferry, signedScenario)
  await waitForOrderState(ferry, ['needs_user'])
  expect(await waitForProblem(ferry)).toBe('walletRejected')
  expect((await control.truth()).requests).toEqual([])
  expect(await readScenarioBalances(control, signedScenario)).toEqual(before)
  await wallet.choose('wallet-mode', 'approve-by-hand')
  const second = await driver.openFerry(`#/order/${orderId}`)
  await waitForOrderState(second, ['needs_user'])
  // Both windows show the button before one is pressed. An update of the late window does not remove it.
  for (const window of [ferry, second]) {
    await window.waitFor('retry')
    await window.run(`globalThis.pressed = document.querySelector('[data-testid="retry"]'); undefined`)
  }
  await ferry.run('pressed.click()')
  await waitForOrderState(ferry, ['approve_requested'])
  await second.run('pressed.click()')
  // One approval and one signature. A second request of either would wait behind them.
  await wallet.click('wallet-approve')
  await waitForOrderState(second, ['sign_requested'])
  await wallet.click('wallet-approve')
  expect([3, 4]).toContain(await waitForEnd(ferry))
  expect([3, 4]).toContain(await waitForEnd(second))
  expect(await wallet.isVisible('wallet-approve')).toBe(false)
  expect((await control.truth()).requests).toHaveLength(1)
  checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))

  await second.close()
  await goHome(ferry)
  const held = await readScenarioBalances(control, signedScenario)
  await startScenario(ferry, signedScenario)
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['sign_requested'])
  await wallet.click('wallet-reject')
  await waitForOrderState(ferry, ['needs_user'])
  expect(await waitForProblem(ferry)).toBe('walletRejected')
  expect((await control.truth()).requests).toHaveLength(1)
  expect(await readScenarioBalances(control, signedScenario)).toEqual(held)
  await ferry.click('stop')
  // Its wallet is in a page, which may have stored the signature. Ferry watches it until it expires.
  await waitForOrderState(ferry, ['stopping'])
  const list = await driver.openFerry('#/settings')
  await list.click('open-allowances')
  expect(await list.attribute('allowance', 'data-left')).toBe(scenarioUnits(signedScenario).toString())
  await list.click('allowance-revoke')
  await list.click('revoke-confirm')
  await list.waitFor('waiting-screen')
  await wallet.waitFor('wallet-approve')
  expect(await wallet.text('wallet-title')).toBe('Approve 0 USDC')
  await wallet.click('wallet-approve')
  await list.waitFor('revoked')
  await list.waitUntil(
    `document.querySelector('[data-testid="allowance"]')?.dataset.left === '0'`,
    'nothing left by the word of the chain',
  )
  expect(await readScenarioBalances(control, signedScenario)).toEqual(held)
})
