import { type Address, type Hex, hashOrNull } from '../../base/hex.ts'
import { findClockFault } from '../../base/time.ts'
import { hasEnoughSources } from '../../chain/evidence.ts'
import { acceptAnyHost, requireTwoHosts } from '../../chain/quorum.ts'
import type { FoundMentions } from '../../chain/refund-search.ts'
import { nullIfUnreachable } from '../../chain/rpc.ts'
import { chainConfig, reportingContracts } from '../../deployment/deployment.ts'
import { hasPermitExpiredWithMargin } from '../../quote/held-quote.ts'
import { usesInbox } from '../../quote/order-kind.ts'
import { isSuccess, statusCodes } from '../../service/status-codes.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { nonceEvidence, readNonceEnd } from '../nonce-reads.ts'
import type { Order, SignedOrder } from '../order.ts'
import {
  hasPaidIn,
  isOwnPayment,
  isPermitUseVerified,
  isSendOpen,
  usesRetiredContract,
} from '../order-facts.ts'
import { originConfig } from '../wallet-request.ts'
import { depositEvent, depositUnitsSeen, isLateWatchOver } from './deposit.ts'
import { isRefundWatchOver } from './ends.ts'
import {
  neverPaidProof,
  type Proof,
  pendingProof,
  proofWithPayIn,
  provenPayment,
  unreadableProof,
} from './proven-payment.ts'
import { namesRefund, proofBySearch, proofOfRefund, proofOnOrigin } from './refund-proof.ts'

export const verify: Task = { name: 'verify', isRead: true, run: readProof }

async function readProof(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const event = await proofOf(order, ports)
  if (event.kind !== 'proof' || event.proof === 'verified' || !usesInbox(order)) return event
  // An event of a gateway does not prove that the inbox is empty: when the request is cancelled, the gateway's funds may return.
  if (order.isInboxEmpty || (await isMentioned('inbox', order, ports))) {
    // It paid the money back, even if the service reports a delivery, also one on a chain that cannot be read.
    const payout = isSuccess(order.statusCode) ? await proofByInbox(order, ports) : event
    const isUnproven = payout.evidence === undefined && event.proof !== 'unreadable'
    return { ...(isUnproven ? event : payout), isInboxEmpty: true }
  }
  return isSuccess(order.statusCode) && (await isMentioned('all', order, ports))
    ? { ...event, isExtracted: true }
    : event
}

async function proofOf(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (order.kind === 'signed') return proofOfSigned(order, ports)
  const payment = await proofOfPayment(order, ports)
  const isDelivery = isSuccess(order.statusCode)
  if (payment !== null && (payment.proof === 'verified' || isDelivery || !usesInbox(order))) return payment
  if (usesInbox(order)) {
    // Any withdrawal that paid counts, whatever its hash.
    const byInbox = await proofByInbox(order, ports)
    if (byInbox.proof === 'verified') return byInbox
    if (payment !== null) return payment
    const found = await proofBySearch(order, ports)
    return found.evidence === undefined ? byInbox : found
  }
  const { deposit } = order.terms
  if (deposit !== undefined && !hasPaidIn(order)) {
    const seen = await depositUnitsSeen(order, ports)
    if (seen !== null && seen.units > 0n) return depositEvent(seen)
    // The service moves what one endpoint showed before.
    const isUnseen = seen !== null && hasEnoughSources(seen) && order.depositObserved === undefined
    // The person may still pay the address for a while.
    if (!(await isLateWatchOver(deposit, ports)))
      return isUnseen ? { ...pendingProof, isDepositUnseen: true } : pendingProof
    // The wallet may still send what it was requested to.
    if (isUnseen) return isSendOpen(order) ? pendingProof : neverPaidProof
    return seen === null ? unreadableProof : { ...pendingProof, doubt: 'oneSource' }
  }
  return pendingProof
}

/** A transaction that paid the input back to the person is the refund. */
async function proofByInbox(order: Order, ports: FlowPorts): Promise<Proof> {
  const { hashes } = await findMentions('all', order, ports)
  let best: Proof = pendingProof
  for (const hash of hashes) {
    const found = await proofOnOrigin(order, hash, ports)
    if (found.proof === 'verified') return found
    if (found.evidence !== undefined) best = found
  }
  return best
}

const noMentions: FoundMentions = { hashes: [], final: [], sources: 0 }

/** Only later events: after the transaction that created the request. */
async function findMentions(who: 'inbox' | 'all', order: Order, ports: FlowPorts): Promise<FoundMentions> {
  const { requestHash, txData } = order.terms
  const { originChainId } = order.reviewed.request
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send').map(({ hash }) => hash)
  const mined = order.transactions.findLast(isOwnPayment)
  const since = mined?.hash ?? hashOrNull(order.sourceTransactionHash)
  const isKnown = requestHash !== null && txData !== null && since !== null
  const config = chainConfig(ports.deployment, originChainId)
  if (!isKnown || config === null) return noMentions
  const contracts =
    who === 'inbox'
      ? [txData.to]
      : [txData.to, ...reportingContracts(config, usesRetiredContract(order, ports.deployment))]
  // Endpoints that refuse these events may still answer the reads that come next.
  const found = await nullIfUnreachable(
    ports.chain.findTransactionsWithTopic(originChainId, contracts, requestHash, since),
  )
  // Only the transaction that created the request is a valid starting point.
  if (!found?.hashes.includes(since)) return noMentions
  const isLater = (hash: Hex) => hash !== since && !sends.includes(hash)
  return { ...found, hashes: found.hashes.filter(isLater), final: found.final.filter(isLater) }
}

