import { namehash } from 'viem'
import { expect, it } from 'vitest'
import { accounts, ensNames } from '../sandbox/chains/chain-book.ts'
import { chainClient } from '../sandbox/chains/chain-client.ts'
import { universalResolverAbi } from '../sandbox/chains/contract-abis.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  confirmReview,
  connect,
  fillForm,
  lengthenQuotes,
  openReview,
  primaryIs,
  waitForProblem,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const { chains } = journeyHarness()
const journey = useJourney()

it('reviews a swap to an ENS name, and stops before the wallet if the name changes after the review', async () => {
  const { control, driver } = journey()
  await lengthenQuotes(control)
  const ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  const [scenario] = basicScenarios(chains) as [SwapScenario]
  await fillForm(ferry, scenario)
  await ferry.click('receiver-open')
  await ferry.fill('receiver', 'Bob.eth')
  await ferry.waitFor('receiver-named')
  expect(await ferry.text('receiver-named')).toBe(ensNames['bob.eth'])
  await ferry.waitUntil(primaryIs('review'), 'a quote for the name')
  await openReview(ferry)
  expect(await ferry.text('receiver-name')).toBe('bob.eth')

  const { rpcUrl, universalResolver } = chains.find(({ name }) => name === 'Harbour') ?? {}
  if (rpcUrl === undefined || universalResolver === undefined) throw new Error('the sandbox has no Harbour')
  await chainClient(rpcUrl).call({
    from: accounts.deployer,
    to: universalResolver,
    abi: universalResolverAbi,
    functionName: 'setAddr',
    args: [namehash('bob.eth'), accounts.solver],
  })
  await confirmReview(ferry)
  expect(await waitForProblem(ferry)).toBe('nameChanged')
  expect(await wallet.isVisible('wallet-approve')).toBe(false)
})
