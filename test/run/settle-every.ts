import { join } from 'node:path'
import { checkSingleSubmits } from '../browser/balances.ts'
import type { View } from '../browser/driver.ts'
import { clearOptions, fillRouteForm, requestHashOf, setOptions } from '../browser/route-journey.ts'
import {
  otherScenarios,
  type RefundScenario,
  type RouteScenario,
  refundScenarios,
  wrappedScenario,
} from '../browser/route-scenarios.ts'
import {
  confirmReview,
  doneStates,
  giveAllConsents,
  goHome,
  openReview,
  pickToken,
  waitForOrderState,
  walletAddress,
} from '../browser/swap-journey.ts'
import { pay } from '../sandbox/service/person.ts'
import type { LiveHarness } from './live-harness.ts'
import { openConnected, pictures, settleBasic } from './settle-three.ts'
import { settleWorseQuote } from './settle-worse-quote.ts'
import { waitForEnd } from './wait-for-end.ts'

/** Also refunds on each side. Returns how many settled. Throws at the first one with a wrong end. */
export async function settleEvery(harness: LiveHarness): Promise<number> {
  const ferry = await openConnected(harness)
  const basic = await settleBasic(harness, ferry)
  const scenarios = otherScenarios(harness.sandbox.ledger.chains)
  for (const [index, scenario] of scenarios.entries())
    await settleScenario(harness, ferry, scenario, basic + index + 1)
  await refuseWrapped(harness, ferry)
  const refunds = refundScenarios(harness.sandbox.ledger.chains)
  const count = basic + scenarios.length + 1
  await settleWorseQuote(harness, ferry, count)
  for (const [index, refund] of refunds.entries())
    await settleRefund(harness, ferry, refund, count + index + 1)
  const { requests, problems } = await harness.sandbox.control.truth()
  if (problems.length > 0) throw new Error(`the sandbox met: ${problems.join('; ')}`)
  const done = requests.filter(({ status }) => status === 'SETTLED').length
  const back = requests.filter(({ status }) => status === 'REFUNDED').length
  if (done !== count) throw new Error(`${done} requests settled`)
  if (back !== refunds.length || requests.length !== done + back)
    throw new Error(`${back} of ${requests.length} requests were refunded`)
  await checkSingleSubmits(harness.sandbox.control)
  harness.say(`${back} swaps refunded, each where it had to be`)
  return count
}

/** Requests the swap that Ferry refuses before any approval or service request. */
async function refuseWrapped({ sandbox, say }: LiveHarness, ferry: View): Promise<void> {
  const scenario = wrappedScenario(sandbox.ledger.chains)
  const { from, to, options = {}, amountText } = scenario
  say(`${scenario.name}: ${amountText} ${from.symbol} for ${to.symbol}`)
  await pickToken(ferry, 'from', from)
  await pickToken(ferry, 'to', to)
  await setOptions(ferry, options)
  await ferry.fill('amount', amountText)
  await ferry.waitUntil(
    `document.querySelector('[data-testid="problem"][data-code="wrappedThroughInbox"]') !== null`,
    'the reason why the wrapped coin is not sent through the inbox',
  )
  await ferry.screenshot(join(pictures, 'wrapped-refused.png'))
  const requested = await sandbox.control.asked()
  const isSent = requested.some(
    ({ params }) => params.inputToken === from.address && params.useInbox === 'true',
  )
  if (isSent) throw new Error(`${scenario.name} was asked for`)
  say('   refused, with the reason')
  await clearOptions(ferry)
}

