import { approveCall } from '../../base/ethereum.ts'
import { isHash, lowerHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { minuteMs } from '../../base/time.ts'
import {
  allowanceOf,
  canRevoke,
  findRevocation,
  hasRevokeRequest,
  isAllowanceUncertain,
  isAllowanceZero,
  isRevokeWaitOver,
  listPendingApprovals,
} from '../allowances.ts'
import { readCall, stateOfView } from '../chain-reads.ts'
import {
  type Changes,
  change,
  createProblemData,
  listSuperseded,
  type RequestFailure,
  reopenEarlierRequest,
  stay,
  type Transition,
  type TransitionContext,
  withSent,
  withTransaction,
  withWalletRequest,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, Revocation } from '../order.ts'
import type { OrderTransaction } from '../order-parts.ts'
import { isInSet } from '../order-state.ts'
import { chainDueMs, failedReadDueMs } from './tracking.ts'

type RevokeSeen = EventOf<'revokeObserved'>

/** How long an endpoint may lag behind a block that another one has shown. */
const lagMs = minuteMs

/** Requests the revocation. The swap's end stays the same; the chain shows the remaining allowance. */
export function requestRevoke(
  order: Order,
  { reviewKey, accountNonce, wallet }: EventOf<'revoke'>,
  context: TransitionContext,
): Transition {
  // A review can be confirmed only once, even if the message is repeated.
  if (!canRevoke(order) || order.revoking?.reviewKey === reviewKey) return stay(order)
  const dueMs = order.walletRequest === null ? order.dueMs : null
  const request = { purpose: 'revoke', wallet, accountNonce, amountUnits: '0', dueMs } as const
  // A stopped swap's open request may still be approved, so keep it as superseded.
  const open = order.walletRequest === null ? {} : { supersededRequests: listSuperseded(order) }
  const requested = withWalletRequest({ ...order, ...open }, order.state, request, context)
  const revoking = {
    reviewKey,
    state: 'requested',
    atMs: context.nowMs,
    problem: null,
    leftUnits: null,
  } as const
  return { ...requested, order: { ...requested.order, problem: order.problem, revoking } }
}

/** If it is not a hash, it is unknown what happened. The chain is then read when the person opens the list. */
export function onRevokeAnswer(
  order: Order,
  { result }: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  if (!isHash(result)) return onRevokeLost(order)
  const transactions = withSent(order, 'revoke', lowerHex(result), { amountUnits: '0' }, context)
  const sent = withRevoking(
    { ...order, transactions, ...requestsAfterRevoke(order) },
    { state: 'sent' },
    context,
  )
  return change(sent, { dueMs: chainDueMs(sent, context.nowMs) })
}

export function onRevokeLost(order: Order): Transition {
  return onRevokeRejected(order, { problem: createProblemData('revokeUnknown') })
}

export function onRevokeRejected(order: Order, { problem }: RequestFailure): Transition {
  const { revoking } = order
  if (revoking === undefined) return change(order, requestsAfterRevoke(order))
  const unmoved = { ...problem, money: 'unmoved' } as const
  return change(order, {
    ...requestsAfterRevoke(order),
    revoking: { ...revoking, state: 'over', problem: unmoved },
  })
}

/** For a swap that took nothing, the approval that the wallet may still show. */
function requestsAfterRevoke(order: Order): Changes {
  if (!hasRevokeRequest(order)) return {}
  // Other requests of a stopped swap stay until the swap ends.
  if (!isInSet(order.state, 'neverExecuted') || order.state === 'stopping') return { walletRequest: null }
  const open = reopenEarlierRequest(order)
  return open.walletRequest === null ? open : { ...open, dueMs: open.walletRequest.requestedMs }
}

/** Reads the transactions before the allowance, so that the allowance is never older than a transaction. */
export const watchRevoke: Task = { name: 'watchRevoke', isRead: true, run: readRevocation }

async function readRevocation(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const key = allowanceOf(order)
  const sent = findRevocation(order)
  if (key === null || sent === null) throw new Problem('revokeUnknown')
  const own = approveCall(key.token, key.spender, 0n)
  const transaction = await readCall(order, sent, own, ports)
  const approvals = await Promise.all(listPendingApprovals(order).map((one) => readApprovalState(one, ports)))
  const left = await ports.chain.allowanceEvidence(key.chainId, key.token, key.owner, key.spender)
  return { kind: 'revokeObserved', transaction, approvals, left }
}

/**
 * Reads an approval by its hash alone. A wallet may use a later nonce than the requested one, so a used nonce
 * does not prove that the approval is gone.
 */
async function readApprovalState(
  { chainId, hash }: OrderTransaction,
  { chain }: FlowPorts,
): Promise<Pick<OrderTransaction, 'hash' | 'state'>> {
  return { hash, state: stateOfView(await chain.transaction(chainId, hash)) }
}

/** It is over when no allowance is left, or when its transaction is used up. */
export function onRevokeObserved(order: Order, event: RevokeSeen, context: TransitionContext): Transition {
  const { revoking } = order
  if (revoking?.state !== 'sent') return stay(order)
  const known = withSeen(withApprovals(order, event.approvals, context), event.transaction, context)
  const end = revokeEndOf(revoking, event, findRevocation(known)?.minedMs ?? null, context)
  if (end === null)
    return change(withRestartedWait(known, context), { dueMs: chainDueMs(known, context.nowMs) })
  const leftUnits = isAllowanceUncertain(event.left) ? null : event.left.units.toString()
  const over = { ...revoking, state: 'over', atMs: context.nowMs, problem: end.problem, leftUnits } as const
  const reported = leftUnits === '0' ? withoutLateApproval(known) : known
  return change(reported, { revoking: over, dueMs: hasPendingRead(reported) ? context.nowMs : null })
}

function withoutLateApproval(order: Order): Order {
  const { lateApproval: _taken, ...plain } = order
  return plain
}

/** The wait has the same limit as for a readable chain, so that no other order waits behind it forever. */
export function onRevokeUnread(
  order: Order,
  _event: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  const { revoking } = order
  if (revoking === undefined || !isRevokeWaitOver(revoking, context.nowMs)) {
    return change(withRestartedWait(order, context), { dueMs: failedReadDueMs(order, context.nowMs) })
  }
  const { order: over } = onRevokeLost(order)
  return change(over, { dueMs: hasPendingRead(over) ? context.nowMs : null })
}

function revokeEndOf(
  revoking: Revocation,
  { transaction, left }: RevokeSeen,
  minedMs: number | null,
  { nowMs }: TransitionContext,
): Pick<Revocation, 'problem'> | null {
  if (isAllowanceZero(left)) return { problem: null }
  const state = transaction?.state ?? 'sent'
  // The nonce is that of the review. A node that does not know the transaction yet may show an earlier one
  // with that nonce.
  const isGone = state === 'replaced' && nowMs - revoking.atMs >= lagMs
  if (state === 'failed' || isGone) return { problem: createProblemData('revokeFailed', 'unmoved') }
  const isShown = state === 'mined' && minedMs !== null && nowMs - minedMs >= lagMs
  if (isShown) return { problem: null }
  return isRevokeWaitOver(revoking, nowMs) ? { problem: createProblemData('revokeUnknown', 'unmoved') } : null
}

function withApprovals(order: Order, seen: RevokeSeen['approvals'], { nowMs }: TransitionContext): Order {
  const transactions = order.transactions.map((one) => {
    const state = seen.find(({ hash }) => hash === one.hash)?.state
    if (one.purpose !== 'approve' || (state !== 'mined' && state !== 'failed')) return one
    return { ...one, state, minedMs: state === 'mined' ? nowMs : null }
  })
  return { ...order, transactions }
}

/** Records the observed transaction. The same call under another hash is ours too. */
function withSeen(order: Order, seen: RevokeSeen['transaction'], { nowMs }: TransitionContext): Order {
  const ours = findRevocation(order)
  if (seen === null || ours === null) return order
  const isOurs = ours.hash === seen.hash
  const minedMs = seen.state === 'mined' ? ((isOurs ? ours.minedMs : null) ?? nowMs) : null
  if (isOurs)
    return { ...order, transactions: withTransaction(order, seen.hash, { state: seen.state, minedMs }) }
  const kept = withTransaction(order, ours.hash, { state: 'replaced' })
  return { ...order, transactions: [...kept, { ...ours, hash: seen.hash, state: seen.state, minedMs }] }
}

/** The time is ahead of the clock, which was set back since. Restart the wait from now. */
function withRestartedWait(order: Order, context: TransitionContext): Order {
  return (order.revoking?.atMs ?? 0) > context.nowMs ? withRevoking(order, {}, context) : order
}

function withRevoking(order: Order, fields: Partial<Revocation>, { nowMs }: TransitionContext): Order {
  const { revoking } = order
  return revoking === undefined ? order : { ...order, revoking: { ...revoking, ...fields, atMs: nowMs } }
}

function hasPendingRead({ state, walletRequest }: Order): boolean {
  return (
    state === 'stopping' ||
    state === 'reported_terminal' ||
    state === 'verified_terminal' ||
    walletRequest !== null
  )
}
