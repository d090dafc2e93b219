import { hashOrNull, isHash, lowerHex, nativeAddress, sameHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { gasUnits } from '../../chain/gas.ts'
import { quoteIsFresh } from '../../quote/held-quote.ts'
import { walletAsk } from '../../service/quote-request.ts'
import { plainProblem } from '../await-user.ts'
import { ask, change, mark, move, stay, withSent } from '../change.ts'
import { blocked, type EventOf, type FlowEvent } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, OrderTransaction } from '../order.ts'
import { statusKeyOf } from '../order-kinds.ts'
import { isChainsTurn } from '../plan.ts'
import { timeFault } from '../present.ts'
import { walletIsTaken } from '../reads.ts'
import type { Task } from '../task.ts'
import type { Transition, TransitionContext } from '../transition.ts'
import { originConfig, sendCall } from '../wallet-request.ts'
import { isOurs } from './own-transaction.ts'
import { poll } from './poll.ts'
import { chainDueMs } from './tracking.ts'

/** Reads what has to hold of a swap that is sent: affordable with its gas and native fee, and in time. */
export const prepareSend: Task = { name: 'prepareSend', leadsToPrompt: true, run: readForSend }

async function readForSend(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (await walletIsTaken(order, ports)) throw new Problem('walletBusy')
  // A deposit address is not quoted again: what comes too late is refunded.
  if (order.kind === 'deposit' && !quoteIsFresh(order.deal, ports.clock.nowMs())) {
    return blocked(new Problem('quoteExpired'))
  }
  const ask = walletAsk(order.reviewed.ask)
  const pins = originConfig(ports.deployment, order)
  const call = sendCall(order)
  const { chain } = ports
  const balance = await chain.balance(pins.chainId, nativeAddress, ask.userAddress)
  const symbol = order.reviewed.inputToken.symbol
  const isNative = sameHex(ask.inputToken, nativeAddress)
  if (balance < call.value) {
    return blocked(isNative ? new Problem('balanceTooLow', { facts: { symbol } }) : new Problem('gasTooLow'))
  }
  if (balance < call.value + gasUnits(await chain.gasPrice(pins.chainId), 'send')) {
    return blocked(new Problem('gasTooLow'))
  }
  const fault = await timeFault(order, ports)
  if (fault !== null) return blocked(fault)
  const accountNonce = await chain.accountNonce(pins.chainId, ask.userAddress, 'pending')
  return {
    kind: 'prepared',
    allowanceUnits: '0',
    neededUnits: '0',
    heldUnits: '0',
    approveWorks: true,
    accountNonce,
  }
}

/** A swap that is sent: no approval, one transaction built from the checked `txData`. */
export function nativePrepared(
  order: Order,
  event: EventOf<'prepared'>,
  context: TransitionContext,
): Transition {
  return ask(
    order,
    'send_requested',
    {
      purpose: 'send',
      accountNonce: event.accountNonce,
      ...sentOf(order),
      // The service may see the transaction before we hear its hash: a lost answer is found again.
      dueMs: context.nowMs + 30_000,
    },
    context,
  )
}

/** Returns what leaves the account: the input in its token, and whatever goes in the chain's own currency. */
export function sentOf({ deal, reviewed }: Order): Pick<OrderTransaction, 'amountUnits' | 'nativeUnits'> {
  const value = deal.txData?.value ?? '0'
  const amountUnits = reviewed.ask.inputAmount
  return value === '0' ? { amountUnits } : { amountUnits, nativeUnits: value }
}

/** The wallet answered the send. Anything but a hash leaves the outcome unknown. */
export function sendAnswered(order: Order, result: unknown, context: TransitionContext): Transition {
  if (!isHash(result)) return sendLost(order, context)
  const hash = lowerHex(result)
  if (order.transactions.some((one) => one.hash === hash)) return stay(order)
  const transactions = withSent(order, 'send', hash, sentOf(order), context)
  const sent = { ...order, transactions, sourceTransactionHash: hash }
  return move(sent, 'sent', context.nowMs, {
    timeline: mark(order, 'sent', context.nowMs),
    walletRequest: null,
  })
}

/** Nobody knows whether it was sent: never asked again, followed by request hash until evidence comes (R3, R5). */
export function sendLost(order: Order, context: TransitionContext): Transition {
  const problem = plainProblem('walletSilent', 'unknown')
  return move(order, 'unknown_outcome', context.nowMs, { problem, walletRequest: order.walletRequest })
}

/** Finds a transaction whose hash never came back, by what the service names and by the nonce it was asked with. */
export const findTransaction: Task = { name: 'findTransaction', isRead: true, run: lookForTransaction }

async function lookForTransaction(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const none = { kind: 'transactionFound', hash: null, differs: false } as const
  const { chainId } = originConfig(ports.deployment, order)
  // What the service names counts only if the chain shows that it is ours.
  const named = hashOrNull(order.sourceTransactionHash)
  const told = named === null ? null : await ports.chain.transaction(chainId, named)
  if (
    named !== null &&
    told !== null &&
    told.kind !== 'unknown' &&
    (await isOurs(order, named, told, ports))
  ) {
    return { kind: 'transactionFound', hash: named, differs: false }
  }
  const accountNonce = order.walletRequest?.accountNonce ?? null
  if (accountNonce === null) return none
  const { userAddress } = walletAsk(order.reviewed.ask)
  const hash = await ports.chain.transactionOfNonce(chainId, userAddress, accountNonce)
  if (hash === null) return none
  const view = await ports.chain.transaction(chainId, hash)
  if (view.kind === 'unknown') return none
  return { kind: 'transactionFound', hash, differs: !(await isOurs(order, hash, view, ports)) }
}

/** A transaction whose hash never came back was found by its nonce; one that is another says nothing of ours (R5). */
export function transactionFound(
  order: Order,
  event: EventOf<'transactionFound'>,
  context: TransitionContext,
): Transition {
  if (event.hash !== null && !event.differs) return sendAnswered(order, event.hash, context)
  return change(order, { lookCount: order.lookCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}

/** Returns what is due while the wallet is asked to send: it may have sent, and never say so. */
export function taskWhileAsked(order: Order): Task {
  if (statusKeyOf(order) === null) return findTransaction
  const isLookedFor = mayBeFound(order) || order.sourceTransactionHash !== null
  return isLookedFor && isChainsTurn(order) ? findTransaction : poll
}

/** Returns whether it was asked for with a nonce and never heard of: the chain may know it before the service does. */
export function mayBeFound({ transactions, walletRequest }: Order): boolean {
  const isSent = transactions.some(({ purpose }) => purpose === 'send')
  return !isSent && walletRequest?.purpose === 'send' && walletRequest.accountNonce !== null
}
