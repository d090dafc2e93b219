import { type Address, type Hex, hashOrNull } from '../../base/hex.ts'
import { clockFault, secondMs } from '../../base/time.ts'
import { type Evidence, isEnough } from '../../chain/evidence.ts'
import { shownByAny, shownByTwo } from '../../chain/quorum.ts'
import { chainConfig, reportingContracts } from '../../deployment/deployment.ts'
import { permitIsDead } from '../../quote/held-quote.ts'
import { isFailure, isSuccess } from '../../service/status-codes.ts'
import {
  type Changes,
  change,
  mark,
  move,
  stay,
  type Transition,
  type TransitionContext,
  withoutDoubt,
} from '../change.ts'
import { endProblem, provenRefund, settledByTime, unreadRefund, unusedEnd } from '../ending.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { InboxOrder, Order, SignedOrder } from '../order.ts'
import { isOfInbox, isOfRetired, moneyHasLeft } from '../order-facts.ts'
import { isOwnPayment } from '../order-parts.ts'
import { isSeenUsed } from '../order-timeline.ts'
import { originConfig } from '../wallet-request.ts'
import { depositEvent, depositUnitsSeen, isPastLate } from './deposit.ts'
import { nonceEndOf } from './nonce-end.ts'
import { pollMs } from './polls.ts'
import { cannot, notYet, type Proof, provenPayment, withPayIn } from './proven-payment.ts'
import { namesRefund, proofBySearch, proofHere, proofOfRefund } from './refund-proof.ts'
import { nonceEvidence } from './submission.ts'
import { overDueMs } from './tracking.ts'

/** Reads what the chain says of a reported end: the payment for a success, the refund's, or the dead permit. */
export const verify: Task = { name: 'verify', isRead: true, run: readProof }

async function readProof(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const event = await proofOf(order, ports)
  if (event.kind !== 'proof' || event.proof === 'yes' || !isOfInbox(order)) return event
  if (await isInboxEmpty(order, ports)) return { ...event, isInboxEmpty: true }
  return isSuccess(order.statusCode) && (await isExtracted(order, ports))
    ? { ...event, isExtracted: true }
    : event
}

async function proofOf(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (order.kind === 'signed') return proofOfSigned(order, ports)
  if (isSuccess(order.statusCode)) return proofOfDelivery(order, ports)
  const isInbox = isOfInbox(order)
  if (order.statusCode === 7 || namesRefund(order)) {
    const refund = await proofOfRefund(order, ports)
    if (!isInbox || refund.proof === 'yes') return refund
    // Whichever withdrawal paid, under whatever hash.
    const byInbox = await proofByInbox(order, ports)
    return byInbox.proof === 'yes' ? byInbox : refund
  }
  if (isInbox) {
    const byInbox = await proofByInbox(order, ports)
    if (byInbox.proof === 'yes') return byInbox
    const found = await proofBySearch(order, ports)
    return found.evidence === undefined ? byInbox : found
  }
  const { deposit } = order.terms
  if (deposit !== undefined && !moneyHasLeft(order)) {
    const seen = await depositUnitsSeen(order, ports)
    if (seen !== null && seen.units > 0n) return depositEvent(seen)
    const isUnseen = seen !== null && isEnough(seen)
    // Whoever was told to pay may still do so for a while.
    if (!(await isPastLate(deposit, ports))) return isUnseen ? { ...notYet, isDepositUnseen: true } : notYet
    if (isUnseen) return unusedProof
    return seen === null ? cannot : { ...notYet, doubt: 'oneSource' }
  }
  return notYet
}

/**
 * Reads what ends a signed swap. Whatever the service reports, the signature lives until the chain shows it used or past its
 * deadline: until then its nonce is read with each reported payment. Nothing was paid in or back by a signature that is unused.
 */
async function proofOfSigned(order: SignedOrder, ports: FlowPorts): Promise<FlowEvent> {
  if (order.cancelling !== undefined) {
    const read = await nonceEndOf(order, order.cancelling, ports)
    if (shownByAny(read)?.end === 'cancelled') {
      const ended = shownByTwo(read)
      if (ended === null) return { ...notYet, doubt: 'oneSource' }
      // A block that is replaced takes the cancellation with it, and the signature lives again.
      return ended.confirmations >= originConfig(ports.deployment, order).confirmations ? unusedProof : notYet
    }
  }
  const isDelivery = isSuccess(order.statusCode)
  const isPaid = isDelivery || order.statusCode === 7 || namesRefund(order)
  const payment = isDelivery ? proofOfDelivery : proofOfRefund
  const paid = isPaid ? await payment(order, ports) : null
  if (paid !== null && isDelivery && (paid.proof === 'yes' || isSeenUsed(order))) return paid
  const nonce = await nonceEvidence(order, ports)
  if (paid === null || nonce.isCancelled) return nonce
  if (paid.proof === 'cannot' && (await isReportedOnly(order, nonce, ports)))
    return { ...paid, isReportedOnly: true }
  if (nonce.used && isEnough(nonce)) return { ...paid, isSignatureUsed: true }
  // One endpoint that calls the nonce used proves no payment.
  if (nonce.used) return paid.proof === 'yes' ? { ...paid, proof: 'no', doubt: 'oneSource' } : paid
  const doubt = paid.proof === 'yes' || (isDelivery && isEnough(nonce)) ? 'notShown' : paid.doubt
  return doubt === undefined ? nonce : { ...nonce, doubt }
}

