import { equal, ok } from 'node:assert/strict'
import type { FundsLocation } from '../../lib/base/problem-codes.ts'
import type { AllowanceEntry } from '../../lib/order/allowances.ts'
import type { Order } from '../../lib/order/order.ts'
import { isInSet } from '../../lib/order/order-state.ts'
import { unlimitedUnits } from '../../lib/review/approval-plan.ts'
import { heldInput } from '../harness/held-input.ts'
import type { World } from '../harness/world.ts'
import { type AllowanceReads, type ExitResult, leftUnits } from './exits.ts'

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
  { shown, listed }: AllowanceReads,
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
  const left = leftUnits(world, order)
  // The screen of the order and the list of approvals read the chain when they open.
  if (shown !== null) equal(shownUnits(shown), left, 'another allowance than the one that is left')
  if (left <= lowestAllowanceUnits) return
  if (isInSet(order.state, 'neverExecuted') || revoking?.state === 'over')
    ok(shown !== null, 'an allowance that the order does not show')
  ok(
    listed.some((entry) => entry.left !== null && shownUnits(entry) === left),
    'an allowance that is not in the list',
  )
}

function shownUnits({ left }: Pick<AllowanceEntry, 'left'>): bigint | null {
  return left === null ? null : BigInt(left.units ?? unlimitedUnits)
}
