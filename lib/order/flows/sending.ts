import { type Hex, hashOrNull, isHash, lowerHex } from '../../base/hex.ts'
import { Problem, type ProblemData } from '../../base/problem.ts'
import { quoteIsFresh } from '../../quote/held-quote.ts'
import { readNativeFault, readTokenFault } from '../../review/preflight.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import {
  change,
  mark,
  move,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  withClosed,
  withSent,
  withWalletRequest,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import { type FlowPorts, isSentByAnother } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import type { OrderTransaction } from '../order-parts.ts'
import { blocked, timeFault, walletIsTaken } from '../reads.ts'
import { isSendOver, originConfig, sendCall } from '../wallet-request.ts'
import { readOwner } from './own-transaction.ts'
import { chainDueMs } from './tracking.ts'

/** Reads what has to hold of a swap that is sent: affordable with its gas and native fee, and in time. */
export const prepareSend: Task = { name: 'prepareSend', leadsToPrompt: true, run: readForSend }

async function readForSend(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (await walletIsTaken(order, ports)) throw new Problem('walletBusy')
  // A deposit address is not quoted again: what comes too late is refunded.
  if (order.kind === 'deposit' && !quoteIsFresh(order.terms, ports.clock.nowMs())) {
    return blocked(new Problem('quoteExpired'))
  }
  const { inputToken: token, inputAmount, userAddress: owner } = walletQuoteRequest(order.reviewed.request)
  const { chainId } = originConfig(ports.deployment, order)
  const { chain } = ports
  const payer = { chainId, owner, token, symbol: order.reviewed.inputToken.symbol }
  const sendings = { approvals: 0, valueUnits: sendCall(order).value }
  const unpaid =
    (await readTokenFault(payer, BigInt(inputAmount), chain)) ??
    (await readNativeFault(payer, sendings, 'prompt', chain))
  if (unpaid !== null) return blocked(unpaid)
  const fault = await timeFault(order, ports)
  if (fault !== null) return blocked(fault)
  const accountNonce = await chain.accountNonce(chainId, owner, 'pending')
  return {
    kind: 'prepared',
    allowanceUnits: '0',
    neededUnits: '0',
    heldUnits: '0',
    approveWorks: true,
    accountNonce,
  }
}