async function settleRefund(
  harness: LiveHarness,
  ferry: View,
  refund: RefundScenario,
  number: number,
): Promise<void> {
  const { sandbox, say } = harness
  const { scenario, outcome, backOn, to } = refund
  say(`${number}. ${scenario.name}: ${scenario.amountText} ${scenario.from.symbol} for ${scenario.to.symbol}`)
  const held = () => unitsOf(harness, scenario.to.chainId === backOn ? scenario.to : scenario.from, to)
  const before = await held()
  const seen = (await sandbox.control.truth()).requests.length
  await sandbox.control.next(outcome)
  await runScenario(harness, ferry, scenario)
  await ferry.screenshot(join(pictures, `${number}-refunded.png`))
  const request = await waitForEnd(harness, seen, 'REFUNDED')
  if (request.refundChainId !== backOn)
    throw new Error(`${scenario.name} was paid on ${request.refundChainId}`)
  const { inputAmount, affiliateAmount } = request
  // The wallet gets back its payment, minus the affiliate's fee.
  const isOwn = to === walletAddress && backOn === scenario.from.chainId
  const got = (await held()) - before + (isOwn ? BigInt(inputAmount) : 0n)
  const isRight = isOwn ? got === BigInt(inputAmount) - BigInt(affiliateAmount) : got > 0n
  if (!isRight) throw new Error(`${scenario.name}: ${got} units came back`)
  say(`   refunded on chain ${backOn} (${request.refundTransactionHash}): ${got} units back`)
  await goHome(ferry)
  if (scenario.options !== undefined) await clearOptions(ferry)
}

async function runScenario(harness: LiveHarness, ferry: View, scenario: RouteScenario): Promise<void> {
  await fillRouteForm(ferry, scenario)
  await openReview(ferry)
  if (scenario.pays === 'elsewhere') await payElsewhere(ferry)
  await confirmReview(ferry)
  await payDeposit(harness, ferry, scenario)
  await waitForOrderState(ferry, doneStates)
}

async function settleScenario(
  harness: LiveHarness,
  ferry: View,
  scenario: RouteScenario,
  number: number,
): Promise<void> {
  const { sandbox, say } = harness
  const { from, to, amountText, receiver = walletAddress } = scenario
  say(`${number}. ${scenario.name}: ${amountText} ${from.symbol} for ${to.symbol}`)
  const held = () => unitsOf(harness, to, receiver)
  const before = await held()
  const seen = (await sandbox.control.truth()).requests.length
  await sandbox.control.native(scenario.nativeForm ?? 'wrapped')
  await runScenario(harness, ferry, scenario)
  await ferry.screenshot(join(pictures, `${number}-done.png`))
  const request = await waitForEnd(harness, seen, 'SETTLED')
  if (scenario.proof !== undefined && !scenario.proof(request))
    throw new Error(`${scenario.name} is not what was asked for`)
  const got = (await held()) - before
  if (got < BigInt(request.minOutputAmount)) throw new Error(`${scenario.name}: ${got} units arrived`)
  say(`   settled on chain (${request.destinationTransactionHash}): ${got} ${to.symbol} units in`)
  await goHome(ferry)
  if (scenario.options !== undefined || scenario.route !== undefined) await clearOptions(ferry)
}

/** Returns an account's token balance on chain. For a far chain: the amount paid to it. */
async function unitsOf(
  { sandbox }: LiveHarness,
  { chainId, address }: Pick<RouteScenario['to'], 'chainId' | 'address'>,
  who: string,
): Promise<bigint> {
  const all = await sandbox.control.balances(who)
  return BigInt(all[String(chainId)]?.[address.startsWith('0x') ? address.toLowerCase() : address] ?? '0')
}

/** Chooses payment from elsewhere, although the connected wallet could pay. */
async function payElsewhere(ferry: View): Promise<void> {
  await ferry.click('pay-elsewhere')
  await ferry.waitUntil(
    `document.querySelector('[data-testid="pay-elsewhere"][aria-pressed="true"]') !== null`,
    'the review of a deposit from elsewhere',
  )
  await giveAllConsents(ferry)
}

async function payDeposit({ sandbox }: LiveHarness, ferry: View, scenario: RouteScenario): Promise<void> {
  const [whole = '0', fraction = ''] = scenario.amountText.split('.')
  const units = BigInt(whole + fraction.padEnd(scenario.from.decimals, '0'))
  if (scenario.pays === 'played') {
    await ferry.waitFor('deposit-panel')
    await sandbox.control.deposit(await requestHashOf(ferry), String(units))
  }
  if (scenario.pays !== 'elsewhere') return
  await ferry.waitFor('deposit-panel')
  const chain = sandbox.ledger.chains.find(({ chainId }) => chainId === scenario.from.chainId)
  if (chain === undefined) throw new Error('the sandbox has no such chain')
  await pay(chain, scenario.from.address, units, await ferry.text('deposit-address'))
}
