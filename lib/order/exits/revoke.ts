import { approveCall } from '../../base/ethereum.ts'
import { isSameHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import type { ProblemData } from '../../base/problem-shape.ts'
import { spenderOf } from '../../quote/order-kind.ts'
import type { Account } from '../../wallet/port.ts'
import {
  allowanceOf,
  canRevoke,
  findRevocation,
  isAllowanceUncertain,
  isBeingRevoked,
  isForAllowance,
  isRevokeWaitOver,
  reliesOnAllowance,
} from '../allowances.ts'
import { createProblemData, decisionTimeoutMs } from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { chainDueMs, failedReadDueMs } from '../flows/schedule.ts'
import { isVerifiedUsed } from '../nonce-reads.ts'
import type { Order, Revocation } from '../order.ts'
import { isPermitUsable } from '../order-facts.ts'
import { isWalletBusy } from '../order-store.ts'
import { readCall } from '../transaction-reads.ts'
import { change, type Handler, stay, type TransitionContext } from '../transition.ts'
import { originConfig } from '../wallet-request.ts'
import {
  type Exit,
  type ExitTerms,
  exitPlaceOf,
  exitWallet,
  mayLag,
  requestExit,
  withCallSeen,
} from './exit-engine.ts'

/** The swap's end stays the same; the chain shows the remaining allowance. */
export const revocation: Exit = {
  purpose: 'revoke',
  amountUnits: '0',
  afterSent: (order, context) => withRevoking(order, { state: 'sent' }, context),
  afterUnclear: afterUnknown,
  afterRejected: (order, { problem }) => withProblem(order, problem),
  afterLost: afterUnknown,
}

/** It is unknown what happened. The chain is then read when the person opens the list. */
function afterUnknown(order: Order): Order {
  return withProblem(order, createProblemData('revokeNotSent'))
}

function withProblem(order: Order, problem: ProblemData): Order {
  const { revoking } = order
  if (revoking === undefined) return order
  return { ...order, revoking: { ...revoking, state: 'over', problem: { ...problem, money: 'unmoved' } } }
}

export const requestRevoke: Handler<'revoke'> = (order, event, context) => {
  const { reviewKey } = event
  // A review can be confirmed only once, even if the message is repeated.
  if (!canRevoke(order) || order.revoking?.reviewKey === reviewKey) return stay(order)
  const { nowMs: atMs } = context
  const revoking = { reviewKey, state: 'requested', atMs, problem: null, leftUnits: null } as const
  return requestExit({ ...order, revoking }, revocation, event, context)
}

/** Reads the transaction before the allowance, so that the allowance is never older. */
export const watchRevoke: Task = { name: 'watchRevoke', isRead: true, run: readRevocation }

async function readRevocation(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const key = allowanceOf(order)
  const sent = findRevocation(order)
  if (key === null || sent === null) throw new Problem('revokeNotSent')
  const own = approveCall(key.token, key.spender, 0n)
  const transaction = await readCall(order, sent, own, ports)
  const left = await ports.chain.allowanceEvidence(key.chainId, key.token, key.owner, key.spender)
  return { kind: 'revokeObserved', transaction, left }
}

/** It is over when no allowance is left, or when its transaction is used up. */
export const onRevokeObserved: Handler<'revokeObserved'> = (order, event, context) => {
  const { revoking } = order
  if (revoking?.state !== 'sent') return stay(order)
  const ours = findRevocation(order)
  const { nowMs } = context
  const known =
    event.transaction === null || ours === null
      ? order
      : withCallSeen(order, event.transaction, { ours, other: ours, nowMs })
  const end = revokeEndOf(revoking, event, findRevocation(known)?.minedMs ?? null, context)
  if (end === null) return change(withRestartedWait(known, context), { dueMs: chainDueMs(known, nowMs) })
  const leftUnits = isAllowanceUncertain(event.left) ? null : event.left.units.toString()
  const over = { ...revoking, state: 'over', atMs: nowMs, problem: end.problem, leftUnits } as const
  return change(known, { revoking: over, dueMs: dueAfterRevoke(known, context) })
}

/** A swap that continued during its revocation may wait for the person, whose time to decide begins now (`awaitUser`). */
function dueAfterRevoke({ state }: Order, { nowMs }: TransitionContext): number {
  return state === 'needs_user' ? nowMs + decisionTimeoutMs : nowMs
}

/** The wait has the same limit as for a readable chain, so that no other order waits behind it forever. */
export const onRevokeUnread: Handler<'readFailed'> = (order, _event, context) => {
  const { revoking } = order
  if (revoking === undefined || !isRevokeWaitOver(revoking, context.nowMs)) {
    return change(withRestartedWait(order, context), { dueMs: failedReadDueMs(order, context.nowMs) })
  }
  return change(afterUnknown(order), { dueMs: dueAfterRevoke(order, context) })
}

function revokeEndOf(
  revoking: Revocation,
  { transaction, left }: EventOf<'revokeObserved'>,
  minedMs: number | null,
  { nowMs }: TransitionContext,
): Pick<Revocation, 'problem'> | null {
  if (left.units === 0n && !isAllowanceUncertain(left)) return { problem: null }
  const state = transaction?.state ?? 'sent'
  const isGone = state === 'replaced' && !mayLag(revoking.atMs, nowMs)
  if (state === 'failed' || isGone)
    return { problem: createProblemData('revokeNotSent', 'unmoved', { reason: state }) }
  const isShown = state === 'mined' && minedMs !== null && !mayLag(minedMs, nowMs)
  if (isShown) return { problem: null }
  return isRevokeWaitOver(revoking, nowMs) ? { problem: createProblemData('revokeNotSent', 'unmoved') } : null
}

/** The time is ahead of the clock, which was set back since. Restart the wait from now. */
function withRestartedWait(order: Order, context: TransitionContext): Order {
  return (order.revoking?.atMs ?? 0) > context.nowMs ? withRevoking(order, {}, context) : order
}

function withRevoking(order: Order, fields: Partial<Revocation>, { nowMs }: TransitionContext): Order {
  const { revoking } = order
  return revoking === undefined ? order : { ...order, revoking: { ...revoking, ...fields, atMs: nowMs } }
}

/**
 * Checks that an allowance is left, and that no order relies on it. Throws, in addition to the problems of `reviewExit`:
 * - `notAllowed`: the order has no allowance.
 * - `allowanceInUse`, `allowanceGone`, `walletBusy`.
 * - `rpcUnreachable`: too few endpoints answer.
 */
export async function readRevokeTerms(
  order: Order,
  account: Account | null,
  ports: FlowPorts,
): Promise<ExitTerms> {
  const where = exitPlaceOf('revoke', order)
  const key = allowanceOf(order)
  const spender = spenderOf(order, originConfig(ports.deployment, order))
  if (!canRevoke(order) || key === null || spender === null || !isSameHex(spender, key.spender))
    throw new Problem('notAllowed', where)
  const wallet = exitWallet('revoke', order, account)
  const open = await ports.store.listOpen()
  if (open.some((other) => reliesOnAllowance(other) && isForAllowance(other, key)))
    throw new Problem('allowanceInUse', where)
  if (isBeingRevoked(open, key) || (await isWalletBusy({ ...order, wallet }, ports)))
    throw new Problem('walletBusy', where)
  await requireNoSignature({ ...order, wallet }, ports)
  const left = await ports.chain.allowanceEvidence(key.chainId, key.token, key.owner, key.spender)
  if (isAllowanceUncertain(left)) throw new Problem('rpcUnreachable', where)
  if (left.units === 0n) throw new Problem('allowanceGone', where)
  return { order, contract: spender, amountOf: () => left.units.toString(), sinceBlock: '0' }
}

/**
 * Throws `allowanceInUse` if a signature of an order that is reported as over could still use this allowance.
 */
export async function requireNoSignature(order: Order, ports: FlowPorts): Promise<void> {
  const key = allowanceOf(order)
  const nowMs = ports.clock.nowMs()
  for (const other of await ports.store.listOpen()) {
    const isUsable = key !== null && isForAllowance(other, key) && isPermitUsable(other, nowMs)
    if (isUsable && !(await isVerifiedUsed(other, ports))) {
      throw new Problem('allowanceInUse', { money: 'unmoved' })
    }
  }
}
