import { approveCall } from '../../base/ethereum.ts'
import { isHash, lowerHex } from '../../base/hex.ts'
import { Problem, restoreProblem } from '../../base/problem.ts'
import { minuteMs } from '../../base/time.ts'
import { getHighestAmount } from '../../chain/quorum.ts'
import { spenderOf } from '../../quote/order-kind.ts'
import { type AllowanceKey, planApprovals } from '../../review/approval-plan.ts'
import { failedCheck, readApproval, readNativeFault, readTokenFault } from '../../review/preflight.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { readReservedAllowance } from '../allowance-reads.ts'
import { isBeingRevoked } from '../allowances.ts'
import { awaitUser, createProblemData, createSent, withTimelineStep, withTransaction } from '../change.ts'
import type { FlowEvent, Task } from '../event.ts'
import { mayLag, withCallSeen } from '../exits/exit-engine.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, OrderTransaction } from '../order.ts'
import { isInSet } from '../order-state.ts'
import { isWalletBusy } from '../order-store.ts'
import { closeOpenRequest, withLostConnection, withWalletRequest } from '../stored-requests.ts'
import { readCall } from '../transaction-reads.ts'
import { change, type Handler, move, stay } from '../transition.ts'
import { canBatch, originConfig } from '../wallet-request.ts'
import { blockedEvent, readTimeFault } from './prompt-faults.ts'
import { chainDueMs } from './schedule.ts'

export const prepareApproval: Task = { name: 'prepareApproval', leadsToPrompt: true, run: readForApproval }

async function readForApproval(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { chain } = ports
  const allowance = findAllowance(order, ports)
  // The deployment file may have changed since the review.
  if (allowance === null) return blockedEvent(failedCheck('V-3'))
  const { key, payer } = allowance
  // An allowance that is being revoked would count here, and be gone when it is needed.
  if (isBeingRevoked(await ports.store.listOpen(), key)) throw new Problem('walletBusy')
  const { reservedUnits, neededUnits } = await readNeededAllowance(order, key, 'readsAllowanceLater', ports)
  const short = await readTokenFault(payer, neededUnits, chain)
  if (short !== null) return blockedEvent(short)
  const { allowanceUnits, approveWorks } = await readApproval(payer, key.spender, neededUnits, chain)
  const isShort = allowanceUnits < neededUnits
  if (isShort && (await isWalletBusy(order, ports))) throw new Problem('walletBusy')
  const { txData } = order.terms
  const valueUnits = txData === null ? null : BigInt(txData.value)
  const sendings = { approvals: approveWorks ? 1 : 2, valueUnits }
  const unpaid = isShort ? await readNativeFault(payer, sendings, 'prompt', chain) : null
  if (unpaid !== null) return blockedEvent(unpaid)
  // If it needs a reset to zero first, the calls are requested step by step.
  const canBatchNow = isShort && approveWorks && order.kind !== 'signed' && (await canBatch(order, ports))
  // Such a prompt sends the swap as well.
  const fault = canBatchNow ? await readTimeFault(order, ports) : null
  if (fault !== null) return blockedEvent(fault)
  // The highest figure, so that no endpoint alone makes a batch that was paid look unpaid later.
  const held = canBatchNow ? await chain.balanceQuorum(key.chainId, key.token, key.owner) : null
  return {
    kind: 'prepared',
    canBatch: canBatchNow,
    ...(held === null ? {} : { balanceUnits: getHighestAmount(held).units.toString() }),
    allowanceUnits: allowanceUnits.toString(),
    neededUnits: neededUnits.toString(),
    reservedUnits: reservedUnits.toString(),
    approveWorks,
    accountNonce: await chain.accountNonce(key.chainId, key.owner, 'pending'),
  }
}

export const watchApproval: Task = {
  name: 'watchApproval',
  async run(order, ports) {
    const { key } = findAllowance(order, ports) ?? {}
    if (key === undefined) throw failedCheck('V-3')
    const { neededUnits } = await readNeededAllowance(order, key, 'readsAllowanceLater', ports)
    const sent = currentApproval(order)
    // The transaction first, so that the allowance is never older.
    const transaction = sent === undefined ? null : await readApprovalCall(order, sent, key, ports)
    const allowanceUnits = await ports.chain.allowance(key.chainId, key.token, key.owner, key.spender)
    return {
      kind: 'allowanceObserved',
      allowanceUnits: allowanceUnits.toString(),
      neededUnits: neededUnits.toString(),
      transaction,
    }
  },
}

function readApprovalCall(order: Order, sent: OrderTransaction, key: AllowanceKey, ports: FlowPorts) {
  return readCall(order, sent, approveCall(key.token, key.spender, BigInt(sent.amountUnits ?? '0')), ports)
}

/** The transaction of the open request. A late answer may have named one of an earlier request since. */
function currentApproval({ state, walletRequest, transactions }: Order): OrderTransaction | undefined {
  return state === 'approve_sent'
    ? transactions.findLast(({ purpose }) => purpose === walletRequest?.purpose)
    : undefined
}

function findAllowance(order: Order, { deployment }: FlowPorts) {
  const { inputToken: token, userAddress: owner } = walletQuoteRequest(order.reviewed.request)
  const config = originConfig(deployment, order)
  const spender = spenderOf(order, config)
  if (spender === null) return null
  const key = { chainId: config.chainId, token, owner, spender }
  return { key, payer: { ...key, symbol: order.reviewed.inputToken.symbol } }
}