/** Has a swap sent: no approval, one transaction built from the checked `txData`. */
export function nativePrepared(
  order: Order,
  event: EventOf<'prepared'>,
  context: TransitionContext,
): Transition {
  return withWalletRequest(
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
export function sentOf({ terms, reviewed }: Order): Pick<OrderTransaction, 'amountUnits' | 'nativeUnits'> {
  const value = terms.txData?.value ?? '0'
  const amountUnits = reviewed.request.inputAmount
  return value === '0' ? { amountUnits } : { amountUnits, nativeUnits: value }
}

/** Takes in what the wallet answered to the send. Anything but a hash leaves the outcome unknown. */
export function sendAnswered(order: Order, result: unknown, context: TransitionContext): Transition {
  if (!isHash(result)) return sendLost(order, context)
  const hash = lowerHex(result)
  if (order.transactions.some((one) => one.hash === hash)) return stay(order)
  const isAlone = order.walletRequest?.purpose === 'send'
  const calls = isAlone || !order.callsId ? {} : { callsId: order.callsId }
  const request = order.walletRequest === null ? {} : { request: order.walletRequest }
  const transactions = withSent(order, 'send', hash, { ...sentOf(order), ...calls, ...request }, context)
  const named = order.walletRequest === null ? order : withClosed(order, order.walletRequest.requestId)
  const sent = { ...named, transactions, sourceTransactionHash: hash }
  return move(sent, 'sent', context.nowMs, {
    timeline: mark(order, 'sent', context.nowMs),
    walletRequest: null,
  })
}

/** Follows by its request hash, until evidence comes, what may have been sent; never asks for it by another quote (R3, R5). */
export function sendLost(
  order: Order,
  context: TransitionContext,
  /** What the wallet said in place of an answer. */
  said: ProblemData = plainProblem('walletSilent'),
): Transition {
  const problem = { ...said, money: 'unknown' } as const
  return move(order, 'unknown_outcome', context.nowMs, { problem, walletRequest: order.walletRequest })
}

/** Looks for the other ways in which it may be sent, since one came to nothing; nothing is requested again. */
export function othersLeft(order: Order, context: TransitionContext): Transition {
  const problem = plainProblem('walletSilent', 'unknown')
  return move(order, 'unknown_outcome', chainDueMs(order, context.nowMs), { problem })
}

/** Finds a transaction whose hash never came back, by what the service names and by the nonce it was asked with. */
export const findTransaction: Task = { name: 'findTransaction', isRead: true, run: lookInTime }

async function lookInTime(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const isTooLate = isSendOver(order, ports.deployment, ports.clock.nowMs())
  return { ...(await lookForTransaction(order, ports)), ...(isTooLate ? { isTooLate } : {}) }
}

async function lookForTransaction(order: Order, ports: FlowPorts): Promise<EventOf<'transactionFound'>> {
  const none = { kind: 'transactionFound', hash: null } as const
  const { chainId } = originConfig(ports.deployment, order)
  // What the service names counts only if the chain shows that it is ours.
  const named = hashOrNull(order.sourceTransactionHash)
  if (named !== null && (await isShownOurs(order, named, ports))) return { ...none, hash: named }
  const accountNonce = order.walletRequest?.accountNonce ?? null
  if (accountNonce === null) return none
  const { userAddress } = walletQuoteRequest(order.reviewed.request)
  const hash = await ports.chain.transactionOfNonce(chainId, userAddress, accountNonce)
  if (hash === null) return none
  const isOurs = await isShownOurs(order, hash, ports)
  if (isOurs === null) return none
  return { ...none, hash: isOurs ? hash : await sentLater(order, accountNonce, ports) }
}

/** So many nonces behind the one that it was asked with are looked at, in turns: odd, since the service has its turns too. */
const laterNonces = 7

/** Returns what the wallet kept and sent after others, under a later nonce than it was asked with; null where it is not this one. */
async function sentLater(order: Order, askedNonce: number, ports: FlowPorts): Promise<Hex | null> {
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const nonce = askedNonce + 1 + (order.pollCount % laterNonces)
  const hash = await ports.chain.transactionOfNonce(originChainId, userAddress, nonce)
  return hash !== null && (await isShownOurs(order, hash, ports)) ? hash : null
}

/** Returns whether a transaction is this order's and no other's; null while it cannot be read what it did. */
export async function isShownOurs(order: Order, hash: Hex, ports: FlowPorts): Promise<boolean | null> {
  const view = await ports.chain.transaction(order.reviewed.request.originChainId, hash)
  const owner = view.kind === 'unknown' ? 'other' : await readOwner(order, hash, view, ports)
  if (owner === null) return null
  return owner === 'order' && !(await isSentByAnother(order, hash, ports))
}

/** Takes in the swap's own transaction, whose hash never came back; that none is found says nothing of it (R5). */
export function transactionFound(
  order: Order,
  event: EventOf<'transactionFound'>,
  context: TransitionContext,
): Transition {
  // What is signed is sent by nobody of ours.
  if (order.kind === 'signed') return stay(order)
  const found = order.transactions.find(({ hash }) => hash === event.hash)
  // A read of one endpoint called it another transaction; it is followed again.
  if (found?.differs === true) return followAgain(order, found, context)
  if (event.hash !== null && found === undefined) return sendAnswered(order, event.hash, context)
  // Nobody takes the question back at the wallet: it is told, and looked for on.
  if (event.isTooLate === true && order.state === 'send_requested') {
    return move(order, 'unknown_outcome', context.nowMs, { problem: plainProblem('sendTooLate', 'unknown') })
  }
  return change(order, { pollCount: order.pollCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}

/** Follows a transaction that was taken for another one. The wallet request that it answers is over. */
function followAgain(order: Order, found: OrderTransaction, { nowMs }: TransitionContext): Transition {
  const { differs: _differs, ...ours } = found
  const transactions = order.transactions.map((one) =>
    one === found ? { ...ours, state: 'sent' as const, minedMs: null } : one,
  )
  const isAnswered = order.walletRequest?.requestId === found.request?.requestId
  return move(order, 'sent', nowMs, { transactions, ...(isAnswered ? { walletRequest: null } : {}) })
}

/** Returns whether it was asked for with a nonce and never heard of: the chain may know it before the service does. */
export function mayBeFound({ walletRequest }: Order): boolean {
  return walletRequest?.purpose === 'send' && walletRequest.accountNonce !== null
}
