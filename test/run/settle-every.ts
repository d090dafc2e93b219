import { join } from 'node:path'
import type { View } from '../browser/driver.ts'
import { checkSubmits } from '../browser/money.ts'
import { askForTrip, clearOptions, requestHashOf } from '../browser/route-journey.ts'
import {
  otherScenarios,
  type RefundScenario,
  type RouteScenario,
  refundScenarios,
} from '../browser/route-scenarios.ts'
import {
  agreeToAll,
  confirmReview,
  doneStates,
  goHome,
  openReview,
  waitOrderState,
  walletAddress,
} from '../browser/swap-journey.ts'
import { pay } from '../sandbox/service/person.ts'
import { ended } from './ended.ts'
import { openConnected, pictures, settleBasic } from './settle-three.ts'
import { settleWorseQuote } from './settle-worse-quote.ts'
import type { Stage } from './stage.ts'

/**
 * One swap of each kind through the real screens, hands-free, and one refund on each side; gives how many settled, throws at
 * the first that does not end as it should.
 */
export async function settleEvery(stage: Stage): Promise<number> {
  const ferry = await openConnected(stage)
  const basic = await settleBasic(stage, ferry)
  const trips = otherScenarios(stage.sandbox.ledger.chains)
  for (const [index, trip] of trips.entries()) await settleTrip(stage, ferry, trip, basic + index + 1)
  const refunds = refundScenarios(stage.sandbox.ledger.chains)
  const count = basic + trips.length + 1
  await settleWorseQuote(stage, ferry, count)
  for (const [index, refund] of refunds.entries()) await refundTrip(stage, ferry, refund, count + index + 1)
  const { requests, problems } = await stage.sandbox.control.truth()
  if (problems.length > 0) throw new Error(`the sandbox met: ${problems.join('; ')}`)
  const done = requests.filter(({ status }) => status === 'SETTLED').length
  const back = requests.filter(({ status }) => status === 'REFUNDED').length
  if (done !== count) throw new Error(`${done} requests settled`)
  if (back !== refunds.length || requests.length !== done + back)
    throw new Error(`${back} of ${requests.length} requests were refunded`)
  await checkSubmits(stage.sandbox.control)
  stage.say(`${back} swaps refunded, each where it had to be`)
  return count
}

/** Makes a swap that is paid back, and looks where the money is. */
async function refundTrip(stage: Stage, ferry: View, refund: RefundScenario, number: number): Promise<void> {
  const { sandbox, say } = stage
  const { trip, outcome, backOn, to } = refund
  say(`${number}. ${trip.name}: ${trip.amountText} ${trip.from.symbol} for ${trip.to.symbol}`)
  const held = () => unitsOf(stage, trip.to.chainId === backOn ? trip.to : trip.from, to)
  const before = await held()
  const seen = (await sandbox.control.truth()).requests.length
  await sandbox.control.next(outcome)
  await makeTrip(stage, ferry, trip)
  await ferry.screenshot(join(pictures, `${number}-refunded.png`))
  const request = await ended(stage, seen, 'REFUNDED')
  if (request.refundChainId !== backOn) throw new Error(`${trip.name} was paid on ${request.refundChainId}`)
  const got = (await held()) - before
  if (got <= 0n) throw new Error(`${trip.name}: nothing came back`)
  say(`   refunded on chain ${backOn} (${request.refundTransactionHash}): ${got} units back`)
  await goHome(ferry)
  if (trip.options !== undefined) await clearOptions(ferry)
}

/** From the form to an end on screen. */
async function makeTrip(stage: Stage, ferry: View, trip: RouteScenario): Promise<void> {
  await askForTrip(ferry, trip)
  await openReview(ferry)
  if (trip.pays === 'elsewhere') await payElsewhere(ferry)
  await confirmReview(ferry)
  await payDeposit(stage, ferry, trip)
  await waitOrderState(ferry, doneStates)
}

async function settleTrip(stage: Stage, ferry: View, trip: RouteScenario, number: number): Promise<void> {
  const { sandbox, say } = stage
  const { from, to, amountText, receiver = walletAddress } = trip
  say(`${number}. ${trip.name}: ${amountText} ${from.symbol} for ${to.symbol}`)
  const held = () => unitsOf(stage, to, receiver)
  const before = await held()
  const seen = (await sandbox.control.truth()).requests.length
  await makeTrip(stage, ferry, trip)
  await ferry.screenshot(join(pictures, `${number}-done.png`))
  const request = await ended(stage, seen, 'SETTLED')
  if (trip.proof !== undefined && !trip.proof(request))
    throw new Error(`${trip.name} is not what was asked for`)
  const got = (await held()) - before
  if (got < BigInt(request.minOutputAmount)) throw new Error(`${trip.name}: ${got} units arrived`)
  say(`   settled on chain (${request.destinationTransactionHash}): ${got} ${to.symbol} units in`)
  await goHome(ferry)
  if (trip.options !== undefined || trip.route !== undefined) await clearOptions(ferry)
}

/** What an account has of a token, as the chains say; of a far chain what was paid to it. */
async function unitsOf(
  { sandbox }: Stage,
  { chainId, address }: Pick<RouteScenario['to'], 'chainId' | 'address'>,
  who: string,
): Promise<bigint> {
  const all = await sandbox.control.balances(who)
  return BigInt(all[String(chainId)]?.[address.startsWith('0x') ? address.toLowerCase() : address] ?? '0')
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

async function payDeposit({ sandbox }: Stage, ferry: View, trip: RouteScenario): Promise<void> {
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
