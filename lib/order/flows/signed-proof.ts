import { findClockFault } from '../../base/time.ts'
import { hasEnoughSources } from '../../chain/evidence.ts'
import { acceptAnyHost, requireTwoHosts } from '../../chain/quorum.ts'
import { hasPermitExpiredWithMargin } from '../../quote/held-quote.ts'
import { isSuccess } from '../../service/status-codes.ts'
import type { EventOf, FlowEvent } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { nonceEvidence, readNonceEnd } from '../nonce-reads.ts'
import type { SignedOrder } from '../order.ts'
import { isPermitUseVerified } from '../order-facts.ts'
import { originConfig } from '../wallet-request.ts'
import { neverPaidProof, pendingProof } from './proven-payment.ts'
import { proofBySearch } from './refund-proof.ts'
import { proofOfPayment } from './reported-payment.ts'

/**
 * Reads the evidence for the end of a signed swap. Whatever the service reports, the signature is valid until
 * the chain shows it used or past its deadline. Until then, the nonce is read together with each reported
 * payment. An unused signature neither paid in nor caused a refund.
 */
export async function proofOfSigned(order: SignedOrder, ports: FlowPorts): Promise<FlowEvent> {
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
 * Returns whether nothing more can be read about a signature. Its deadline has passed by the chain's time and
 * by this machine's clock, the two clocks agree, and all endpoints in use are on one host.
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
