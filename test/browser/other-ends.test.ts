import { expect, it } from 'vitest'
import type { SandboxChain, SandboxToken } from '../sandbox/chains/ledger.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { heldForScenario, heldUnits } from './money.ts'
import { noticesSeen, watchNotices } from './notices.ts'
import { connect, startScenario, waitOver } from './swap-journey.ts'
import { basicScenarios, type SwapScenario, scenarioUnits } from './swap-scenarios.ts'

const journey = useJourney()
const { chains } = journeyHarness()
const [signedScenario, nativeScenario] = basicScenarios(chains) as [SwapScenario, SwapScenario]
const origin = chains.find(({ chainId }) => chainId === nativeScenario.from.chainId) as SandboxChain
const wrappedCoin = origin.tokens.find(({ address }) => address === origin.wrappedNative) as SandboxToken

it('a refunded signed swap says so, and the money is back', async () => {
  const { control, driver } = journey()
  await control.next('refund')
  const before = await heldForScenario(control, signedScenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await watchNotices(ferry)
  const orderId = await startScenario(ferry, signedScenario)
  expect(await waitOver(ferry)).toBe(7)
  expect(await heldForScenario(control, signedScenario)).toEqual(before)
  // It is told after the first look at the chain, so that it can say what is verified: a moment after the screen.
  await expect.poll(() => noticesSeen(ferry)).toEqual([`order:${orderId}`])
})

it('a refunded native swap gives all back as the wrapped coin, but the gas', async () => {
  const { control, driver } = journey()
  await control.next('refund')
  const before = await heldForScenario(control, nativeScenario)
  const wrappedBefore = await heldUnits(control, wrappedCoin)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startScenario(ferry, nativeScenario)
  expect(await waitOver(ferry)).toBe(7)
  const after = await heldForScenario(control, nativeScenario)
  expect(after.to).toBe(before.to)
  // The inbox wrapped the coin, so that is what it gives back.
  const back = (await heldUnits(control, wrappedCoin)) - wrappedBefore
  expect(back).toBe(scenarioUnits(nativeScenario))
  expect(before.from - after.from - back).toBeLessThan(10n ** 16n)
})

it('an expired signed swap never took anything', async () => {
  const { control, driver } = journey()
  await control.next('expire')
  const before = await heldForScenario(control, signedScenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startScenario(ferry, signedScenario)
  expect(await waitOver(ferry)).toBe(5)
  expect(await heldForScenario(control, signedScenario)).toEqual(before)
})
