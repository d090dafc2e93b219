import { describe, expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { swapByKeys } from './keyboard-swap.ts'
import { connect, startScenario, waitForEnd, waitForOrderState } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const { browser, chains } = journeyHarness()
const [first, ...others] = basicScenarios(chains) as [SwapScenario, ...SwapScenario[]]

/** The decoders are the same code in each browser, so Firefox runs one shape. */
const shapes = browser === 'firefox' ? (['observed'] as const) : (['observed', 'interface'] as const)

describe.each(shapes)('in the %s shape', (shape) => {
  it.each(others.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
    const { control, driver } = journey()
    await control.shape(shape)
    const before = await readScenarioBalances(control, scenario)
    const ferry = await driver.openFerry()
    await connect(driver, ferry)
    await startScenario(ferry, scenario)
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(scenario, before, await readScenarioBalances(control, scenario))
    // Both endpoints of the sandbox show it, so it is verified, not only reported.
    await waitForOrderState(ferry, ['verified_terminal'])
    expect(await ferry.attribute('evidence', 'data-verified')).toBe('true')
    const { requests } = await control.truth()
    expect(requests).toHaveLength(1)
  })
})

it(`${first.name}, with the keyboard only`, async () => {
  const { control } = journey()
  const before = await readScenarioBalances(control, first)
  const { status, verified } = await swapByKeys(journey(), first)
  expect([3, 4]).toContain(status)
  expect(verified).toBe('true')
  checkTransfer(first, before, await readScenarioBalances(control, first))
  expect((await control.truth()).requests).toHaveLength(1)
})
