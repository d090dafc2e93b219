import { equal, ok } from 'node:assert/strict'
import type { FundsLocation } from '../../lib/base/problem.ts'
import { remainingAllowance } from '../../lib/order/allowances.ts'
import type { Order } from '../../lib/order/order.ts'
import { isInSet } from '../../lib/order/order-state.ts'
import { heldInput } from '../harness/held-input.ts'
import type { World } from '../harness/world.ts'
import { type ExitResult, leftUnits } from './exits.ts'

const withdrawal = /^0x(ad776116|9da29c8e)/
const revocation = /^0x095ea7b3[0-9a-f]{64}0{64}$/

const returnedLocations: ReadonlySet<FundsLocation> = new Set([
  'nothingSent',
  'unmoved',
  'neverExecuted',
  'signedUnused',
  'refunded',
])

export const isWithdrawn = (world: World) => world.minedCalls.some(({ data }) => withdrawal.test(data))

/** Checks the exits that the person used, and the money that was left. Throws at a violation. */
export function judgeExits(
  world: World,
  order: Order,
  { counts, lowestAllowanceUnits, heldUnits }: ExitResult,
): void {
  const requested = world.wallet.prompts.map(({ params }) => String(Object(params[0]).data ?? ''))
  const requestCount = (call: RegExp) => requested.filter((data) => call.test(data)).length
  ok(requestCount(withdrawal) <= counts.withdraw, 'asked to withdraw what nobody wanted')
  const resets = order.transactions.filter(({ purpose }) => purpose === 'resetApproval').length
  const mayReset = resets > 0 || order.reviewed.inputToken.symbol === 'USDT'
  ok(mayReset || requestCount(revocation) <= counts.revoke, 'asked to revoke what nobody wanted')

  const { inputAmount, userAddress } = order.reviewed.request
  const lost = heldUnits - heldInput(world.chain.ledger, order.reviewed.request, userAddress ?? '')
  ok(lost === 0n || lost === BigInt(inputAmount), `${lost} units are gone`)
  const { problem, revoking } = order
  if (problem !== null && returnedLocations.has(problem.money))
    equal(lost, 0n, `${problem.money}, which it is not`)
  if (problem?.money === 'atOrigin') equal(lost, BigInt(inputAmount), 'at the contract, which it is not')
  if (isWithdrawn(world)) {
    equal(lost, 0n, 'withdrawn to somebody else')
    equal(`${order.state} ${order.statusCode}`, 'verified_terminal 7', 'withdrawn, and not told')
  }

  ok(revoking?.state !== 'sent', 'a revocation that is never over')
  const isUntaken = isInSet(order.state, 'neverExecuted')
  // An order that used an approval does not search for another one. If two were requested, the second may be
  // approved after the end.
  const isAskedTwice = order.supersededRequests?.some(({ purpose }) => purpose === 'approve') === true
  if (isAskedTwice && !isUntaken) return
  const left = leftUnits(world, order)
  if (revoking?.state === 'over' && revoking.leftUnits === '0' && remainingAllowance(order) === null)
    equal(left, 0n, 'nothing left, which is not so')
  if (isUntaken && left > lowestAllowanceUnits)
    ok(remainingAllowance(order) !== null, 'an allowance that nobody tells of')
}