/**
 * Tells whether there is nothing left to read of a signature: its deadline is past by the chain's time and by our own clock,
 * which agrees with the chain's, and the endpoints in use are on one host.
 */
async function isReportedOnly(
  order: SignedOrder,
  { hasTooFewHosts, blockSeconds }: EventOf<'nonceRead'>,
  ports: FlowPorts,
): Promise<boolean> {
  const { permitDeadlineSeconds, clockOffsetMs } = order.terms
  const nowMs = ports.clock.nowMs()
  if (hasTooFewHosts !== true || blockSeconds <= permitDeadlineSeconds || !permitIsDead(order, nowMs))
    return false
  const chainSeconds = await ports.chain.latestBlockSeconds(order.reviewed.request.originChainId)
  return clockFault({ nowMs, clockOffsetMs, chainSeconds }) === null
}

/** Whatever the contracts said of this request since: what paid the input back to the user is the refund. */
async function proofByInbox(order: Order, ports: FlowPorts): Promise<Proof> {
  const { hashes } = await saidBy('all', order, ports)
  let best: Proof = notYet
  for (const hash of hashes) {
    const found = await proofHere(order, hash, ports)
    if (found.proof === 'yes') return found
    if (found.evidence !== undefined) best = found
  }
  return best
}

/** Transactions in which contracts named a request later, and how many hosts say so. */
interface Said {
  readonly hashes: readonly Hex[]
  readonly sources: number
}

const nothingSaid: Said = { hashes: [], sources: 0 }

/** Returns what the inbox, or all contracts of the file, said about this request after the transaction that made it. */
async function saidBy(who: 'inbox' | 'all', order: Order, ports: FlowPorts): Promise<Said> {
  const { requestHash, txData } = order.terms
  const { originChainId } = order.reviewed.request
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send').map(({ hash }) => hash)
  const mined = order.transactions.findLast(isOwnPayment)
  const since = mined?.hash ?? hashOrNull(order.sourceTransactionHash)
  const isKnown = requestHash !== null && txData !== null && since !== null
  const config = chainConfig(ports.deployment, originChainId)
  if (!isKnown || config === null) return nothingSaid
  const contracts =
    who === 'inbox'
      ? [txData.to]
      : [txData.to, ...reportingContracts(config, isOfRetired(order, ports.deployment))]
  const { hashes, sources } = await ports.chain.mentions(originChainId, contracts, requestHash, since)
  // Only the one that made the request is a beginning to look from, whoever named it.
  if (!hashes.includes(since)) return nothingSaid
  return { hashes: hashes.filter((hash) => hash !== since && !sends.includes(hash)), sources }
}

/**
 * The inbox's own event says that it paid the request out: nothing can be taken out of it any more. What a gateway took may
 * come back to the inbox when the request is cancelled, so that no event of a gateway empties it.
 */
async function isInboxEmpty(order: InboxOrder, ports: FlowPorts): Promise<boolean> {
  if (order.isInboxEmpty) return true
  const { hashes, sources } = await saidBy('inbox', order, ports)
  return hashes.length > 0 && isEnough({ sources })
}

/** A gateway says that it took the request's money out of the inbox, whatever became of it then. */
async function isExtracted(order: InboxOrder, ports: FlowPorts): Promise<boolean> {
  const { hashes, sources } = await saidBy('all', order, ports)
  return hashes.length > 0 && isEnough({ sources })
}

const unusedProof: Proof = { kind: 'proof', proof: 'unused' }

async function proofOfDelivery(order: Order, ports: FlowPorts): Promise<Proof> {
  const { destinationChainId, receiverAddress, outputToken } = order.reviewed.request
  const hash = hashOrNull(order.destinationTransactionHash)
  const config = chainConfig(ports.deployment, destinationChainId)
  if (config === null) return cannot
  if (hash === null) return notYet
  const found = await provenPayment(
    order,
    {
      kind: 'delivery',
      chainId: destinationChainId,
      hash,
      token: outputToken as Address,
      receiver: receiverAddress as Address,
      leastUnits: BigInt(order.terms.minAmountOut),
      confirmations: config.confirmations,
      contracts: reportingContracts(config, isOfRetired(order, ports.deployment)),
    },
    ports,
  )
  return withPayIn(order, found, ports)
}

