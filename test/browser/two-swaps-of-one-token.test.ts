import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { heldForScenario } from './balances.ts'
import { connect, goHome, startScenario, waitOrderState, waitOver } from './swap-journey.ts'
import { basicScenarios, type SwapScenario, scenarioUnits } from './swap-scenarios.ts'

const journey = useJourney()
const [first, , third] = basicScenarios(journeyHarness().chains) as [SwapScenario, SwapScenario, SwapScenario]

it('covers both swaps of one token with the approval of the second (R13)', async () => {
  const { control, driver } = journey()
  // The first one is still not extracted when the second approval is mined.
  await control.pace({ extracted: 600_000 })
  const before = await heldForScenario(control, first)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  const firstId = await startScenario(ferry, first)
  await waitOrderState(ferry, ['submitted', 'pending'])
  await goHome(ferry)
  await startScenario(ferry, third)
  await waitOrderState(ferry, ['submitted', 'pending'])
  await control.pace({ extracted: 0 })
  expect([3, 4]).toContain(await waitOver(ferry, 90_000))
  const view = await driver.openFerry(`#/order/${firstId}`)
  expect([3, 4]).toContain(await waitOver(view, 90_000))
  const after = await heldForScenario(control, first)
  expect(before.from - after.from).toBe(scenarioUnits(first) + scenarioUnits(third))
  expect((await control.truth()).requests).toHaveLength(2)
})
