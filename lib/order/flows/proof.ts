import { type Hex, hashOrNull } from '../../base/hex.ts'
import { hasEnoughSources } from '../../chain/evidence.ts'
import { chainConfig, reportingContracts } from '../../deployment/deployment.ts'
import { usesInbox } from '../../quote/order-kind.ts'
import { isSuccess } from '../../service/status-codes.ts'
import type { FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { isSendOpen } from '../open-sends.ts'
import type { InboxOrder, Order } from '../order.ts'
import { hasPaidIn, isOwnPayment, usesRetiredContract } from '../order-facts.ts'
import { depositEvent, depositUnitsSeen, isLateWatchOver } from './deposit.ts'
import { neverPaidProof, type Proof, pendingProof, unreadableProof } from './proven-payment.ts'
import { proofBySearch, proofOnOrigin } from './refund-proof.ts'
import { proofOfPayment } from './reported-payment.ts'
import { proofOfSigned } from './signed-proof.ts'

export const verify: Task = { name: 'verify', isRead: true, run: readProof }

async function readProof(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const event = await proofOf(order, ports)
  if (event.kind !== 'proof' || event.proof === 'verified' || !usesInbox(order)) return event
  if (await isInboxEmpty(order, ports)) return { ...event, isInboxEmpty: true }
  return isSuccess(order.statusCode) && (await isExtracted(order, ports))
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

interface Mentions {
  readonly hashes: readonly Hex[]
  readonly sources: number
}

const noMentions: Mentions = { hashes: [], sources: 0 }

/** Only later events: after the transaction that created the request. */
async function findMentions(who: 'inbox' | 'all', order: Order, ports: FlowPorts): Promise<Mentions> {
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
  const { hashes, sources } = await ports.chain.findTransactionsWithTopic(
    originChainId,
    contracts,
    requestHash,
    since,
  )
  // Only the transaction that created the request is a valid starting point.
  if (!hashes.includes(since)) return noMentions
  return { hashes: hashes.filter((hash) => hash !== since && !sends.includes(hash)), sources }
}

/**
 * Returns whether the inbox's own event shows that it paid out the request, so nothing is left to withdraw.
 * An event of a gateway does not prove that: when the request is cancelled, the gateway's funds may return to
 * the inbox.
 */
async function isInboxEmpty(order: InboxOrder, ports: FlowPorts): Promise<boolean> {
  if (order.isInboxEmpty) return true
  const { hashes, sources } = await findMentions('inbox', order, ports)
  return hashes.length > 0 && hasEnoughSources({ sources })
}

async function isExtracted(order: InboxOrder, ports: FlowPorts): Promise<boolean> {
  const { hashes, sources } = await findMentions('all', order, ports)
  return hashes.length > 0 && hasEnoughSources({ sources })
}
