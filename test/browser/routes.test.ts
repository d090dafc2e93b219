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
  openQuote,
  openReview,
  pickPair,
  primaryIs,
  startScenario,
  waitForEnd,
  waitForOrderState,
  waitForProblem,
  walletAddress,
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
/** Enough for a review, and soon expired. */
const quoteSeconds = 30
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

it('refuses a native fee above the cap, and handles a picked route that disappears and a quote that expires', async () => {
  const { control } = journey()
  const before = await readScenarioBalances(control, cross)
  const { ferry, wallet } = await openConnected(journey(), 'approve-by-hand')
  await fillForm(ferry, cross)
  // Low in the quote, and high in the built transaction: refused before the wallet is prompted.
  await control.fault({
    endpoint: 'build-tx',
    kind: 'field',
    value: { pointer: '/result/txData/value', value: `${10n ** 18n}` },
  })
  await pickRoute(ferry, 'manual:Tollgate:')
  await ferry.click('primary')
  expect(await waitForProblem(ferry)).toBe('checkFailed')
  await control.clearFaults()
  await goHome(ferry)
  // High in the quote: displayed with the reason, and not selectable.
  const toll = { pointer: '/result/manualRoutes/0/routeDetails/routeFee/amount', value: `${10n ** 18n}` }
  await control.fault({ endpoint: 'quote', kind: 'field', value: toll })
  await ferry.click('ring')
  await openQuote(ferry)
  await ferry.click('routes-open')
  const blocked = '[data-route^="manual:Tollgate:"][data-blocked="routeUnusable"]:disabled'
  await ferry.waitUntil(`document.querySelector('${blocked}') !== null`, 'the dear route to be disabled')
  await control.clearFaults()
  await ferry.run(`document.querySelector('[data-route^="manual:Barge Slow:"]').click()`)
  await ferry.waitUntil(primaryIs('review'), 'the slow route to be quoted')
  await control.fault({
    endpoint: 'quote',
    kind: 'field',
    value: { pointer: '/result/manualRoutes', value: [] },
  })
  await ferry.click('ring')
  await openQuote(ferry)
  await ferry.click('routes-open')
  await ferry.waitFor('pick-gone')
  await control.clearFaults()
  await ferry.press('Escape')
  await ferry.waitGone('route-list')
  await control.life({ quoteSeconds })
  await ferry.click('ring')
  await pickRoute(ferry, 'manual:Lighter V2:')
  await openReview(ferry)
  await confirmReview(ferry)
  await wallet.waitFor('wallet-approve')
  const reviewed = Object.keys((await control.counters()).builds).at(-1)
  const requestedMs = Date.now()
  await wallet.waitUntil(
    `Date.now() > ${requestedMs + quoteSeconds * 1000 - 14_000}`,
    'the quote to be too old',
  )
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['send_requested'])
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, doneStates)
  const sent = (await control.truth()).requests.at(-1)
  expect(sent?.quoteId).not.toBe(reviewed)
  checkTransfer(cross, before, await readScenarioBalances(control, cross))
})

it('names a filter that leaves no route, and removes it with one click', async () => {
  const { ferry } = await openConnected(journey())
  await setOptions(ferry, { exclusiveTransmitter: walletAddress, exchange: 'coinbase' })
  await pickPair(ferry, cross)
  await ferry.fill('amount', '10')
  await ferry.click('lift-exchange')
  await ferry.waitUntil(primaryIs('review'), 'a quote without the filter')
})
