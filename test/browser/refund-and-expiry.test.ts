import { expect, it } from 'vitest'
import type { SandboxChain, SandboxToken } from '../sandbox/chains/ledger.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { heldForScenario, heldUnits } from './balances.ts'
import { noticesSeen, watchNotices } from './notices.ts'
import { connect, startScenario, waitOver } from './swap-journey.ts'
import { basicScenarios, type SwapScenario, scenarioUnits } from './swap-scenarios.ts'

const journey = useJourney()
const { chains } = journeyHarness()
const [signedScenario, nativeScenario] = basicScenarios(chains) as [SwapScenario, SwapScenario]
const origin = chains.find(({ chainId }) => chainId === nativeScenario.from.chainId) as SandboxChain
const wrappedCoin = origin.tokens.find(({ address }) => address === origin.wrappedNative) as SandboxToken

it('reports a refunded signed swap, whose funds are back', async () => {
  const { control, driver } = journey()
  await control.next('refund')
  const before = await heldForScenario(control, signedScenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await watchNotices(ferry)
  const orderId = await startScenario(ferry, signedScenario)
  expect(await waitOver(ferry)).toBe(7)
  expect(await heldForScenario(control, signedScenario)).toEqual(before)
  // The notification comes after the first read of the chain, so that it can name the verified end. That is a
  // moment after the screen.
  await expect.poll(() => noticesSeen(ferry)).toEqual([`order:${orderId}`])
})

it('refunds a native swap completely in the wrapped token, except for the gas', async () => {
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
  // The inbox wrapped the native currency, so it refunds the wrapped token.
  const back = (await heldUnits(control, wrappedCoin)) - wrappedBefore
  expect(back).toBe(scenarioUnits(nativeScenario))
  expect(before.from - after.from - back).toBeLessThan(10n ** 16n)
})

it('takes nothing for an expired signed swap', async () => {
  const { control, driver } = journey()
  await control.next('expire')
  const before = await heldForScenario(control, signedScenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startScenario(ferry, signedScenario)
  expect(await waitOver(ferry)).toBe(5)
  expect(await heldForScenario(control, signedScenario)).toEqual(before)
})