/** Takes in what the chain says about a reported end (API6). */
export function proved(order: Order, event: EventOf<'proof'>, context: TransitionContext): Transition {
  if (event.proof === 'unused') return unused(order, context)
  const { evidence } = event
  // One endpoint alone proves nothing, whoever calls it proof.
  const isOfEnd = evidence !== undefined && (evidence.kind === 'delivery') === isSuccess(order.statusCode)
  if (event.proof === 'yes' && isOfEnd && isEnough(evidence)) {
    return move(withoutDoubt(order), 'verified_terminal', context.nowMs + pollMs, {
      problem: order.problem,
      fundsSettled: true,
      evidence,
      ...figuresOf(order, evidence, context),
    })
  }
  const pollCount = order.pollCount + 1
  const dueMs = overDueMs(order, pollCount, context.nowMs)
  const seen = withRead(order, event, context)
  const isOver = event.proof === 'cannot' && isAllThereIs(seen, event)
  if (isOver) return change(seen, { pollCount, dueMs, fundsSettled: true, ...toldOf(order, context) })
  return change(seen, { pollCount, dueMs, ...settledByTime(seen, context.nowMs) })
}

/** Returns what an end is told with where no chain can be read: a refund that is named is one, whatever code came along. */
function toldOf(order: Order, context: TransitionContext): Changes {
  if (isSuccess(order.statusCode)) return {}
  const problem = unreadRefund(order)
  return isFailure(order.statusCode) ? { ...becomesRefund(order, context), problem } : { problem }
}

/** A failure whose money came back is a refund, and is told anew. */
function becomesRefund(order: Order, context: TransitionContext): Changes {
  return {
    statusCode: 7,
    timeline: mark(order, 'refunded', context.nowMs),
    notice: { kind: 'refunded', state: 'pending' },
    seen: false,
  }
}

/** What was read though it proves nothing: it is shown as that, and read again. */
function withRead(order: Order, event: EventOf<'proof'>, { nowMs }: TransitionContext): Order {
  const { evidence, doubt, isInboxEmpty, isDepositUnseen } = event
  const { evidence: _old, ...plain } = withoutDoubt(order)
  const found = { ...(evidence === undefined ? {} : { evidence }), ...(doubt === undefined ? {} : { doubt }) }
  const read: Order = { ...plain, ...found }
  if (isOfInbox(read)) return isInboxEmpty ? { ...read, isInboxEmpty } : read
  if (read.kind === 'signed' && event.isSignatureUsed)
    return { ...read, isPermitOver: true, unusedSeenMs: null }
  const { statusCode: code } = order
  if (read.kind !== 'deposit' || isDepositUnseen !== true || !isFailure(code)) return read
  const unseen = { ...read, depositUnseenMs: nowMs }
  return { ...unseen, problem: endProblem(unseen, code) }
}

/** Polls of a refund that the service does not name, before its word alone has to do. */
const pollsForName = 60

/**
 * Whether there is nothing more to hear of an end on a chain that cannot be read: it was delivered, or the refund is named
 * or was asked for long enough. What may still lie in an inbox, or have been paid unseen, is never over so.
 */
function isAllThereIs(order: Order, { isExtracted, isReportedOnly }: EventOf<'proof'>): boolean {
  if (order.kind === 'signed' && !isSeenUsed(order) && isReportedOnly !== true) return false
  if (isOfInbox(order) && order.isInboxEmpty !== true && isExtracted !== true) return false
  if (isSuccess(order.statusCode)) return true
  return order.refundTransactionHash !== null || (order.statusCode === 7 && order.pollCount >= pollsForName)
}

/**
 * The evidence's own figures in the place of the service's. A swap whose money was seen to come back is a refund, whoever
 * says so (R11), and where nobody else does; it is told anew.
 */
function figuresOf(order: Order, evidence: Evidence, context: TransitionContext): Changes {
  if (evidence.kind === 'delivery') {
    return { problem: null, fulfilledAmount: evidence.units, destinationTransactionHash: evidence.hash }
  }
  const place = { refundTransactionHash: evidence.hash, refundChainId: evidence.chainId }
  const shown = { ...place, problem: provenRefund({ ...order, ...place }) }
  return order.statusCode === 7 ? shown : { ...becomesRefund(order, context), ...shown }
}

/** Nothing was ever paid, read twice: there is no money to look for. */
function unused(order: Order, context: TransitionContext): Transition {
  if (order.unusedSeenMs === null) {
    return change(order, { unusedSeenMs: context.nowMs, dueMs: context.nowMs + 15 * secondMs })
  }
  if (context.nowMs - order.unusedSeenMs < 15 * secondMs) return stay(order)
  const plain = withoutDoubt(order)
  const end = plain.kind === 'deposit' ? { ...plain, depositUnseenMs: context.nowMs } : plain
  return move(end, 'verified_terminal', null, unusedEnd(order, context.nowMs, order.kind === 'signed'))
}
