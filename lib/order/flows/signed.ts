import { isHash, isHex, lowerHex } from '../../base/hex.ts'
import type { ProblemCode } from '../../base/problem-code.ts'
import { minuteMs } from '../../base/time.ts'
import { permitEndsMs, quoteEndsMs } from '../../quote/quote-life.ts'
import { ask, change, mark, move, stay, tried, withSent, withTransaction } from '../change.ts'
import type { FlowEvent, Step, StepContext } from '../event.ts'
import { needsUser, plainProblem } from '../needs-user.ts'
import type { Order } from '../order.ts'
import { repostWaitMs } from '../plan.ts'
import { approvalPlan } from './approval.ts'
import { chainDueMs } from './tracking.ts'

type Prepared = Extract<FlowEvent, { kind: 'prepared' }>
type AllowanceSeen = Extract<FlowEvent, { kind: 'allowanceSeen' }>

/** Signed flow, after the reads: straight on when the allowance is enough, else one approval at a time. */
export function signedPrepared(order: Order, event: Prepared, context: StepContext): Step {
  const allowanceUnits = BigInt(event.allowanceUnits)
  const neededUnits = BigInt(event.neededUnits)
  if (allowanceUnits < neededUnits && allowanceUnits === 0n && !event.approveWorks) {
    return needsUser(order, plainProblem('approvalFailed'), context)
  }
  const [first] = approvalPlan({ allowanceUnits, neededUnits, approveWorks: event.approveWorks })
  if (first === undefined) return move(order, 'approved', context.nowMs)
  if (first.purpose === 'resetApproval' && BigInt(event.heldUnits) > 0n) {
    // Zeroing would kill another live order of this token (R13).
    return needsUser(order, plainProblem('approvalTooSmall'), context)
  }
  return ask(
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

/** The wallet answered an approval: a hash, or something that only the allowance can explain. */
export function approvalAnswered(order: Order, result: unknown, context: StepContext): Step {
  const request = order.walletRequest
  if (request?.purpose !== 'approve' && request?.purpose !== 'resetApproval') return stay(order)
  if (!isHash(result)) return change(order, { dueMs: context.nowMs })
  const transactions = withSent(order, request.purpose, lowerHex(result), request, context)
  return move(order, 'approve_sent', context.nowMs, { transactions })
}

/** The allowance decides, not the receipt: a lagging node is waited for, a lost answer is found again. */
export function allowanceSeen(order: Order, event: AllowanceSeen, context: StepContext): Step {
  const request = order.walletRequest
  if ((order.state !== 'approve_requested' && order.state !== 'approve_sent') || request === null)
    return stay(order)
  const last = order.transactions.at(-1)
  const current = order.state === 'approve_sent' && last !== undefined ? last : null
  const seen = current !== null && event.transaction !== null ? event.transaction : null
  const minedMs = seen === 'mined' ? context.nowMs : null
  const known =
    current === null || seen === null || seen === current.state
      ? order
      : { ...order, transactions: withTransaction(order, current.hash, { state: seen, minedMs }) }
  if (request.purpose === 'resetApproval' && BigInt(event.allowanceUnits) === 0n) {
    const timeline = mark(known, 'resetApproved', context.nowMs)
    return move(known, 'confirmed', context.nowMs, { walletRequest: null, timeline })
  }
  if (request.purpose === 'approve' && BigInt(event.allowanceUnits) >= BigInt(event.neededUnits)) {
    const timeline = mark(known, 'approved', context.nowMs)
    return move(known, 'approved', context.nowMs, { walletRequest: null, timeline })
  }
  if (seen === 'failed' || seen === 'dropped' || seen === 'replaced') {
    return needsUser(known, plainProblem('approvalFailed'), context)
  }
  if (seen === 'mined' && current !== null && current.state === 'mined') {
    const sinceMs = context.nowMs - (current.minedMs ?? context.nowMs)
    // The person lowered the amount in the wallet; a node that lags a minute is not to be expected.
    if (sinceMs > minuteMs) return needsUser(known, plainProblem('approvalTooSmall'), context)
  }
  const problem = known.problem?.code === 'rpcUnreachable' ? null : known.problem
  return change(known, { dueMs: chainDueMs(known, context.nowMs), problem })
}

/** The quote lives and nothing is in the way: the wallet is asked for the signature. */
export function readyToSign(order: Order, context: StepContext): Step {
  if (order.state !== 'approved') return stay(order)
  return ask(
    order,
    'sign_requested',
    // A signature is worth nothing once its quote is over: a silent wallet holds the order no longer than that.
    { purpose: 'sign', accountNonce: null, amountUnits: null, dueMs: quoteEndsMs(order.deal) },
    context,
  )
}

/** The wallet answered the signature. A late one is used while quote and permit live, else dropped un-posted. */
export function signatureAnswered(order: Order, result: unknown, context: StepContext): Step {
  if (!isHex(result) || result.length < 4) {
    return needsUser(order, plainProblem('signatureWrong'), context)
  }
  const permitMs = permitEndsMs(order.deal)
  const tooLate = context.nowMs >= quoteEndsMs(order.deal) || (permitMs !== null && context.nowMs >= permitMs)
  if (tooLate) return needsUser(order, plainProblem('quoteExpired'), context)
  const timeline = mark(order, 'signed', context.nowMs)
  return move(order, 'signed', context.nowMs, { signature: lowerHex(result), walletRequest: null, timeline })
}

/** S-3, S-4: only a signature that Permit2 will take is posted; the body is stored first (R1, R4). */
export function signatureChecked(
  order: Order,
  event: Extract<FlowEvent, { kind: 'signatureChecked' }>,
  context: StepContext,
): Step {
  if (order.state !== 'signed') return stay(order)
  if (!event.valid) {
    const code = event.isContract ? 'signatureRefused' : 'signatureWrong'
    return needsUser({ ...order, signature: null }, plainProblem(code), context)
  }
  return move(order, 'submitting', context.nowMs, {
    signature: event.signature,
    submitBody: event.submitBody,
  })
}

/** The POST is counted before it leaves: after a death in mid-POST the service is asked before it is sent again. */
export function posting(order: Order, context: StepContext): Step {
  if (order.state !== 'submitting') return stay(order)
  return change(order, { submitCount: order.submitCount + 1, lookCount: 0, dueMs: context.nowMs })
}

/**
 * The service took it when it says our hash (R12). One that names none may not have it: asked, and the same bytes again.
 * An answer about another hash is no acceptance either, and is noted.
 */
export function submitAccepted(
  order: Order,
  event: Extract<FlowEvent, { kind: 'submitAccepted' }>,
  context: StepContext,
): Step {
  if (order.state !== 'submitting') return stay(order)
  const attempts = tried(order, event.attempt)
  if (event.requestHash === null || event.requestHash.toLowerCase() !== order.deal.requestHash) {
    const note = 'submit answered with another hash'
    const isKnown = event.requestHash === null || order.anomalies.includes(note)
    const anomalies = isKnown ? order.anomalies : [...order.anomalies, note]
    return change(order, {
      attempts,
      anomalies,
      lookCount: 0,
      dueMs: context.nowMs + repostWaitMs(order.submitCount, null),
    })
  }
  const timeline = mark(order, 'accepted', context.nowMs)
  return move(order, 'submitted', context.nowMs, { attempts, timeline, lookCount: 0 })
}

/** Answers that the service gave instead of looking at the request, or before. */
const refusals: readonly ProblemCode[] = [
  'serviceRefused',
  'serviceBusy',
  'serviceOriginNotAllowed',
  'hostsNotAllowed',
]

/**
 * The signature is alive until its deadline, whatever the POST was answered. Only a first one that was refused
 * is known not to have been taken; a later refusal may be that of a request the service has already.
 */
export function submitFailed(
  order: Order,
  event: Extract<FlowEvent, { kind: 'submitFailed' }>,
  context: StepContext,
): Step {
  if (order.state !== 'submitting') return stay(order)
  const waitMs = repostWaitMs(order.submitCount, event.problem.retryAfterMs)
  const { code } = event.problem
  const isUnused = refusals.includes(code) && order.submitCount <= 1
  return change(order, {
    lookCount: 0,
    attempts: tried(order, event.attempt),
    problem: {
      ...event.problem,
      code: code === 'serviceRefused' ? 'submitRefused' : code,
      money: isUnused ? 'signedUnused' : 'unknown',
    },
    dueMs: context.nowMs + waitMs,
  })
}
