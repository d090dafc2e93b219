import { describe, expect, it } from 'vitest'
import { useJourney } from './journey.ts'
import { rideByKeys } from './keyboard-ride.ts'
import { checkMoved, heldForRide } from './money.ts'
import { theStage } from './stage.ts'
import { connect, startRide, waitOrderState, waitOver } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const { browser, chains } = theStage()
const [first, ...others] = basicScenarios(chains) as [SwapScenario, ...SwapScenario[]]

/** How an answer is read is the same code in each browser: Firefox sees one shape. */
const shapes = browser === 'firefox' ? (['observed'] as const) : (['observed', 'interface'] as const)

describe.each(shapes)('in the %s shape', (shape) => {
  it.each(others.map((ride) => [ride.name, ride] as const))('%s', async (_, ride) => {
    const { control, driver } = journey()
    await control.shape(shape)
    const before = await heldForRide(control, ride)
    const ferry = await driver.openFerry()
    await connect(driver, ferry)
    await startRide(ferry, ride)
    expect([3, 4]).toContain(await waitOver(ferry))
    checkMoved(ride, before, await heldForRide(control, ride))
    // Both endpoints of the sandbox show it: it is proven, not only reported.
    await waitOrderState(ferry, ['verified_terminal'])
    expect(await ferry.attribute('evidence', 'data-verified')).toBe('true')
    const { requests } = await control.truth()
    expect(requests).toHaveLength(1)
  })
})

it(`${first.name}, with the keyboard only`, async () => {
  const { control } = journey()
  const before = await heldForRide(control, first)
  const { status, verified } = await rideByKeys(journey(), first)
  expect([3, 4]).toContain(status)
  expect(verified).toBe('true')
  checkMoved(first, before, await heldForRide(control, first))
  expect((await control.truth()).requests).toHaveLength(1)
})
