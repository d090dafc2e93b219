import { hasEnoughSources } from '../../chain/evidence.ts'
import { amountReachedByTwo } from '../../chain/quorum.ts'
import { isContractCall } from '../../quote/order-kind.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { callsIdOf, callsOutcome } from '../../wallet/wallet-capabilities.ts'
import { awaitUserAfterSend, createProblemData, withTimelineStep, withUncertainty } from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { CallsOrder, Order, OrderTransaction, WalletRequestRecord } from '../order.ts'
import { countRead, hasOtherSend } from '../order-facts.ts'
import { withoutLiveRequest, withoutRefusedRequest, withWalletRequest } from '../stored-requests.ts'
import { findNonceUse, readShownTransaction } from '../transaction-reads.ts'
import { change, type Handler, move, stay } from '../transition.ts'
import { readNonceUser, readOwner } from './own-transaction.ts'
import { chainDueMs } from './schedule.ts'
import { followOtherSends, onSendHash, onSendLost, sentAmountsOf } from './sending.ts'

/** It carries Ferry's ID, so that the wallet accepts it once (EIP-5792). */
export const requestBatch: Handler<'prepared', CallsOrder> = (
  order,
  { accountNonce, neededUnits: amountUnits, balanceUnits },
  context,
) => {
  const dueMs = context.nowMs + 30_000
  const request = { ...sentAmountsOf(order), purpose: 'sendCalls', accountNonce, amountUnits, dueMs } as const
  const { batchStart: _before, ...plain } = order
  const requested =
    balanceUnits === undefined ? {} : { batchStart: { accountNonce, heldUnits: balanceUnits } }
  return withWalletRequest(
    { ...plain, ...requested, callsId: context.freshId },
    'send_requested',
    request,
    context,
  )
}

export const onSendAnswer: Handler<'walletAnswered'> = (order, { result }, context) => {
  if (order.walletRequest?.purpose !== 'sendCalls' || !isContractCall(order))
    return onSendHash(order, result, context)
  const callsId = callsIdOf(result)
  // Without an ID, the outcome is unknown.
  if (callsId === null) return onSendLost(order, context)
  return move(order, 'sent', context.nowMs, {
    callsId,
    timeline: withTimelineStep(order, 'sent', context.nowMs),
    walletRequest: null,
  })
}

/** A page may report it although the wallet shows the calls, so only a trusted answer closes their request. */
export const onBatchUnsupported: Handler<'batchUnsupported', CallsOrder> = (
  order,
  { requestId, isTrusted },
  context,
) => {
  const known = isTrusted === true ? withoutRefusedRequest(order, requestId) : order
  return move(known, 'confirmed', context.nowMs, { walletRequest: null, callsId: null, oneByOne: true })
}

/**
 * Returns whether the wallet has our calls and their transaction is unknown. A failed transaction of an
 * earlier batch does not count, nor one that turned out to be a different transaction.
 */
export function awaitsCalls({ callsId, transactions }: Order): boolean {
  const carriesThem = ({ callsId: ofCalls, state, differs }: OrderTransaction) =>
    differs !== true &&
    (ofCalls === undefined ? state !== 'failed' && state !== 'replaced' : ofCalls === callsId)
  return Boolean(callsId) && !transactions.some((one) => one.purpose === 'send' && carriesThem(one))
}

/** The wallet's answer only locates a transaction; the chain shows what that is. */
export const watchCalls: Task = { name: 'watchCalls', isRead: true, run: readCalls }

async function readCalls(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { originChainId } = order.reviewed.request
  const nothing = { kind: 'callsObserved', outcome: 'waiting', hash: null } as const
  if (order.wallet === null || !order.callsId) return nothing
  const params = [order.callsId]
  const status = await ports.readWallet({ wallet: order.wallet, method: 'wallet_getCallsStatus', params })
  const { kind, hash } = callsOutcome(status, originChainId)
  if (hash === null) return kind === 'failed' ? readFailedCalls(order, ports) : nothing
  const { first, view, isFinal } = await readShownTransaction({ chainId: originChainId, hash }, ports)
  const sent = { kind: 'callsObserved', outcome: 'sent', hash } as const
  // The named transaction is compared with the review when it is read (`classifyTransaction`).
  if (kind === 'done' && first.kind !== 'unknown') return sent
  if (kind !== 'failed') return nothing
  // Do not trust a wallet that reports a swap as failed if the chain shows it done.
  if (first.kind !== 'unknown' && (await readOwner(order, hash, first, ports)) === 'order') return sent
  // The named transaction may still be pending, or a node may lag.
  const isOther =
    isFinal && view.kind !== 'unknown' && (await readOwner(order, hash, view, ports, 'enough')) === 'other'
  return isOther ? { ...nothing, outcome: 'failed' } : { ...nothing, isUncertain: true }
}

