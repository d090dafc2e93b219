import { join } from 'node:path'
import type { View } from '../browser/driver.ts'
import { checkMoved, checkSubmits, heldForRide } from '../browser/money.ts'
import { askFor, confirmReview, connect, goHome, openReview, waitOver } from '../browser/swap-journey.ts'
import { basicScenarios, type SwapScenario } from '../browser/swap-scenarios.ts'
import { connectWith } from '../browser/wallet-person.ts'
import type { Stage } from './stage.ts'

/** Where the pictures of a run go. */
export const pictures = join('test-results', 'start')

/** Makes the three basic swaps through the real screens, hands-free; gives how many settled, throws at the first that does not. */
export async function settleThree(stage: Stage): Promise<number> {
  const { sandbox } = stage
  await settleBasic(stage, await openConnected(stage))
  const truth = await sandbox.control.truth()
  const settled = truth.requests.filter((request) => request.status === 'SETTLED')
  if (truth.problems.length > 0) throw new Error(`the sandbox met: ${truth.problems.join('; ')}`)
  await checkSubmits(sandbox.control)
  return settled.length
}

/** Opens Ferry and connects the stage's wallet, which says yes to everything from then on. */
export async function openConnected({ driver, person, say }: Stage): Promise<View> {
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

/** The three basic swaps, one after the other; gives how many they are. */
export async function settleBasic(stage: Stage, ferry: View): Promise<number> {
  const rides = basicScenarios(stage.sandbox.ledger.chains)
  for (const [index, ride] of rides.entries()) await settle(stage, ferry, ride, index + 1)
  return rides.length
}

async function settle(
  { sandbox, say }: Stage,
  ferry: View,
  ride: SwapScenario,
  number: number,
): Promise<void> {
  const picture = (name: string) => ferry.screenshot(join(pictures, `${number}-${name}.png`))
  say(`${number}. ${ride.name}: ${ride.amountText} ${ride.from.symbol} for ${ride.to.symbol}`)
  const before = await heldForRide(sandbox.control, ride)
  say(`   before: ${before.from} ${ride.from.symbol} units, ${before.to} ${ride.to.symbol} units`)
  await askFor(ferry, ride)
  say('   quoted')
  await picture('quote')
  await openReview(ferry)
  say('   reviewed')
  await picture('review')
  await confirmReview(ferry)
  say('   confirmed; the wallet is asked')
  await picture('progress')
  const code = await waitOver(ferry)
  if (code !== 3 && code !== 4) throw new Error(`${ride.name} ended with status ${code}`)
  say(`   over, status ${code}`)
  await picture('done')
  const truth = await waitSettled(sandbox, number)
  const { spent, got } = checkMoved(ride, before, await heldForRide(sandbox.control, ride))
  say(
    `   settled on chain (${truth}): ${spent} ${ride.from.symbol} units out, ${got} ${ride.to.symbol} units in`,
  )
  await goHome(ferry)
}

/** Waits until the oracle has settled this many requests: the money may be there before the solver has closed its books. */
async function waitSettled(sandbox: Stage['sandbox'], count: number): Promise<string> {
  for (let look = 0; look < 60; look++) {
    const { requests } = await sandbox.control.truth()
    const settled = requests.filter((request) => request.status === 'SETTLED')
    if (settled.length >= count) return settled.at(-1)?.destinationTransactionHash ?? 'no hash'
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error(`the sandbox settled fewer than ${count} swaps`)
}
