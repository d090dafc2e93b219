import { type Hex, hashOrNull, isHash, lowerHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import type { ProblemData } from '../../base/problem-shape.ts'
import { isQuoteFresh } from '../../quote/held-quote.ts'
import { readNativeFault, readTokenFault } from '../../review/preflight.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { awaitUser, createProblemData, createSent, withTimelineStep } from '../change.ts'
import type { FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, OrderTransaction, WalletRequestRecord } from '../order.ts'
import { hasOtherSend, hasTransaction, isSendRequest, listUnansweredSends } from '../order-facts.ts'
import { isSentByAnother, isWalletBusy } from '../order-store.ts'
import { withLostConnection, withoutLiveRequest, withWalletRequest } from '../stored-requests.ts'
import { findNonceUse } from '../transaction-reads.ts'
import { change, type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { isSendTooLate, originConfig, sendCall } from '../wallet-request.ts'
import { readOwner } from './own-transaction.ts'
import { blockedEvent, readTimeFault } from './prompt-faults.ts'
import { chainDueMs } from './schedule.ts'

export const prepareSend: Task = { name: 'prepareSend', leadsToPrompt: true, run: readForSend }

async function readForSend(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (await isWalletBusy(order, ports)) throw new Problem('walletBusy')
  // A deposit address gets no second quote.
  if (order.kind === 'deposit' && !isQuoteFresh(order.terms, ports.clock.nowMs())) {
    return blockedEvent(new Problem('quoteExpired'))
  }
  const { inputToken: token, inputAmount, userAddress: owner } = walletQuoteRequest(order.reviewed.request)
  const { chainId } = originConfig(ports.deployment, order)
  const { chain } = ports
  const payer = { chainId, owner, token, symbol: order.reviewed.inputToken.symbol }
  const sendings = { approvals: 0, valueUnits: sendCall(order).value }
  const unpaid =
    (await readTokenFault(payer, BigInt(inputAmount), chain)) ??
    (await readNativeFault(payer, sendings, 'prompt', chain))
  if (unpaid !== null) return blockedEvent(unpaid)
  const fault = await readTimeFault(order, ports)
  if (fault !== null) return blockedEvent(fault)
  const accountNonce = await chain.accountNonce(chainId, owner, 'pending')
  return {
    kind: 'prepared',
    allowanceUnits: '0',
    neededUnits: '0',
    reservedUnits: '0',
    approveWorks: true,
    accountNonce,
  }
}

export const requestSend: Handler<'prepared'> = (order, event, context) =>
  withWalletRequest(
    order,
    'send_requested',
    {
      purpose: 'send',
      accountNonce: event.accountNonce,
      ...sentAmountsOf(order),
      // The service may see the transaction before the wallet returns its hash, so a lost answer can be found
      // again.
      dueMs: context.nowMs + 30_000,
    },
    context,
  )

/** The amounts of the transaction that is requested. */
export function sentAmountsOf({
  terms,
  reviewed,
}: Order): Pick<WalletRequestRecord, 'amountUnits' | 'nativeUnits'> {
  const value = terms.txData?.value ?? '0'
  const amountUnits = reviewed.request.inputAmount
  return value === '0' ? { amountUnits } : { amountUnits, nativeUnits: value }
}

export function onSendHash(
  order: Order,
  result: unknown,
  context: TransitionContext,
  // An exit may be open instead.
  request: WalletRequestRecord | null = isSendRequest(order.walletRequest) ? order.walletRequest : null,
): Transition {
  if (!isHash(result)) return onSendLost(order, context)
  const hash = lowerHex(result)
  if (order.transactions.some((one) => one.hash === hash)) return stay(order)
  const calls = request?.purpose === 'send' || !order.callsId ? {} : { callsId: order.callsId }
  const one = createSent(
    { ...order, walletRequest: request },
    'send',
    hash,
    { amountUnits: order.reviewed.request.inputAmount, ...calls, ...(request === null ? {} : { request }) },
    context,
  )
  const named = request === null ? order : withoutLiveRequest(order, request.requestId)
  const sent = { ...named, transactions: [...order.transactions, one], sourceTransactionHash: hash }
  return move(sent, 'sent', context.nowMs, {
    timeline: withTimelineStep(order, 'sent', context.nowMs),
    walletRequest: null,
  })
}

/** Never requests the swap again with another quote (R3, R5). */
export function onSendLost(
  order: Order,
  context: TransitionContext,
  /** The problem that the wallet returned instead of an answer. */
  cause: ProblemData = createProblemData('walletSilent'),
): Transition {
  const problem = { ...cause, money: 'unknown' } as const
  return move(order, 'unknown_outcome', context.nowMs, { problem, walletRequest: order.walletRequest })
}

/** Nothing was sent, unless the wallet named a transaction before. */
export const onSendRejected: Handler<'walletRejected'> = (
  order,
  { problem, requestId, isTrusted },
  context,
) => {
  const known = isTrusted === true ? withoutLiveRequest(order, requestId) : order
  const unknown = { ...problem, money: 'unknown' } as const
  // A wallet that named a different transaction before is not trusted when it reports that it sent none.
  const isNamed = order.transactions.some(({ differs }) => differs === true)
  if (isNamed) return move(order, 'unknown_outcome', context.nowMs, { problem: unknown })
  if (hasOtherSend({ ...order, walletRequest: null }, null))
    return move(known, 'unknown_outcome', context.nowMs, { problem: unknown, walletRequest: null })
  // A failed transaction was still sent.
  const isSent = order.transactions.some(({ purpose }) => purpose === 'send')
  const closed = known.callsId ? { ...known, callsId: null } : known
  return awaitUser(closed, isSent ? { ...problem, money: 'unmoved' } : problem, context)
}

/**
 * The transaction may have been sent; the chain shows it. The wallet's error is displayed. A lost connection
 * alone says nothing about the transaction.
 */
export const onSendRequestLost: Handler<'walletLost'> = (order, { problem }, context) => {
  const lost = withLostConnection(order, context)
  const { walletRequest } = lost
  if (problem.code === 'walletGone' || walletRequest === null) return onSendLost(lost, context)
  const walletErrorMs = context.nowMs
  return onSendLost({ ...lost, walletRequest: { ...walletRequest, walletErrorMs } }, context, problem)
}

/** The wallet connection may lose its memory of the request. */
export const onSentToWallet: Handler<'sentToWallet'> = (order, _event, context) => {
  const { walletRequest } = order
  if (walletRequest === null || walletRequest.sentToWalletMs !== undefined) return stay(order)
  return change(order, { walletRequest: { ...walletRequest, sentToWalletMs: context.nowMs } })
}

/** Sends no new request. */
export function followOtherSends(order: Order, context: TransitionContext): Transition {
  const problem = createProblemData('walletSilent', 'unknown')
  return move(order, 'unknown_outcome', chainDueMs(order, context.nowMs), { problem })
}

/** By the service's report, and by the nonce of the request. */
export const findTransaction: Task = {
  name: 'findTransaction',
  isRead: true,
  async run(order, ports) {
    const isTooLate = isSendTooLate(order, ports.deployment, ports.clock.nowMs())
    const hash = await searchTransaction(order, ports)
    return { kind: 'transactionFound', hash, ...(isTooLate ? { isTooLate } : {}) }
  },
}

async function searchTransaction(order: Order, ports: FlowPorts): Promise<Hex | null> {
  // A transaction that the service names counts only if the chain shows that it is ours.
  const named = hashOrNull(order.sourceTransactionHash)
  // The service may still name the failed transaction before a retry.
  if (named !== null && !hasTransaction(order, named) && (await isVerifiedOurs(order, named, ports)))
    return named
  // A known one must not hide that of a later nonce.
  let known: Hex | null = null
  for (const accountNonce of searchedNonces(order)) {
    const hash = await findFromNonce(order, accountNonce, ports)
    if (hash !== null && !hasTransaction(order, hash)) return hash
    known ??= hash
  }
  return known
}

/**
 * How many nonces after the requested one are checked, in turns: the wallet may delay a transaction and send it after others.
 * Odd, because the service has its turns too.
 */
const laterNonces = 7

/** Null if no transaction of the order has the requested nonce or the later one of this turn, or its effects cannot be read yet. */
async function findFromNonce(order: Order, accountNonce: number, ports: FlowPorts): Promise<Hex | null> {
  for (const nonce of [accountNonce, accountNonce + 1 + (order.readCount % laterNonces)]) {
    const hash = await findNonceUse(order, nonce, ports)
    const isOurs = hash === null ? null : await isVerifiedOurs(order, hash, ports)
    if (isOurs !== false) return isOurs && hash
  }
  return null
}

/** Null while its effects cannot be read. */
export async function isVerifiedOurs(order: Order, hash: Hex, ports: FlowPorts): Promise<boolean | null> {
  const view = await ports.chain.transaction(order.reviewed.request.originChainId, hash)
  const owner = view.kind === 'unknown' ? 'other' : await readOwner(order, hash, view, ports)
  if (owner === null) return null
  return owner === 'order' && !(await isSentByAnother(order, hash, ports))
}

/** Finding none proves nothing (R5). */
export const onTransactionFound: Handler<'transactionFound'> = (order, event, context) => {
  // A signed order has no transaction of its own.
  if (order.kind === 'signed') return stay(order)
  const found = order.transactions.find(({ hash }) => hash === event.hash)
  // One endpoint had reported it as a different transaction. It is followed again.
  if (found?.differs === true) return refollowTransaction(order, found, context)
  if (event.hash !== null && found === undefined) return onSendHash(order, event.hash, context)
  // Ferry cannot withdraw the request from the wallet. It reports that and keeps looking.
  if (event.isTooLate === true && order.state === 'send_requested') {
    return move(order, 'unknown_outcome', context.nowMs, {
      problem: createProblemData('sendTooLate', 'unknown'),
    })
  }
  return change(order, { readCount: order.readCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}

/** The wallet request that it answers is over. */
function refollowTransaction(
  order: Order,
  found: OrderTransaction,
  { nowMs }: TransitionContext,
): Transition {
  const { differs: _differs, ...ours } = found
  const transactions = order.transactions.map((one) =>
    one === found ? { ...ours, state: 'sent' as const, minedMs: null } : one,
  )
  const { requestId = '' } = found.request ?? {}
  const isAnswered = order.walletRequest?.requestId === requestId
  return move(withoutLiveRequest(order, requestId), 'sent', nowMs, {
    transactions,
    ...(isAnswered ? { walletRequest: null } : {}),
  })
}

/** The chain may show it before the service or the wallet does. */
export function isSearchable(order: Order): boolean {
  return searchedNonces(order).length > 0
}

function searchedNonces(order: Order): readonly number[] {
  return listUnansweredSends(order).flatMap(({ accountNonce }) => accountNonce ?? [])
}
