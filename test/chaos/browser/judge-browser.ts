import type { OrderState } from '../../../lib/order/order-state.ts'
import { findDoubleSubmits, readTokenBalance } from '../../browser/balances.ts'
import type { StoredOrder } from '../../browser/stored-orders.ts'
import type { SandboxToken } from '../../sandbox/chains/ledger.ts'
import type { Control } from '../../sandbox/service/control-client.ts'
import { nativeAddress } from '../../sandbox/service/listed-token.ts'
import type { TrueRequest } from '../../sandbox/service/truth.ts'

/**
 * The meaning of a state when the service accepted nothing and the person presses nothing more. `rests`:
 * correct, and may stay. `continues`: changes by itself. `ends`: would be false.
 */
const states: { readonly [state in OrderState]: 'rests' | 'continues' | 'ends' } = {
  confirmed: 'continues',
  approve_requested: 'rests',
  approve_sent: 'continues',
  approved: 'continues',
  sign_requested: 'continues',
  signed: 'continues',
  submitting: 'continues',
  submitted: 'continues',
  send_requested: 'rests',
  sent: 'continues',
  deposit_awaited: 'rests',
  pending: 'continues',
  reported_terminal: 'ends',
  verified_terminal: 'ends',
  stopping: 'continues',
  needs_user: 'rests',
  unknown_outcome: 'rests',
  abandoned_unsigned: 'rests',
  expired_unused: 'rests',
  cancelled_unused: 'rests',
}
/** The most transactions of one swap: two approvals, the swap, and its retry after a lost answer. */
const maxTransactionsPerSwap = 4
/** The most gas of the person's own transactions, in the smallest unit of the native currency. */
const maxGasUnits = 10n ** 16n

const endedStates: readonly OrderState[] = ['abandoned_unsigned', 'expired_unused', 'cancelled_unused']

/** Whether an order is open and nothing changes it by itself. */
export function isStalled({ state }: Pick<StoredOrder, 'state'>): boolean {
  return states[state] === 'rests' && !endedStates.includes(state)
}

/** Whether each order and each request reached an end that both sides agree on, or never will. */
export function isAtRest(orders: readonly StoredOrder[], requests: readonly TrueRequest[]): boolean {
  return (
    requests.every(({ statusCode }) => statusCode >= 4) &&
    orders.every((order) => {
      const truth = requests.find(({ requestHash }) => hasRequestHash(order, requestHash))
      if (truth === undefined) return states[order.state] === 'rests'
      return (
        (states[order.state] === 'ends' && order.statusCode === truth.statusCode) ||
        order.state === 'expired_unused'
      )
    })
  )
}

/** Returns a sentence for each thing that is lost, doubled or false; empty if everything is correct. */
export async function findViolations(
  control: Control,
  orders: readonly StoredOrder[],
  confirmed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { requests, problems } = await control.truth()
  const wrong = problems.map((problem) => `the solver met: ${problem}`)
  for (const id of confirmed) if (!orders.some((order) => order.id === id)) wrong.push(`order ${id} is lost`)
  for (const { requestHash } of requests) {
    const owners = orders.filter((order) => hasRequestHash(order, requestHash))
    if (owners.length !== 1) wrong.push(`request ${requestHash} belongs to ${owners.length} orders`)
  }
  for (const order of orders) wrong.push(...findFalseStates(order, requests))
  const { submits } = await control.counters()
  wrong.push(...findDoubleSubmits(submits))
  return wrong
}

function findFalseStates(order: StoredOrder, requests: readonly TrueRequest[]): readonly string[] {
  const said = `order ${order.id} says ${order.state} ${order.statusCode}`
  const truth = requests.find(({ requestHash }) => hasRequestHash(order, requestHash))
  if (truth === undefined)
    return states[order.state] === 'rests' ? [] : [`${said}, the service never took it`]
  const hasMoved = truth.extractTransactionHash !== null
  if (order.state === 'expired_unused' && !hasMoved) return []
  if (states[order.state] !== 'ends') return [`${said}, the truth is ${truth.status}`]
  const kept = order.isSigned ? [`order ${order.id} is over and still holds its signature`] : []
  return order.statusCode === truth.statusCode ? kept : [...kept, `${said}, the truth is ${truth.status}`]
}

function hasRequestHash(order: StoredOrder, requestHash: string): boolean {
  return order.requestHash === requestHash.toLowerCase()
}

export async function readHoldings(
  control: Control,
  tokens: readonly SandboxToken[],
): Promise<ReadonlyMap<SandboxToken, bigint>> {
  return new Map(
    await Promise.all(tokens.map(async (token) => [token, await readTokenBalance(control, token)] as const)),
  )
}

/** Compares them with the amounts that the requests moved. Returns a sentence for each difference. */
export async function findWrongBalances(
  control: Control,
  before: ReadonlyMap<SandboxToken, bigint>,
  orders: number,
): Promise<readonly string[]> {
  const { requests } = await control.truth()
  const after = await readHoldings(control, [...before.keys()])
  return [...before].flatMap(([token, units]) => {
    const isThis = (chainId: number, address: string) =>
      chainId === token.chainId && address.toLowerCase() === token.address.toLowerCase()
    let expected = units
    for (const one of requests) {
      const isTaken = one.onchain ? one.sourceTransactionHash !== null : one.extractTransactionHash !== null
      const isBack = one.refundTransactionHash !== null
      // The inbox refunds native currency as the wrapped token.
      const isWrapped = isBack && one.onchain && one.inputToken === nativeAddress
      if (isTaken && (!isBack || isWrapped) && isThis(one.originChainId, one.inputToken)) {
        expected -= BigInt(one.inputAmount)
      }
      if (isWrapped && token.kind === 'wrapped' && token.chainId === one.originChainId) {
        expected += BigInt(one.inputAmount)
      }
      if (one.destinationTransactionHash !== null && isThis(one.destinationChainId, one.outputToken)) {
        expected += BigInt(one.outputAmount)
      }
    }
    const difference = (after.get(token) ?? 0n) - expected
    const gas = token.kind === 'native' ? maxGasUnits * BigInt(maxTransactionsPerSwap * (orders + 1)) : 0n
    if (difference <= 0n && difference >= -gas) return []
    return [
      `the account holds ${difference} units of ${token.symbol} on ${token.chainId} besides what it should`,
    ]
  })
}