/** Returns the allowance that this order needs together with the others that rely on it: those outside of the set. */
async function readNeededAllowance(
  order: Order,
  key: AllowanceKey,
  ignored: 'readsAllowanceLater' | 'unsigned',
  ports: FlowPorts,
) {
  const relying = (await ports.store.listOpen()).filter(({ state }) => !isInSet(state, ignored))
  const reservedUnits = await readReservedAllowance(relying, key, order.id, ports)
  return { reservedUnits, neededUnits: reservedUnits + BigInt(order.reviewed.request.inputAmount) }
}

/**
 * Reads right before the signature whether it could be executed: the balance or the allowance may have been lowered since the
 * approval. Counts the other signatures that may still be used (R13), and no order that is still unsigned.
 */
export async function readFundsFault(order: Order, ports: FlowPorts): Promise<Problem | null> {
  const allowance = findAllowance(order, ports)
  if (allowance === null) return failedCheck('V-3')
  const { key, payer } = allowance
  const { neededUnits } = await readNeededAllowance(order, key, 'unsigned', ports)
  const short = await readTokenFault(payer, neededUnits, ports.chain)
  if (short !== null) return short
  const allowanceUnits = await ports.chain.allowance(key.chainId, key.token, key.owner, key.spender)
  return allowanceUnits < neededUnits ? restoreProblem(tooSmall) : null
}

const tooSmall = createProblemData('approvalFailed', 'nothingSent', { reason: 'tooSmall' })

export const requestApproval: Handler<'prepared'> = (order, event, context) => {
  const allowanceUnits = BigInt(event.allowanceUnits)
  const neededUnits = BigInt(event.neededUnits)
  if (allowanceUnits < neededUnits && allowanceUnits === 0n && !event.approveWorks) {
    return awaitUser(order, createProblemData('approvalFailed', 'unmoved'), context)
  }
  const isRequested = order.supersededRequests?.some(({ purpose }) => purpose === 'approve') === true
  const [first] = planApprovals({ allowanceUnits, neededUnits, approveWorks: event.approveWorks })
  if (first === undefined)
    return move(order, 'approved', context.nowMs, {
      // An earlier request, whose answer was lost or wrong, has set the allowance.
      timeline: isRequested ? withTimelineStep(order, 'approved', context.nowMs) : order.timeline,
    })
  if (first.purpose === 'resetApproval' && BigInt(event.reservedUnits) > 0n) {
    // Setting it to zero would break another running order of this token (R13).
    return awaitUser(order, tooSmall, context)
  }
  return withWalletRequest(
    order,
    'approve_requested',
    {
      purpose: first.purpose,
      accountNonce: event.accountNonce,
      amountUnits: first.amountUnits.toString(),
      dueMs: chainDueMs(order, context.nowMs),
    },
    context,
  )
}

/** Records the wallet's answer to an approval: a hash, or something that only the allowance can explain. */
export const onApprovalAnswer: Handler<'walletAnswered'> = (order, { result }, context) => {
  const request = order.walletRequest
  if (request?.purpose !== 'approve' && request?.purpose !== 'resetApproval') return stay(order)
  if (!isHash(result)) return change(order, { dueMs: context.nowMs })
  const { purpose, amountUnits } = request
  const sent = createSent(order, purpose, lowerHex(result), { amountUnits }, context)
  return move(order, 'approve_sent', context.nowMs, { transactions: [...order.transactions, sent] })
}

/**
 * A sufficient allowance decides, not the receipt: Ferry waits for a lagging node, and finds a lost answer again. While it is too
 * small, a failed or replaced transaction leads to the person.
 */
export const onAllowanceObserved: Handler<'allowanceObserved'> = (order, event, context) => {
  const request = order.walletRequest
  const { nowMs } = context
  if (request === null) return stay(order)
  // Its answer may come later, and names the transaction.
  const open = closeOpenRequest({ ...order, walletRequest: { ...request, isAllowanceSeen: true } })
  const current = currentApproval(order) ?? null
  const isReplaced = event.transaction?.state === 'replaced'
  const seen = current === null || (isReplaced && mayLag(current.sentMs, nowMs)) ? null : event.transaction
  const known =
    current === null || seen === null
      ? order
      : withCallSeen(order, seen, { ours: current, other: current, nowMs })
  if (request.purpose === 'resetApproval' && BigInt(event.allowanceUnits) === 0n) {
    const timeline = withTimelineStep(known, 'resetApproved', nowMs)
    return move(known, 'confirmed', nowMs, { ...open, timeline })
  }
  if (request.purpose === 'approve' && BigInt(event.allowanceUnits) >= BigInt(event.neededUnits)) {
    const timeline = withTimelineStep(known, 'approved', nowMs)
    return move(known, 'approved', nowMs, { ...open, timeline })
  }
  if (seen?.state === 'failed' || seen?.state === 'replaced') {
    return awaitUser(known, createProblemData('approvalFailed', 'unmoved'), context)
  }
  if (seen?.state === 'mined' && current !== null && current.state === 'mined') {
    const sinceMs = nowMs - (current.minedMs ?? nowMs)
    // The person lowered the amount in the wallet. A node lag of a minute is not expected.
    const { allowanceUnits: amountUnits } = event
    const came = amountUnits === '0' ? {} : { amountUnits }
    const lowered = { ...known, transactions: withTransaction(known, current.hash, came) }
    if (sinceMs > minuteMs) return awaitUser(lowered, tooSmall, context)
  }
  const problem = known.problem?.code === 'rpcUnreachable' ? null : known.problem
  return change(known, { dueMs: chainDueMs(known, nowMs), problem })
}

/** The approval may still be sent; the allowance shows it. */
export const onApprovalLost: Handler<'walletLost'> = (order, { problem }, context) =>
  change(withLostConnection(order, context), { problem, dueMs: context.nowMs })
