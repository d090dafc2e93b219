import { expect, it } from 'vitest'
import type { SandboxChain, SandboxToken } from '../sandbox/chains/ledger.ts'
import { readScenarioBalances, readTokenBalance } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { readShownNotices, watchNotices } from './notices.ts'
import { connect, startScenario, waitForEnd } from './swap-journey.ts'
import { basicScenarios, type SwapScenario, scenarioUnits } from './swap-scenarios.ts'

const journey = useJourney()
const { chains, pagesUrl } = journeyHarness()
const [signedScenario, nativeScenario] = basicScenarios(chains) as [SwapScenario, SwapScenario]
const origin = chains.find(({ chainId }) => chainId === nativeScenario.from.chainId) as SandboxChain
const wrappedCoin = origin.tokens.find(({ address }) => address === origin.wrappedNative) as SandboxToken

it('reports a refunded signed swap, whose funds are back', async () => {
  const { control, driver } = journey()
  await control.next('refund')
  const before = await readScenarioBalances(control, signedScenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await watchNotices(ferry)
  const orderId = await startScenario(ferry, signedScenario)
  expect(await waitForEnd(ferry)).toBe(7)
  expect(await readScenarioBalances(control, signedScenario)).toEqual(before)
  // The notification comes after the first read of the chain, so that it can name the verified end. That is a
  // moment after the screen.
  await expect.poll(() => readShownNotices(ferry)).toEqual([`order:${orderId}`])
})

it('refunds a native swap completely in the wrapped token, except for the gas', async () => {
  const { control, driver } = journey()
  await control.next('refund')
  const before = await readScenarioBalances(control, nativeScenario)
  const wrappedBefore = await readTokenBalance(control, wrappedCoin)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startScenario(ferry, nativeScenario)
  expect(await waitForEnd(ferry)).toBe(7)
  const after = await readScenarioBalances(control, nativeScenario)
  expect(after.to).toBe(before.to)
  // The inbox wrapped the native currency, so it refunds the wrapped token.
  const back = (await readTokenBalance(control, wrappedCoin)) - wrappedBefore
  expect(back).toBe(scenarioUnits(nativeScenario))
  expect(before.from - after.from - back).toBeLessThan(10n ** 16n)
})

it('takes nothing for an expired signed swap', async () => {
  const { control, driver } = journey()
  await control.next('expire')
  const before = await readScenarioBalances(control, signedScenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startScenario(ferry, signedScenario)
  expect(await waitForEnd(ferry)).toBe(5)
  expect(await readScenarioBalances(control, signedScenario)).toEqual(before)
})

it('opens the support page of the operator for an expired swap, after copying the details', async () => {
  const { control, driver } = journey()
  await control.next('expire')
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  const orderId = await startScenario(ferry, signedScenario)
  expect(await waitForEnd(ferry)).toBe(5)
  // Keeps what the browser has really copied. It copies nothing for a page without the focus.
  await ferry.run(`void (navigator.clipboard.writeText = async (text) => {
    await Clipboard.prototype.writeText.call(navigator.clipboard, text)
    window.copiedText = text
  })`)
  await ferry.click('contact-support')
  const isSupport = (url: string) => url === `${pagesUrl}/support`
  await expect.poll(() => driver.pages().some((page) => isSupport(page.url()))).toBe(true)
  expect(await ferry.run('window.copiedText')).toContain(`swap ${orderId}`)
})