/**
 * Returns whether enough hosts show an event after the payment that no reorganisation removes. One of the inbox itself shows
 * that it paid out the request.
 */
async function isMentioned(who: 'inbox' | 'all', order: Order, ports: FlowPorts): Promise<boolean> {
  const { final, sources } = await findMentions(who, order, ports)
  return final.length > 0 && hasEnoughSources({ sources })
}

/**
 * Reads the evidence for the end of a signed swap. Whatever the service reports, the signature is valid until
 * the chain shows it used or past its deadline. Until then, the nonce is read together with each reported
 * payment. An unused signature neither paid in nor caused a refund.
 */
async function proofOfSigned(order: SignedOrder, ports: FlowPorts): Promise<FlowEvent> {
  if (order.cancelling !== undefined) {
    const read = await readNonceEnd(order, order.cancelling, ports)
    if (acceptAnyHost(read)?.end === 'cancelled') {
      const ended = requireTwoHosts(read)
      if (ended === null) return { ...pendingProof, doubt: 'oneSource' }
      // A reorganisation could remove the cancellation and make the signature valid again. So it must be deep
      // enough.
      return ended.confirmations >= originConfig(ports.deployment, order).confirmations
        ? neverPaidProof
        : pendingProof
    }
  }
  const isDelivery = isSuccess(order.statusCode)
  const paid = await proofOfPayment(order, ports)
  if (paid?.proof === 'verified' && paid.evidence?.kind === 'delivery') return paid
  if (paid !== null && isDelivery && isPermitUseVerified(order)) return paid
  const nonce = await nonceEvidence(order, ports)
  if (nonce.isCancelled) return nonce
  const isUsed = nonce.used && hasEnoughSources(nonce)
  if (paid === null) {
    if (!isUsed || !isPermitUseVerified(order)) return nonce
    // The service reports a failure, although the money was taken. It may never report the refund.
    return { ...(await proofBySearch(order, ports)), isSignatureUsed: true }
  }
  if (paid.proof === 'unreadable' && (await isReportedOnly(order, nonce, ports)))
    return { ...paid, isReportedOnly: true }
  if (isUsed) return { ...paid, isSignatureUsed: true }
  // One endpoint that reports the nonce as used proves no payment.
  if (nonce.used) return paid.proof === 'verified' ? { ...paid, proof: 'pending', doubt: 'oneSource' } : paid
  const doubt = paid.proof === 'verified' || (isDelivery && hasEnoughSources(nonce)) ? 'notShown' : paid.doubt
  return doubt === undefined ? nonce : { ...nonce, doubt }
}

/**
 * For an end on a chain that the deployment file does not list: returns whether nothing more can be read about the
 * signature. Its deadline has passed by the chain's time and by this machine's clock, the two clocks agree, and all
 * endpoints in use are on one host.
 */
async function isReportedOnly(
  order: SignedOrder,
  { hasTooFewHosts, blockSeconds }: EventOf<'nonceRead'>,
  ports: FlowPorts,
): Promise<boolean> {
  const { permitDeadlineSeconds, clockOffsetMs } = order.terms
  const nowMs = ports.clock.nowMs()
  if (
    hasTooFewHosts !== true ||
    blockSeconds <= permitDeadlineSeconds ||
    !hasPermitExpiredWithMargin(order.terms, nowMs)
  )
    return false
  const chainSeconds = await ports.chain.latestBlockSeconds(order.reviewed.request.originChainId)
  return findClockFault({ nowMs, clockOffsetMs, chainSeconds }) === null
}

/**
 * Reads the payment of the reported end, and then one of the other kind that the service named before or after it: the chain
 * decides. A refund is read before a delivery, unless a delivery is reported: one in the output token would pass as a delivery
 * too. After a reported failure, a named delivery counts only once it is verified. Null if there is no payment to read.
 */
async function proofOfPayment(order: Order, ports: FlowPorts): Promise<Proof | null> {
  const isRefunded = order.statusCode === statusCodes.refunded || namesRefund(order)
  if (isSuccess(order.statusCode)) {
    const delivery = await proofOfDelivery(order, ports)
    if (delivery.proof === 'verified' || !isRefunded) return delivery
    const refund = await proofOfRefund(order, ports)
    // An unreadable chain settles the order, so not while Ferry looks for a named refund on the other one.
    const isLooking = delivery.proof === 'unreadable' && !isRefundWatchOver(order, ports.clock.nowMs())
    return refund.proof === 'verified' || isLooking ? refund : delivery
  }
  const refund = isRefunded ? await proofOfRefund(order, ports) : null
  // Without a promised amount, any payment would count as one that only a hash names.
  const isDeliveryNamed = order.destinationTransactionHash !== null && order.terms.minAmountOut !== '0'
  if (refund?.proof === 'verified' || !isDeliveryNamed) return refund
  const delivery = await proofOfDelivery(order, ports)
  return delivery.proof === 'verified' ? delivery : refund
}

async function proofOfDelivery(order: Order, ports: FlowPorts): Promise<Proof> {
  const { destinationChainId, receiverAddress, outputToken } = order.reviewed.request
  const hash = hashOrNull(order.destinationTransactionHash)
  const config = chainConfig(ports.deployment, destinationChainId)
  if (config === null) return unreadableProof
  if (hash === null) return pendingProof
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
      contracts: reportingContracts(config, usesRetiredContract(order, ports.deployment)),
    },
    ports,
  )
  return proofWithPayIn(order, found, ports)
}
