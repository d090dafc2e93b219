import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { heldForScenario } from './money.ts'
import { noticesSeen, watchNotices } from './notices.ts'
import { connect, startScenario, waitOver } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario, nativeScenario] = basicScenarios(journeyHarness().chains) as [
  SwapScenario,
  SwapScenario,
]

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
  await expect.poll(() => noticesSeen(ferry), { timeout: 60_000 }).toEqual([`order:${orderId}`])
})

it('a refunded native swap gives all back but the gas', async () => {
  const { control, driver } = journey()
  await control.next('refund')
  const before = await heldForScenario(control, nativeScenario)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startScenario(ferry, nativeScenario)
  expect(await waitOver(ferry)).toBe(7)
  const after = await heldForScenario(control, nativeScenario)
  expect(after.to).toBe(before.to)
  expect(before.from - after.from).toBeLessThan(10n ** 16n)
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
