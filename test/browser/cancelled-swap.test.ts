import { expect, it } from 'vitest'
import { readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { connect, startScenario, waitForOrderState } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

it('cancels a signed swap that no solver executes on chain, so that it can never execute', async () => {
  const { control, driver } = journey()
  await control.pace({ assigned: 600_000 })
  const before = await readScenarioBalances(control, signedScenario)
  const ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry)
  // Logos come through the background, and the form is redrawn with them.
  const face = '[data-testid="from-token"] img.token-face[src^="data:image/png;base64,"]'
  await ferry.waitUntil(`document.querySelector('${face}')?.naturalWidth === 48`, 'the logo of a token')
  await startScenario(ferry, signedScenario)
  await waitForOrderState(ferry, ['pending'])
  await wallet.choose('wallet-mode', 'approve-by-hand')
  await ferry.click('cancel-open')
  await ferry.click('cancel-confirm')
  await ferry.waitFor('waiting-screen')
  await wallet.waitFor('wallet-approve')
  expect(await wallet.text('wallet-title')).toBe('Cancel a signature')
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['cancelled_unused'])
  expect(await ferry.attribute('evidence', 'data-verified')).toBe('true')
  // Only now a solver starts, and meets a used nonce.
  await control.pace({ assigned: 0 })
  await expect.poll(async () => (await control.truth()).requests[0]?.statusCode).toBe(6)
  expect((await readScenarioBalances(control, signedScenario)).from).toBe(before.from)
})
