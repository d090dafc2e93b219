import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { heldForRide } from './money.ts'
import { noticesSeen, watchNotices } from './notices.ts'
import { theStage } from './stage.ts'
import { connect, startRide, waitOver } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedRide, nativeRide] = basicScenarios(theStage().chains) as [SwapScenario, SwapScenario]

it('a refunded signed swap says so, and the money is back', async () => {
  const { control, driver } = journey()
  await control.next('refund')
  const before = await heldForRide(control, signedRide)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await watchNotices(ferry)
  const orderId = await startRide(ferry, signedRide)
  expect(await waitOver(ferry)).toBe(7)
  expect(await heldForRide(control, signedRide)).toEqual(before)
  // It is told after the first look at the chain, so that it can say what is verified: a moment after the screen.
  await expect.poll(() => noticesSeen(ferry), { timeout: 60_000 }).toEqual([`order:${orderId}`])
})

it('a refunded native swap gives all back but the gas', async () => {
  const { control, driver } = journey()
  await control.next('refund')
  const before = await heldForRide(control, nativeRide)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startRide(ferry, nativeRide)
  expect(await waitOver(ferry)).toBe(7)
  const after = await heldForRide(control, nativeRide)
  expect(after.to).toBe(before.to)
  expect(before.from - after.from).toBeLessThan(10n ** 16n)
})

it('an expired signed swap never took anything', async () => {
  const { control, driver } = journey()
  await control.next('expire')
  const before = await heldForRide(control, signedRide)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startRide(ferry, signedRide)
  expect(await waitOver(ferry)).toBe(5)
  expect(await heldForRide(control, signedRide)).toEqual(before)
})
