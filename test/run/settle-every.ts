import { join } from 'node:path'
import type { View } from '../browser/driver.ts'
import { checkSubmits } from '../browser/money.ts'
import { askForTrip, clearOptions, requestHashOf } from '../browser/route-journey.ts'
import {
  agreeToAll,
  confirmReview,
  doneStates,
  goHome,
  openReview,
  waitOrderState,
  walletAddress,
} from '../browser/swap-journey.ts'
import { otherTrips, type Trip } from '../browser/trips.ts'
import { pay } from '../sandbox/service/person.ts'
import { openConnected, pictures, settleBasic } from './settle-three.ts'
import { settleWorseQuote } from './settle-worse-quote.ts'
import { settled } from './settled.ts'
import type { Stage } from './stage.ts'

/** One swap of each kind through the real screens, hands-free; gives how many settled, throws at the first that does not. */
export async function settleEvery(stage: Stage): Promise<number> {
  const ferry = await openConnected(stage)
  const basic = await settleBasic(stage, ferry)
  const trips = otherTrips(stage.sandbox.ledger.chains)
  for (const [index, trip] of trips.entries()) await settleTrip(stage, ferry, trip, basic + index + 1)
  const count = basic + trips.length + 1
  await settleWorseQuote(stage, ferry, count)
  const { requests, problems } = await stage.sandbox.control.truth()
  if (problems.length > 0) throw new Error(`the sandbox met: ${problems.join('; ')}`)
  const open = requests.filter(({ status }) => status !== 'SETTLED')
  if (open.length > 0) throw new Error(`${open.length} requests did not settle`)
  await checkSubmits(stage.sandbox.control)
  if (requests.length !== count) throw new Error(`there were ${requests.length} requests`)
  return requests.length
}

async function settleTrip(stage: Stage, ferry: View, trip: Trip, number: number): Promise<void> {
  const { sandbox, say } = stage
  const { from, to, amountText, receiver = walletAddress } = trip
  say(`${number}. ${trip.name}: ${amountText} ${from.symbol} for ${to.symbol}`)
  const held = async () => {
    const all = await sandbox.control.balances(receiver)
    return BigInt(
      all[String(to.chainId)]?.[to.address.startsWith('0x') ? to.address.toLowerCase() : to.address] ?? '0',
    )
  }
  const before = await held()
  const seen = (await sandbox.control.truth()).requests.length
  await askForTrip(ferry, trip)
  await openReview(ferry)
  if (trip.pays === 'elsewhere') await payElsewhere(ferry)
  await confirmReview(ferry)
  await payDeposit(stage, ferry, trip)
  await waitOrderState(ferry, doneStates)
  await ferry.screenshot(join(pictures, `${number}-done.png`))
  const request = await settled(stage, seen)
  if (trip.proof !== undefined && !trip.proof(request))
    throw new Error(`${trip.name} is not what was asked for`)
  const got = (await held()) - before
  if (got < BigInt(request.minOutputAmount)) throw new Error(`${trip.name}: ${got} units arrived`)
  say(`   settled on chain (${request.destinationTransactionHash}): ${got} ${to.symbol} units in`)
  await goHome(ferry)
  if (trip.options !== undefined || trip.route !== undefined) await clearOptions(ferry)
}

/** The connected wallet could send it, but somebody else shall. */
async function payElsewhere(ferry: View): Promise<void> {
  await ferry.click('pay-elsewhere')
  await ferry.waitUntil(
    `document.querySelector('[data-testid="pay-elsewhere"][aria-pressed="true"]') !== null`,
    'the review of a deposit from elsewhere',
  )
  await agreeToAll(ferry)
}

async function payDeposit({ sandbox }: Stage, ferry: View, trip: Trip): Promise<void> {
  const [whole = '0', fraction = ''] = trip.amountText.split('.')
  const units = BigInt(whole + fraction.padEnd(trip.from.decimals, '0'))
  if (trip.pays === 'played') {
    await ferry.waitFor('deposit-panel')
    await sandbox.control.deposit(await requestHashOf(ferry), String(units))
  }
  if (trip.pays !== 'elsewhere') return
  await ferry.waitFor('deposit-panel')
  const chain = sandbox.ledger.chains.find(({ chainId }) => chainId === trip.from.chainId)
  if (chain === undefined) throw new Error('the sandbox has no such chain')
  await pay(chain, trip.from.address, units, await ferry.text('deposit-address'))
}
