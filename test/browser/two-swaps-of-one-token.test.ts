import { expect, it } from 'vitest'
import { readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { connect, goHome, startScenario, waitForEnd, waitForOrderState } from './swap-journey.ts'
import { basicScenarios, type SwapScenario, scenarioUnits } from './swap-scenarios.ts'

const journey = useJourney()
const [first, , third] = basicScenarios(journeyHarness().chains) as [SwapScenario, SwapScenario, SwapScenario]

it('covers both swaps of one token with the approval of the second (R13)', async () => {
  const { control, driver } = journey()
  // The first one is still not extracted when the second approval is mined.
  await control.pace({ extracted: 600_000 })
  const before = await readScenarioBalances(control, first)
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  const firstId = await startScenario(ferry, first)
  await waitForOrderState(ferry, ['submitted', 'pending'])
  await goHome(ferry)
  await startScenario(ferry, third)
  await waitForOrderState(ferry, ['submitted', 'pending'])
  await control.pace({ extracted: 0 })
  expect([3, 4]).toContain(await waitForEnd(ferry, 90_000))
  const view = await driver.openFerry(`#/order/${firstId}`)
  expect([3, 4]).toContain(await waitForEnd(view, 90_000))
  const after = await readScenarioBalances(control, first)
  expect(before.from - after.from).toBe(scenarioUnits(first) + scenarioUnits(third))
  expect((await control.truth()).requests).toHaveLength(2)
})
