import { expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  connect,
  holdPending,
  releasePending,
  startScenario,
  waitForEnd,
  waitForOrderState,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const { browser, chains } = journeyHarness()
const journey = useJourney()
const [signedScenario] = basicScenarios(chains) as [SwapScenario]

it('reports revoked hosts while a swap is PENDING, requests them again, and continues the swap', async () => {
  const { control, driver } = journey()
  await holdPending(control)
  const before = await readScenarioBalances(control, signedScenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startScenario(ferry, signedScenario)
  await waitForOrderState(ferry, ['submitted', 'pending'])
  await driver.revokeHosts()
  await ferry.waitFor('access-missing')
  await releasePending(control)
  // Longer than two polls: silence is not an end (R5).
  const sinceMs = Date.now()
  await ferry.waitUntil(`Date.now() > ${sinceMs + 11_000}`, 'two looks to be left out')
  await waitForOrderState(ferry, ['submitted', 'pending'])
  await ferry.click('access-allow')
  await driver.grantHosts()
  await ferry.waitGone('access-missing')
  expect([3, 4]).toContain(await waitForEnd(ferry))
  checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
  expect((await control.truth()).requests).toHaveLength(1)
})

it.skipIf(browser === 'firefox')(
  'prompts no wallet for a signature while its hosts are revoked',
  async () => {
    const { control, driver } = journey()
    const before = await readScenarioBalances(control, signedScenario)
    const ferry = await driver.openFerry()
    const wallet = await connect(driver, ferry, 'approve-by-hand')
    await startScenario(ferry, signedScenario)
    await wallet.waitFor('wallet-approve')
    await driver.revokeHosts()
    await wallet.click('wallet-approve')
    await ferry.waitFor('access-missing')
    const sinceMs = Date.now()
    await ferry.waitUntil(`Date.now() > ${sinceMs + 3000}`, 'the wallet to have had time to be asked')
    expect(await wallet.isVisible('wallet-approve')).toBe(false)
    expect((await control.truth()).requests).toEqual([])
    await ferry.click('access-allow')
    await driver.grantHosts()
    await wallet.click('wallet-approve')
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
  },
)

// Firefox answers a request for hosts only within the press itself, and then its profile grants them.
it("requests revoked hosts by one press on the form's button", async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await ferry.fill('amount', '1')
  await driver.revokeHosts()
  await ferry.waitUntil(
    `document.querySelector('[data-testid="primary"][data-step="paused"]:enabled') !== null`,
    'the button to offer the access',
  )
  await ferry.click('primary')
  await driver.grantHosts()
  await ferry.waitGone('access-missing')
})
