import { expect, it } from 'vitest'
import { readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { readShownNotices, watchNotices } from './notices.ts'
import {
  connect,
  goHome,
  holdPending,
  releasePending,
  startScenario,
  waitForEnd,
  waitForOrderState,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const { chains, pagesUrl } = journeyHarness()
const [scenario] = basicScenarios(chains) as [SwapScenario]

it('notifies of a refunded swap, leads to support for an expired one, and cancels one on chain that no solver executes', async () => {
  const { control, driver } = journey()
  const before = await readScenarioBalances(control, scenario)
  const ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry)
  // Logos come through the background, and the form is redrawn with them.
  const face = '[data-testid="from-token"] img.token-face[src^="data:image/png;base64,"]'
  await ferry.waitUntil(`document.querySelector('${face}')?.naturalWidth === 48`, 'the logo of a token')
  await watchNotices(ferry)

  await control.next('refund')
  const refunded = await startScenario(ferry, scenario)
  expect(await waitForEnd(ferry)).toBe(7)
  expect(await readScenarioBalances(control, scenario)).toEqual(before)
  // The notification comes after the first read of the chain, so that it can name the verified end. That is a
  // moment after the screen.
  await expect.poll(() => readShownNotices(ferry)).toEqual([`order:${refunded}`])

  await goHome(ferry)
  await control.next('expire')
  const expired = await startScenario(ferry, scenario)
  expect(await waitForEnd(ferry)).toBe(5)
  // Keeps what the browser has really copied. It copies nothing for a page without the focus.
  await ferry.run(`void (navigator.clipboard.writeText = async (text) => {
    await Clipboard.prototype.writeText.call(navigator.clipboard, text)
    window.copiedText = text
  })`)
  await ferry.click('contact-support')
  const isSupport = (url: string) => url === `${pagesUrl}/support`
  await expect.poll(() => driver.pages().some((page) => isSupport(page.url()))).toBe(true)
  expect(await ferry.run('window.copiedText')).toContain(`swap ${expired}`)

  await goHome(ferry)
  await holdPending(control)
  await startScenario(ferry, scenario)
  await waitForOrderState(ferry, ['pending'])
  await wallet.choose('wallet-mode', 'approve-by-hand')
  await ferry.click('cancel-open')
  await ferry.click('cancel-confirm')
  await ferry.waitFor('waiting-screen')
  await wallet.waitFor('wallet-approve')
  expect(await wallet.text('wallet-title')).toBe('Cancel a signature')
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['cancelled_unused'])
  expect(await ferry.attribute('evidence', 'data-verified')).toBe('true')
  // Only now a solver starts, and meets a used nonce.
  await releasePending(control)
  await expect.poll(async () => (await control.truth()).requests[2]?.statusCode).toBe(6)
  expect(await readScenarioBalances(control, scenario)).toEqual(before)
})
