import { expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { setOptions } from './route-journey.ts'
import {
  confirmReview,
  openReview,
  openWallets,
  pickToken,
  primaryIs,
  waitForEnd,
  waitForOrderState,
  walletAddress,
  walletPageIsKnown,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [scenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

it('shows an account without a wallet; then its wallet approves and sends in one call', async () => {
  const { control, driver, harness } = journey()
  const before = await readScenarioBalances(control, scenario)
  const ferry = await driver.openFerry()
  await openWallets(ferry)
  await ferry.click('wallet-more')
  await ferry.fill('watch-address', walletAddress)
  await ferry.click('watch-address-go')
  await ferry.waitFor('account')
  await pickToken(ferry, 'from', scenario.from)
  await pickToken(ferry, 'to', scenario.to)
  await ferry.fill('amount', scenario.amountText)
  await ferry.waitFor('quote-open')
  await ferry.waitUntil(primaryIs('connect'), 'a quote for a wallet that is not there')

  const wallet = await driver.openPage(`${harness.pagesUrl}/wallet?auto=1&smart=1`)
  await walletPageIsKnown(ferry)
  await ferry.bringToFront()
  await setOptions(ferry, { useInbox: true })
  await ferry.click('primary')
  await ferry.click('wallet-page')
  await ferry.click('wallet-connect')
  await ferry.bringToFront()
  await ferry.waitUntil(primaryIs('review'), 'a quote for the connected wallet')
  await openReview(ferry)
  await confirmReview(ferry)
  await waitForOrderState(ferry, ['sent', 'pending', 'reported_terminal', 'verified_terminal'])
  expect([3, 4]).toContain(await waitForEnd(ferry))
  checkTransfer(scenario, before, await readScenarioBalances(control, scenario))
  const requested = (await wallet.run(
    `[...document.querySelectorAll('[data-testid="wallet-log"] li')].map((line) => line.textContent)`,
  )) as readonly string[]
  expect(requested.filter((method) => /^(eth_send|wallet_send)/.test(method))).toEqual(['wallet_sendCalls'])
  expect((await control.truth()).requests).toHaveLength(1)
})
