import { expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { openConnected, useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { clearOptions, pickRoute, setOptions } from './route-journey.ts'
import {
  confirmReview,
  doneStates,
  fillForm,
  goHome,
  openReview,
  startScenario,
  waitForEnd,
  waitForOrderState,
  waitForProblem,
} from './swap-journey.ts'
import { type SwapScenario, tokenOf } from './swap-scenarios.ts'

const journey = useJourney({ isShared: true })
const { chains } = journeyHarness()
const cross: SwapScenario = {
  name: 'USDC, Harbour to Island',
  from: tokenOf(chains, 'Harbour', 'USDC'),
  to: tokenOf(chains, 'Island', 'USDC'),
  amountText: '125.5',
  kind: 'signed',
}
const same: SwapScenario = { ...cross, name: 'USDC to DAI on Harbour', to: tokenOf(chains, 'Harbour', 'DAI') }

it.each([
  ['across chains', cross, 'manual:Driftwood:', 'manual:Lighter V2:'],
  ['within a chain', same, 'manual:Driftswap:', 'manual:Harbourswap:'],
] as const)(
  'a manual route %s that cannot be built says so, another is built, approved, sent and followed',
  async (_, scenario, broken, route) => {
    const { control } = journey()
    const before = await readScenarioBalances(control, scenario)
    const { ferry } = await openConnected(journey())
    await fillForm(ferry, scenario)
    await pickRoute(ferry, broken)
    await ferry.click('primary')
    expect(await waitForProblem(ferry)).toBe('routeUnusable')
    expect(await readScenarioBalances(control, scenario)).toEqual(before)
    await goHome(ferry)
    await pickRoute(ferry, route)
    await openReview(ferry)
    await confirmReview(ferry)
    await waitForOrderState(ferry, doneStates)
    checkTransfer(scenario, before, await readScenarioBalances(control, scenario))
  },
)

it('a token sent to the inbox settles, and the next one is refunded', async () => {
  const { control } = journey()
  const { ferry } = await openConnected(journey())
  await setOptions(ferry, { useInbox: true })
  const before = await readScenarioBalances(control, cross)
  await startScenario(ferry, cross)
  expect([3, 4]).toContain(await waitForEnd(ferry))
  const after = await readScenarioBalances(control, cross)
  checkTransfer(cross, before, after)

  await goHome(ferry)
  await control.next('refund')
  await startScenario(ferry, cross)
  expect(await waitForEnd(ferry)).toBe(7)
  expect(await readScenarioBalances(control, cross)).toEqual(after)
  const quotes = (await control.asked()).filter(({ endpoint }) => endpoint === 'quote')
  expect(quotes.at(-1)?.params.useInbox).toBe('true')
  await goHome(ferry)
  await clearOptions(ferry)
})
