import { secondMs } from '../../base/time.ts'
import { type Evidence, hasEnoughSources } from '../../chain/evidence.ts'
import { usesInbox } from '../../quote/order-kind.ts'
import { isFailure, isSuccess, isTerminal, type StatusCode, statusCodes } from '../../service/status-codes.ts'
import { withAnomaly, withDoubt, withTimelineStep } from '../change.ts'
import { endProblem, liveSignatureProblem, usedSignatureProblem } from '../end-problems.ts'
import type { EventOf } from '../event.ts'
import type { DepositOrder, Order, SignedOrder } from '../order.ts'
import { isPermitUseVerified, isSendOpen } from '../order-facts.ts'
import { type Changes, change, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import {
  countEndRead,
  endByCode,
  endUnused,
  endVerifiedPaid,
  endVerifiedUnused,
  mayUseOtherSignature,
  reportedEndChanges,
  withCode,
  withReportedCode,
} from './ends.ts'
import { namesRefund } from './refund-proof.ts'
import { pollMs, pollWaitMs, turnAfterEnd } from './schedule.ts'

/** What decides about the end of an order: a status code of the service, or what the chain shows. */
type StatusReading = { readonly kind: 'status'; readonly code: StatusCode }
type Reading = StatusReading | EventOf<'proof'> | EventOf<'nonceRead'> | EventOf<'depositObserved'>

/** A row of a decision table. The first row that fits decides. */
interface Rule<One extends Reading, Of extends Order = Order> {
  /** In words, for readers and tests. */
  readonly when: string
  readonly fits: (order: Of, reading: One, nowMs: number) => boolean
  readonly apply: (order: Of, reading: One, context: TransitionContext) => Transition
}

function decide<One extends Reading, Of extends Order>(
  rules: readonly Rule<One, Of>[],
  order: Of,
  reading: One,
  context: TransitionContext,
): Transition {
  const rule = rules.find(({ fits }) => fits(order, reading, context.nowMs))
  return rule === undefined ? stay(order) : rule.apply(order, reading, context)
}

/**
 * Decides what a reading makes of an order: it continues, ends as reported, or ends as the chain shows. The tables below
 * end an order by a status, a payment, a nonce or a deposit. Watched cancellations (`exits/cancel.ts`), receipts
 * (`mining.ts`) and stopped swaps (`live-requests.ts`) end in their own files.
 */
export function applyReading(order: Order, reading: Reading, context: TransitionContext): Transition {
  switch (reading.kind) {
    case 'status':
      return decide(statusRules, order, reading, context)
    case 'proof':
      return decide(paymentRules, order, reading, context)
    case 'nonceRead':
      return order.kind === 'signed' ? decide(signatureRules, order, reading, context) : stay(order)
    case 'depositObserved':
      return order.kind === 'deposit' ? decide(depositRules, order, reading, context) : stay(order)
  }
}

/**
 * R10: an end is final. Only a failure may become a success or a refund, and only after two reports of it, whatever comes between
 * them.
 */
function isUpgrade({ statusCode: known }: Order, { code }: StatusReading): boolean {
  return isTerminal(known) && isFailure(known) && (isSuccess(code) || code === statusCodes.refunded)
}

/** @internal */
export const statusRules: readonly Rule<StatusReading>[] = [
  {
    when: 'the known code again',
    fits: ({ statusCode }, { code }) => code === statusCode,
    apply: (order, { code }) => stay(withReportedCode(order, code)),
  },
  {
    when: 'settled, after it was fulfilled',
    fits: ({ statusCode }, { code }) => statusCode === statusCodes.fulfilled && code === statusCodes.settled,
    apply: recordProgress,
  },
  {
    when: 'another code after a verified end',
    fits: ({ state }) => state === 'verified_terminal',
    apply: recordContradiction,
  },
  {
    when: 'a success or refund after a failure, for the second time',
    fits: (order, reading) =>
      isUpgrade(order, reading) && order.anomalies.includes(contradiction(order, reading)),
    apply: endAsReported,
  },
  {
    when: 'a success or refund after a failure, for the first time',
    fits: isUpgrade,
    apply: (order, reading, { nowMs }) =>
      change(withContradiction(order, reading), { dueMs: nowMs + pollMs }),
  },
  {
    when: 'another code after an end',
    fits: ({ statusCode }) => isTerminal(statusCode),
    apply: recordContradiction,
  },
  { when: 'an end', fits: (_order, { code }) => isTerminal(code), apply: endAsReported },
  {
    when: 'an earlier code',
    fits: ({ statusCode }, { code }) => statusCode !== null && code < statusCode,
    apply: recordContradiction,
  },
  { when: 'a later code', fits: () => true, apply: recordProgress },
]

/** @internal */
export const paymentRules: readonly Rule<EventOf<'proof'>>[] = [
  {
    when: 'nothing was ever paid, in the first read',
    fits: (order, { proof }, nowMs) => proof === 'neverPaid' && unusedReads(order, nowMs) === 'first',
    apply: rememberUnused,
  },
  {
    when: 'nothing was ever paid, read again too soon',
    fits: (order, { proof }, nowMs) => proof === 'neverPaid' && unusedReads(order, nowMs) === 'tooSoon',
    apply: stay,
  },
  {
    when: 'nothing was ever paid, in two reads',
    fits: (_order, { proof }) => proof === 'neverPaid',
    apply: (order, _reading, context) => {
      // The reader says so of a signed swap only after its cancellation on chain.
      const end = order.kind === 'deposit' ? { ...order, depositUnseenMs: context.nowMs } : order
      return endVerifiedUnused(end, context, order.kind === 'signed')
    },
  },
  {
    when: 'two hosts show a payment that the service reports or names, or the inbox',
    fits: (order, { proof, evidence, isInboxEmpty }) =>
      proof === 'verified' &&
      evidence !== undefined &&
      // One endpoint alone proves nothing, even if the reader says that it does.
      hasEnoughSources(evidence) &&
      (isInboxEmpty === true || isNamedEnd(order, evidence)),
    apply: endVerifiedPaid,
  },
  {
    when: 'its chain is not listed, and nothing more can be learned',
    fits: (order, reading, nowMs) =>
      reading.proof === 'unreadable' &&
      isEvidenceComplete(withEvidence(order, reading, nowMs), reading, nowMs),
    apply: (order, reading, context) =>
      change(withRead(order, reading, context), {
        fundsSettled: true,
        ...reportedEndChanges(order, context),
      }),
  },
  {
    when: 'anything else',
    fits: () => true,
    apply: (order, reading, context) => {
      const read = withRead(order, reading, context)
      return change(read, countEndRead(read, context.nowMs))
    },
  },
]

/** The chain decides which of two ends came, if the service named both. */
function isNamedEnd(order: Order, { kind, hash }: Evidence): boolean {
  const isDelivered = isSuccess(order.statusCode)
  return kind === 'delivery'
    ? isDelivered || order.destinationTransactionHash === hash
    : !isDelivered || namesRefund(order)
}

/** @internal */
export const signatureRules: readonly Rule<EventOf<'nonceRead'>, SignedOrder>[] = [
  {
    when: 'it can still be used',
    fits: ({ terms }, { used, blockSeconds }) => !used && blockSeconds <= terms.permitDeadlineSeconds,
    apply(order, reading, context) {
      const isVerified = hasEnoughSources(reading)
      const known = isVerified ? withDoubt(order) : order
      const isOverByOne = (reading.aloneSeconds ?? 0) > order.terms.permitDeadlineSeconds
      const doubt = isOverByOne ? 'oneSource' : reading.doubt
      const problem = isVerified ? liveSignatureProblem(order) : order.problem
      const fields = { problem, isPermitOver: false, ...(doubt === undefined ? {} : { doubt }) }
      return continueReading(known, fields, context)
    },
  },
  {
    when: 'one endpoint alone shows it over',
    fits: (_order, reading) => !hasEnoughSources(reading),
    apply: (order, _reading, context) =>
      continueReading(
        order,
        { doubt: 'oneSource', isPermitOver: false, ...countEndRead(order, context.nowMs) },
        context,
      ),
  },
  {
    when: 'it was cancelled',
    fits: (_order, { isCancelled }) => isCancelled === true,
    apply: (order, _reading, context) => endUnused(withPermitOver(order), 'cancelled', context),
  },
  {
    when: 'it was used, after the end',
    fits: ({ state }, { used }) => used && state === 'reported_terminal',
    apply: (order, _reading, context) =>
      continueReading(
        withDoubt(order),
        { problem: usedSignatureProblem(order), isPermitOver: true },
        context,
      ),
  },
  {
    when: 'it was used, as the service reports',
    fits: ({ state, statusCode }, { used }) =>
      used && state === 'pending' && statusCode === statusCodes.extracted,
    // Polls of the service continue unchanged.
    apply: (order, _reading, context) =>
      change(withPermitOver(withDoubt(order)), {
        unusedSeenMs: null,
        readCount: order.readCount + 1,
        dueMs: context.nowMs,
      }),
  },
  {
    when: 'it was used, of a swap in progress',
    fits: ({ state }, { used }) => used && state === 'pending',
    apply: (order, _reading, context) => continueReading(withDoubt(order), { isPermitOver: true }, context),
  },
  {
    when: 'it was used, and nothing is known of the swap',
    fits: (_order, { used }) => used,
    apply: (order, _reading, context) => {
      const { dueMs = null, ...read } = afterRead(order, context)
      return move(withPermitOver(withDoubt(order)), 'unknown_outcome', dueMs, read)
    },
  },
  {
    when: 'it was never used, in the first read',
    fits: (order, _reading, nowMs) => unusedReads(order, nowMs) === 'first',
    apply: (order, reading, context) => rememberUnused(withPermitOver(order), reading, context),
  },
  {
    when: 'it was never used, read again too soon',
    fits: (order, _reading, nowMs) => unusedReads(order, nowMs) === 'tooSoon',
    apply: stay,
  },
  {
    when: 'it was never used, in two reads, after the end',
    fits: ({ state }) => state === 'reported_terminal',
    apply: (order, _reading, context) => endVerifiedUnused(withPermitOver(order), context),
  },
  {
    when: 'it was never used, in two reads',
    fits: () => true,
    apply: (order, _reading, context) => endUnused(withPermitOver(order), 'expired', context),
  },
]

/** @internal */
export const depositRules: readonly Rule<EventOf<'depositObserved'>, DepositOrder>[] = [
  {
    when: 'a deposit came after the swap failed, or a second host shows it',
    fits: ({ statusCode, depositObserved: before }, { units, isOneSource }) =>
      (before === undefined || (before.isOneSource === true && isOneSource !== true)) &&
      units !== '0' &&
      isFailure(statusCode),
    apply: (order, { units, isOneSource }, context) => {
      const byOne = isOneSource ? { isOneSource } : {}
      const seen: DepositOrder = { ...order, depositObserved: { units, atMs: context.nowMs, ...byOne } }
      const { statusCode: code } = order
      return change(seen, {
        unusedSeenMs: null,
        readCount: 0,
        dueMs: context.nowMs + pollMs,
        timeline: withTimelineStep(order, 'deposited', context.nowMs),
        problem: isFailure(code) ? endProblem(seen, code) : order.problem,
        notification: { kind: 'failed', state: 'pending' },
        viewed: false,
      })
    },
  },
  {
    when: 'a known deposit',
    fits: () => true,
    // The service gets its turn.
    apply: (order, _reading, { nowMs }) =>
      change(order, { unusedSeenMs: null, ...turnAfterEnd(order, nowMs) }),
  },
]

const unusedAgainMs = 15 * secondMs

/** Nothing moved only after two reads, apart in time. A stored time ahead of the clock counts as none. */
function unusedReads({ unusedSeenMs }: Order, nowMs: number): 'first' | 'tooSoon' | 'enough' {
  if (unusedSeenMs === null || unusedSeenMs > nowMs) return 'first'
  return nowMs - unusedSeenMs < unusedAgainMs ? 'tooSoon' : 'enough'
}

function rememberUnused(order: Order, _reading: Reading, { nowMs }: TransitionContext): Transition {
  return change(order, { unusedSeenMs: nowMs, dueMs: nowMs + unusedAgainMs })
}

function withPermitOver<One extends Order>(order: One): One {
  return Object.assign({}, order, { isPermitOver: true })
}

/** One more read, so that the service gets its turn. */
function afterRead(order: Order, { nowMs }: TransitionContext): Changes {
  return {
    unusedSeenMs: null,
    readCount: order.readCount + 1,
    dueMs: nowMs + pollWaitMs(order.readCount, nowMs - order.createdMs),
  }
}

function continueReading(order: Order, fields: Changes<SignedOrder>, context: TransitionContext): Transition {
  return { order: Object.assign({}, order, afterRead(order, context), fields) }
}

function contradiction({ statusCode }: Order, { code }: StatusReading): string {
  return `${statusCode}->${code}`
}

function withContradiction(order: Order, reading: StatusReading): Order {
  return { ...order, anomalies: withAnomaly(order, contradiction(order, reading)) }
}

function recordContradiction(order: Order, reading: StatusReading): Transition {
  return stay(withContradiction(order, reading))
}

function recordProgress(order: Order, { code }: StatusReading, context: TransitionContext): Transition {
  return stay(withCode(withReportedCode(order, code), code, context))
}

function endAsReported(order: Order, { code }: StatusReading, context: TransitionContext): Transition {
  return isTerminal(code) ? endByCode(withReportedCode(order, code), code, context) : stay(order)
}

function withRead(order: Order, reading: EventOf<'proof'>, { nowMs }: TransitionContext): Order {
  return { ...withEvidence(order, reading, nowMs), ...turnAfterEnd(order, nowMs) }
}

function withEvidence(order: Order, event: EventOf<'proof'>, nowMs: number): Order {
  const { evidence, doubt, isInboxEmpty, isDepositUnseen } = event
  const { evidence: _old, ...plain } = withDoubt(order, doubt)
  const read: Order = evidence === undefined ? plain : { ...plain, evidence }
  if (usesInbox(read)) return isInboxEmpty ? { ...read, isInboxEmpty } : read
  if (read.kind === 'signed' && event.isSignatureUsed)
    return { ...read, isPermitOver: true, unusedSeenMs: null }
  const { statusCode: code } = order
  if (read.kind !== 'deposit' || isDepositUnseen !== true || !isFailure(code)) return read
  const unseen = { ...read, depositUnseenMs: nowMs }
  return { ...unseen, problem: endProblem(unseen, code) }
}

/** Reads of service and chain for the transaction of a refund, before the service's report alone is enough. */
const refundNamePolls = 60

/**
 * Returns whether nothing more can be learned about an end on a chain that cannot be read: it is a delivery,
 * or the refund is named, or Ferry polled long enough for it. Never true while funds may be in an inbox,
 * or while a signature or a send may still be used.
 */
function isEvidenceComplete(
  order: Order,
  { isExtracted, isReportedOnly }: EventOf<'proof'>,
  nowMs: number,
): boolean {
  if (order.kind === 'signed' && !isPermitUseVerified(order) && isReportedOnly !== true) return false
  if (mayUseOtherSignature(order, nowMs)) return false
  if (isSendOpen(order)) return false
  if (usesInbox(order) && order.isInboxEmpty !== true && isExtracted !== true) return false
  if (isSuccess(order.statusCode)) return true
  return (
    order.refundTransactionHash !== null ||
    (order.statusCode === statusCodes.refunded && order.readCount >= refundNamePolls)
  )
}
