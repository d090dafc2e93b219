import { expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import type { View } from './driver.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  confirmReview,
  connect,
  fillForm,
  findPage,
  lengthenQuotes,
  openReview,
  startScenario,
  waitForEnd,
  waitForOrderState,
  waitForProblem,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

/** Until the swap has left the wallet. After a power cut its page may have forgotten the connection. */
async function approveAll(wallet: View, ferry: View): Promise<void> {
  for (const endMs = performance.now() + 60_000; performance.now() < endMs; ) {
    const state = await ferry.attribute('order-screen', 'data-state')
    if (!['confirmed', 'approved', 'needs_user', 'sign_requested'].includes(state ?? '')) return
    if (await wallet.isVisible('wallet-approve')) await wallet.click('wallet-approve')
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the wallet was never asked for all it takes')
}

const { browser, chains } = journeyHarness()
const journey = useJourney()
const [signedScenario] = basicScenarios(chains) as [SwapScenario]

// Both browsers lose the session with their process. One shows what that does to an open prompt.
it.skipIf(browser === 'firefox')(
  'prompts again only on request after the browser was killed during a signature request',
  async () => {
    const { control, driver, relaunch } = journey()
    await lengthenQuotes(control)
    const before = await readScenarioBalances(control, signedScenario)
    const ferry = await driver.openFerry()
    const wallet = await connect(driver, ferry, 'approve-by-hand')
    const orderId = await startScenario(ferry, signedScenario)
    await wallet.click('wallet-approve')
    await waitForOrderState(ferry, ['sign_requested'])
    // The order is stored as requesting before the wallet is prompted. Killed between the two, it continues by
    // itself.
    await wallet.waitFor('wallet-approve')
    await relaunch()
    const again = await journey().driver.openFerry(`#/order/${orderId}`)
    await waitForOrderState(again, ['needs_user'])
    expect(await waitForProblem(again)).toBe('walletGone')
    expect((await control.truth()).requests).toEqual([])
    await again.click('retry')
    await approveAll(await findPage(journey().driver, '/wallet'), again)
    expect([3, 4]).toContain(await waitForEnd(again))
    checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
    expect((await control.truth()).requests).toHaveLength(1)
  },
)

it('submits a signed swap at the next start of the browser, with no view open', async () => {
  const { control, driver, relaunch } = journey()
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await fillForm(ferry, signedScenario)
  await openReview(ferry)
  // After the review, which checks by itself whether the service would accept a POST.
  await control.fault({ endpoint: 'submit', kind: 'dropBefore' })
  const orderId = await confirmReview(ferry)
  await waitForOrderState(ferry, ['submitting'])
  await relaunch()
  await control.clearFaults()
  await expect.poll(() => submitted(), { interval: 500 }).toBe(1)
  const again = await journey().driver.openFerry(`#/order/${orderId}`)
  expect([3, 4]).toContain(await waitForEnd(again))

  async function submitted(): Promise<number> {
    return (await control.truth()).requests.length
  }
})
