import { approveCall } from '../../base/ethereum.ts'
import { isHash, lowerHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { minuteMs } from '../../base/time.ts'
import {
  allowanceOf,
  approvalsUnderWay,
  asksRevoke,
  isNothingLeft,
  isRevokeLate,
  isUnsure,
  mayRevoke,
  revocationOf,
} from '../allowances.ts'
import {
  type Changes,
  change,
  closed,
  type Lost,
  listSuperseded,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  withSent,
  withTransaction,
  withWalletRequest,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, Revoking } from '../order.ts'
import type { OrderTransaction } from '../order-parts.ts'
import { isIn } from '../order-state.ts'
import { seenCall, stateOfView } from '../chain-reads.ts'
import { chainDueMs, failedReadDueMs } from './tracking.ts'

type RevokeSeen = EventOf<'revokeSeen'>

/** How long an endpoint may lag behind a block that another one has shown. */
const lagMs = minuteMs

/** Requests the revocation. The swap's end stays the same; the chain shows the remaining allowance. */
export function revoke(
  order: Order,
  { reviewKey, accountNonce, wallet }: EventOf<'revoke'>,
  context: TransitionContext,
): Transition {
  // A review can be confirmed only once, even if the message is repeated.
  if (!mayRevoke(order) || order.revoking?.reviewKey === reviewKey) return stay(order)
  const dueMs = order.walletRequest === null ? order.dueMs : null
  const request = { purpose: 'revoke', wallet, accountNonce, amountUnits: '0', dueMs } as const
  // A stopped swap's open request may still be approved, so keep it as superseded.
  const open = order.walletRequest === null ? {} : { supersededRequests: listSuperseded(order) }
  const asked = withWalletRequest({ ...order, ...open }, order.state, request, context)
  const revoking = { reviewKey, state: 'asked', atMs: context.nowMs, problem: null, leftUnits: null } as const
  return { ...asked, order: { ...asked.order, problem: order.problem, revoking } }
}

/**
 * Records the wallet's answer to the revocation. If it is not a hash, it is unknown what happened. The chain
 * is then read when the person opens the list.
 */
export function revokeAnswered(
  order: Order,
  { result }: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  if (!isHash(result)) return revokeLost(order)
  const transactions = withSent(order, 'revoke', lowerHex(result), { amountUnits: '0' }, context)
  const sent = withRevoking({ ...order, transactions, ...afterRevoke(order) }, { state: 'sent' }, context)
  return change(sent, { dueMs: chainDueMs(sent, context.nowMs) })
}

/** Records that it is unknown whether the revocation was sent. Only the chain shows the remaining allowance. */
export function revokeLost(order: Order): Transition {
  return revokeStopped(order, { problem: plainProblem('revokeUnknown') })
}

/** Records that the wallet rejected the revocation, or never got it. */
export function revokeStopped(order: Order, { problem }: Lost): Transition {
  const { revoking } = order
  if (revoking === undefined) return change(order, afterRevoke(order))
  const told = { ...problem, money: 'unmoved' } as const
  return change(order, { ...afterRevoke(order), revoking: { ...revoking, state: 'over', problem: told } })
}

/**
 * Returns the wallet request after a revocation: for a swap that took nothing, the approval that the wallet
 * may still show.
 */
function afterRevoke(order: Order): Changes {
  if (!asksRevoke(order)) return {}
  // Other requests of a stopped swap stay until the swap ends.
  if (!isIn(order.state, 'untaken') || order.state === 'stopping') return { walletRequest: null }
  const open = closed(order)
  return open.walletRequest === null ? open : { ...open, dueMs: open.walletRequest.askedMs }
}

/** Reads the transactions before the allowance, so that the allowance is never older than a transaction. */
export const watchRevoke: Task = { name: 'watchRevoke', isRead: true, run: readRevocation }

async function readRevocation(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const key = allowanceOf(order)
  const sent = revocationOf(order)
  if (key === null || sent === null) throw new Problem('revokeUnknown')
  const own = approveCall(key.token, key.spender, 0n)
  const transaction = await seenCall(order, sent, own, ports)
  const approvals = await Promise.all(approvalsUnderWay(order).map((one) => seenApproval(one, ports)))
  const left = await ports.chain.allowanceSeen(key.chainId, key.token, key.owner, key.spender)
  return { kind: 'revokeSeen', transaction, approvals, left }
}

/**
 * Reads an approval by its hash alone. A wallet may use a later nonce than the requested one, so a used nonce
 * does not prove that the approval is gone.
 */
async function seenApproval(
  { chainId, hash }: OrderTransaction,
  { chain }: FlowPorts,
): Promise<Pick<OrderTransaction, 'hash' | 'state'>> {
  return { hash, state: stateOfView(await chain.transaction(chainId, hash)) }
}

/**
 * Records what the chain shows of the revocation. It is over when no allowance is left, or when its
 * transaction is used up.
 */
export function revokeSeen(order: Order, event: RevokeSeen, context: TransitionContext): Transition {
  const { revoking } = order
  if (revoking?.state !== 'sent') return stay(order)
  const known = withSeen(withApprovals(order, event.approvals, context), event.transaction, context)
  const end = endOf(revoking, event, revocationOf(known)?.minedMs ?? null, context)
  if (end === null) return change(dated(known, context), { dueMs: chainDueMs(known, context.nowMs) })
  const leftUnits = isUnsure(event.left) ? null : event.left.units.toString()
  const over = { ...revoking, state: 'over', atMs: context.nowMs, problem: end.problem, leftUnits } as const
  const told = leftUnits === '0' ? withoutLate(known) : known
  return change(told, { revoking: over, dueMs: isLookedAt(told) ? context.nowMs : null })
}

/** Removes the late approval, because nothing of it is left. */
function withoutLate(order: Order): Order {
  const { approvedLate: _taken, ...plain } = order
  return plain
}

/**
 * Records a failed chain read. The wait has the same limit as for a readable chain, so that no other order
 * waits behind it forever.
 */
export function revokeUnread(
  order: Order,
  _event: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  const { revoking } = order
  if (revoking === undefined || !isRevokeLate(revoking, context.nowMs)) {
    return change(dated(order, context), { dueMs: failedReadDueMs(order, context.nowMs) })
  }
  const { order: over } = revokeLost(order)
  return change(over, { dueMs: isLookedAt(over) ? context.nowMs : null })
}

/** Returns how the wait ends. Null while it continues. */
function endOf(
  revoking: Revoking,
  { transaction, left }: RevokeSeen,
  minedMs: number | null,
  { nowMs }: TransitionContext,
): Pick<Revoking, 'problem'> | null {
  if (isNothingLeft(left)) return { problem: null }
  const state = transaction?.state ?? 'sent'
  // The nonce is that of the review. A node that does not know the transaction yet may show an earlier one
  // with that nonce.
  const isGone = state === 'replaced' && nowMs - revoking.atMs >= lagMs
  if (state === 'failed' || isGone) return { problem: plainProblem('revokeFailed', 'unmoved') }
  const isShown = state === 'mined' && minedMs !== null && nowMs - minedMs >= lagMs
  if (isShown) return { problem: null }
  return isRevokeLate(revoking, nowMs) ? { problem: plainProblem('revokeUnknown', 'unmoved') } : null
}

/** Records the observed states of the pending approvals. */
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
  const ours = revocationOf(order)
  if (seen === null || ours === null) return order
  const isOurs = ours.hash === seen.hash
  const minedMs = seen.state === 'mined' ? ((isOurs ? ours.minedMs : null) ?? nowMs) : null
  if (isOurs)
    return { ...order, transactions: withTransaction(order, seen.hash, { state: seen.state, minedMs }) }
  const kept = withTransaction(order, ours.hash, { state: 'replaced' })
  return { ...order, transactions: [...kept, { ...ours, hash: seen.hash, state: seen.state, minedMs }] }
}

/** The time is ahead of the clock, which was set back since. Restart the wait from now. */
function dated(order: Order, context: TransitionContext): Order {
  return (order.revoking?.atMs ?? 0) > context.nowMs ? withRevoking(order, {}, context) : order
}

function withRevoking(order: Order, fields: Partial<Revoking>, { nowMs }: TransitionContext): Order {
  const { revoking } = order
  return revoking === undefined ? order : { ...order, revoking: { ...revoking, ...fields, atMs: nowMs } }
}

/**
 * Returns whether the order still has something to read: its end, or the wallet request at which it was
 * stopped.
 */
function isLookedAt({ state, walletRequest }: Order): boolean {
  return (
    state === 'stopping' ||
    state === 'reported_terminal' ||
    state === 'verified_terminal' ||
    walletRequest !== null
  )
}