/**
 * Reads the chain's evidence for calls that the wallet reports as failed without a transaction. The wallet
 * may have sent them again at another price, or through another sender. Checks the transaction with the
 * account's nonce, otherwise whether the account has no new transaction and kept its balance.
 */
async function readFailedCalls(order: Order, ports: FlowPorts): Promise<EventOf<'callsObserved'>> {
  const { chain } = ports
  const { originChainId, userAddress, inputToken, inputAmount } = walletQuoteRequest(order.reviewed.request)
  const unsure = { kind: 'callsObserved', outcome: 'waiting', hash: null, isUncertain: true } as const
  if (order.batchStart === undefined) return unsure
  const { accountNonce, heldUnits } = order.batchStart
  const use = await chain.accountUse(originChainId, userAddress, accountNonce)
  const held = amountReachedByTwo(await chain.balanceQuorum(originChainId, inputToken, userAddress))
  if (!use.isUsed) {
    // If less than the swap's input left, the difference has another cause.
    const isHeld = held !== null && held + BigInt(inputAmount) > BigInt(heldUnits)
    const isIdle = use.isIdle && hasEnoughSources(use) && isHeld
    return { ...unsure, unnamed: { accountNonce, heldUnits, isIdle } }
  }
  const hash = await findNonceUse(order, accountNonce, ports)
  if (hash === null) return unsure
  const user = { chainId: originChainId, hash, from: userAddress, nonce: accountNonce }
  const owner = await readNonceUser(order, user, ports)
  if (owner === null) return unsure
  if (owner === 'order') return { kind: 'callsObserved', outcome: 'sent', hash }
  // Never lowered: another sender may have carried the calls before this transaction.
  const highest = held !== null && held > BigInt(heldUnits) ? held.toString() : heldUnits
  return { ...unsure, unnamed: { accountNonce: accountNonce + 1, heldUnits: highest, isIdle: false } }
}

/** Any other report restarts the wait. */
function withFailedCalls(
  order: CallsOrder,
  seen: EventOf<'callsObserved'>['unnamed'],
  nowMs: number,
): CallsOrder {
  if (order.batchStart === undefined) return order
  const { unseen, ...known } = order.batchStart
  if (seen === undefined) return { ...order, batchStart: known }
  const { isIdle, ...now } = seen
  const counted = isIdle ? (countRead(unseen, nowMs) ?? unseen) : undefined
  return { ...order, batchStart: counted === undefined ? now : { ...now, unseen: counted } }
}

/** Each at least a minute apart, so the calls stay unseen for three minutes. */
const failedCallsReads = 4

/** Returns the live request of the calls that the wallet accepted. Its ID is the calls' own, unless the wallet named another. */
function findCallsRequest({ callsId, liveRequests = [] }: Order): WalletRequestRecord | null {
  const calls = liveRequests.filter(({ record }) => record.purpose === 'sendCalls')
  const own = calls.find(({ record }) => record.requestId === callsId)
  return (own ?? calls.findLast(({ isAnswered }) => isAnswered))?.record ?? null
}

/**
 * Records the wallet's report about the calls. Silence changes nothing (R5). Their request is closed by the transaction that
 * carries them, or by the chain's evidence that they failed.
 */
export const onCallsObserved: Handler<'callsObserved', CallsOrder> = (order, event, context) => {
  if (!awaitsCalls(order)) return stay(order)
  const request = findCallsRequest(order)
  if (event.hash !== null) return onSendHash(order, event.hash, context, request ?? undefined)
  const requested = withFailedCalls(order, event.unnamed, context.nowMs)
  const { count = 0 } = requested.batchStart?.unseen ?? {}
  if (event.outcome === 'failed' || count >= failedCallsReads) {
    const closed = request === null ? order : withoutLiveRequest(order, request.requestId)
    const failed = { ...closed, callsId: null, oneByOne: true }
    if (hasOtherSend({ ...failed, walletRequest: null }, null)) return followOtherSends(failed, context)
    return awaitUserAfterSend(failed, createProblemData('callsFailed'), context)
  }
  const known = withUncertainty(requested, event.isUncertain)
  return change(known, { readCount: order.readCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}
