import { join } from 'node:path'
import { checkSingleSubmits, checkTransfer, readScenarioBalances } from '../browser/balances.ts'
import type { View } from '../browser/driver.ts'
import { confirmReview, connect, fillForm, goHome, openReview, waitForEnd } from '../browser/swap-journey.ts'
import { basicScenarios, type SwapScenario } from '../browser/swap-scenarios.ts'
import { connectWith } from '../browser/wallet-person.ts'
import type { LiveHarness } from './live-harness.ts'

export const pictures = join('test-results', 'start')

/** Returns how many settled. Throws at the first one that does not. */
export async function settleThree(harness: LiveHarness): Promise<number> {
  const { sandbox } = harness
  await settleBasic(harness, await openConnected(harness))
  const truth = await sandbox.control.truth()
  const settled = truth.requests.filter((request) => request.status === 'SETTLED')
  if (truth.problems.length > 0) throw new Error(`the sandbox met: ${truth.problems.join('; ')}`)
  await checkSingleSubmits(sandbox.control)
  return settled.length
}

/** Opens Ferry and connects the harness's wallet, which approves everything from then on. */
export async function openConnected({ driver, person, say }: LiveHarness): Promise<View> {
  const ferry = await driver.openFerry()
  await ferry.waitFor('amount')
  say('Ferry is open')
  if (person === null) await connect(driver, ferry, 'auto')
  else {
    await connectWith(ferry, person)
    await person.setMode('auto')
    await ferry.bringToFront()
  }
  say('wallet connected')
  await ferry.screenshot(join(pictures, '0-home.png'))
  return ferry
}

export async function settleBasic(harness: LiveHarness, ferry: View): Promise<number> {
  const scenarios = basicScenarios(harness.sandbox.ledger.chains)
  for (const [index, scenario] of scenarios.entries()) await settle(harness, ferry, scenario, index + 1)
  return scenarios.length
}

async function settle(
  { sandbox, say }: LiveHarness,
  ferry: View,
  scenario: SwapScenario,
  number: number,
): Promise<void> {
  const picture = (name: string) => ferry.screenshot(join(pictures, `${number}-${name}.png`))
  say(`${number}. ${scenario.name}: ${scenario.amountText} ${scenario.from.symbol} for ${scenario.to.symbol}`)
  const before = await readScenarioBalances(sandbox.control, scenario)
  say(`   before: ${before.from} ${scenario.from.symbol} units, ${before.to} ${scenario.to.symbol} units`)
  await fillForm(ferry, scenario)
  say('   quoted')
  await picture('quote')
  await openReview(ferry)
  say('   reviewed')
  await picture('review')
  await confirmReview(ferry)
  say('   confirmed; the wallet is asked')
  await picture('progress')
  const code = await waitForEnd(ferry)
  if (code !== 3 && code !== 4) throw new Error(`${scenario.name} ended with status ${code}`)
  say(`   over, status ${code}`)
  await picture('done')
  const truth = await waitSettled(sandbox, number)
  const { spent, got } = checkTransfer(
    scenario,
    before,
    await readScenarioBalances(sandbox.control, scenario),
  )
  say(
    `   settled on chain (${truth}): ${spent} ${scenario.from.symbol} units out, ${got} ${scenario.to.symbol} units in`,
  )
  await goHome(ferry)
}

/** The money may arrive before the solver updates its records. */
async function waitSettled(sandbox: LiveHarness['sandbox'], count: number): Promise<string> {
  for (let look = 0; look < 60; look++) {
    const { requests } = await sandbox.control.truth()
    const settled = requests.filter((request) => request.status === 'SETTLED')
    if (settled.length >= count) return settled.at(-1)?.destinationTransactionHash ?? 'no hash'
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error(`the sandbox settled fewer than ${count} swaps`)
}
