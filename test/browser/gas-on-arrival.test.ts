import { expect, it } from 'vitest'
import { chainClient } from '../sandbox/chains/chain-client.ts'
import { nativeAddress } from '../sandbox/service/listed-token.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  confirmReview,
  connect,
  fillForm,
  lengthenQuotes,
  openReview,
  primaryIs,
  waitForEnd,
  walletAddress,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const { chains } = journeyHarness()
const journey = useJourney({ hasMotion: true })

it('adds gas to a swap for an account that has none on the destination, and delivers it', async () => {
  const { control, driver } = journey()
  await lengthenQuotes(control)
  const [scenario] = basicScenarios(chains) as [SwapScenario]
  const { rpcUrl, chainId } = chains.find((chain) => chain.chainId === scenario.to.chainId) ?? {}
  if (rpcUrl === undefined) throw new Error('the sandbox does not have the destination')
  await chainClient(rpcUrl).setBalance(walletAddress, 0n)

  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await fillForm(ferry, scenario)
  await ferry.click('gas-add')
  await ferry.waitFor('option-chip-refuel')
  await ferry.waitGone('gas-add')
  await ferry.waitUntil(primaryIs('review'), 'a quote with gas')
  const quoted = (await control.asked()).filter(({ endpoint }) => endpoint === 'quote')
  expect(quoted.at(-1)?.params.refuel).toBe('true')

  await openReview(ferry)
  await confirmReview(ferry)
  await waitForEnd(ferry)
  const [delivered] = (await control.truth()).requests
  const held = (await control.balances(walletAddress))[String(chainId)]?.[nativeAddress]
  expect(held).toBe(String(delivered?.refuelAmount))
})
