import { type Hex, lowerHex } from '../../base/hex.ts'
import { Problem, restoreProblem, toProblemData } from '../../base/problem.ts'
import { isBoundedHex } from '../../base/shapes.ts'
import { limitOffsetMs, secondMs } from '../../base/time.ts'
import { requireUnanimous } from '../../chain/quorum.ts'
import { digestOf, normalizeSignature, submitBody, verifyEoaSignature } from '../../checks/typed-data.ts'
import { quoteEndsMs } from '../../quote/held-quote.ts'
import { failedCheck, readPermitFault } from '../../review/preflight.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { awaitUser, createProblemData, withTimelineStep } from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, SignedOrder } from '../order.ts'
import { isWalletBusy, requestedNonces } from '../order-store.ts'
import { readLiveSignature } from '../stored-reads.ts'
import { closeOpenRequest, withWalletRequest } from '../stored-requests.ts'
import { type Handler, move } from '../transition.ts'
import { originConfig } from '../wallet-request.ts'
import { readFundsFault } from './approval.ts'
import { blockedEvent, readTimeFault } from './prompt-faults.ts'

/** Reads what only the chain and the service know, just before the signature request (D-5, V-3, V-4, V-5). */
export const prepareSign: Task = { name: 'prepareSign', leadsToPrompt: true, run: readForSignature }

async function readForSignature(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (await isWalletBusy(order, ports)) throw new Problem('walletBusy')
  // An approval may have taken hours since the review. Request none that could not be posted.
  const refusal = await ports.probeSubmit().then(() => null, toProblemData)
  if (refusal?.code === 'serviceOriginNotAllowed') return blockedEvent(restoreProblem(refusal))
  if (refusal !== null) throw restoreProblem(refusal)
  const { terms, reviewed } = order
  const config = originConfig(ports.deployment, order)
  const { userAddress: owner } = walletQuoteRequest(reviewed.request)
  const refused = await readPermitFault(terms, owner, config, ports.chain)
  if (refused !== null) return blockedEvent(refused)
  const nonces = requestedNonces(order, await ports.store.listOpen())
  if (nonces.has(String(terms.permitNonce))) return blockedEvent(failedCheck('V-4'))
  const live = await readLiveSignature(order, order.id, ports)
  if (live !== null) {
    const facts = { untilMs: String(live.untilMs) }
    return blockedEvent(new Problem('earlierSignature', { money: 'signatureLives', facts }))
  }
  const fault = (await readFundsFault(order, ports)) ?? (await readTimeFault(order, ports))
  if (fault !== null) return blockedEvent(fault)
  return { kind: 'readyToSign' }
}

/**
 * Stores the request as the open one, and with its terms in `liveRequests`, whose reads begin again. The order is due
 * when its quote ends.
 */
export const requestSignature: Handler<'readyToSign', SignedOrder> = (order, _event, context) =>
  withWalletRequest(
    order,
    'sign_requested',
    // Ferry makes no first POST after the quote expires, so a silent wallet blocks the order no longer than that.
    { purpose: 'sign', accountNonce: null, amountUnits: null, dueMs: quoteEndsMs(order.terms) },
    context,
  )

/** A signature, also a late one, is used while quote and permit are valid, otherwise it is dropped without a POST. */
export const onSignatureAnswer: Handler<'walletAnswered', SignedOrder> = (order, { result }, context) => {
  if (!isBoundedHex(result) || result.length < 4) {
    return awaitUser(order, createProblemData('signatureWrong'), context)
  }
  if (isTooLateToPost(order, context.nowMs))
    return awaitUser(order, createProblemData('quoteExpired'), context)
  const timeline = withTimelineStep(order, 'signed', context.nowMs)
  return move(order, 'signed', context.nowMs, { signature: lowerHex(result), walletRequest: null, timeline })
}

/**
 * Returns whether the quote or the permit has ended by the service's clock, which may differ from this machine's by at
 * most ten minutes. This machine's clock alone ends nothing: `quoteEndsMs` is the service's time, in this machine's clock.
 */
export function isTooLateToPost({ terms }: SignedOrder, nowMs: number): boolean {
  const serviceMs = nowMs + limitOffsetMs(terms.clockOffsetMs)
  return nowMs >= quoteEndsMs(terms) || serviceMs >= terms.permitDeadlineSeconds * secondMs
}

/**
 * If the chain cannot be read until it is too late to post the signature, the person decides. The copy that an order was
 * restored from may be older than its first POST, so that signature is posted again, and the chain decides.
 */
export function taskAfterSignature(order: Order, nowMs: number): Task | null {
  if (order.kind !== 'signed' || order.signature === null) return null
  const isTooLate = order.restored !== true && isTooLateToPost(order, nowMs)
  if (isTooLate) return signatureTimeout
  const { signature } = order
  return { name: 'checkSignature', run: (_order, ports) => readSignatureValidity(order, signature, ports) }
}

/** The wait for a signature, and for a readable chain to verify it, ends with its quote. */
export const signatureTimeout: Task = {
  name: 'signatureTimeout',
  run: async () => ({ kind: 'signatureTimedOut' }),
}

/**
 * Stops waiting for a signature, or for a readable chain to verify it: its quote has expired, so Ferry does not post it. A page
 * may have it, or may still get it, so the request stays in `liveRequests`.
 */
export const onSignatureTimedOut: Handler<'signatureTimedOut'> = (order, _event, context) =>
  awaitUser(
    { ...order, signature: null, ...closeOpenRequest(order) },
    createProblemData('quoteExpired'),
    context,
  )

/**
 * Verifies a signature as Permit2 will (S-1 to S-4), and builds the final body to post. The event has the form to post:
 * the normalized one for an account without code; for a contract the wallet's own bytes, or the normalized ones if it
 * accepts only those.
 */
async function readSignatureValidity(
  order: SignedOrder,
  signature: Hex,
  ports: FlowPorts,
): Promise<FlowEvent> {
  const { requestType, quoteId, signTypedData } = order.terms
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const checked = (valid: boolean, isContract: boolean, form: Hex): EventOf<'signatureChecked'> => {
    const { witness } = signTypedData.values
    const body = submitBody({ requestType, witness, userSignature: form, quoteId })
    return { kind: 'signatureChecked', valid, isContract, signature: form, submitBody: body }
  }
  const digest = digestOf(signTypedData)
  const code = await ports.chain.codeAt(originChainId, userAddress)
  const usual = normalizeSignature(signature) ?? signature
  if (code === '0x') return checked(await verifyEoaSignature(digest, signature, userAddress), false, usual)
  // The key of a delegated account may return a `v` that contracts do not accept (EIP-7702). Then try the
  // normalized form too.
  for (const one of usual === signature ? [signature] : [signature, usual]) {
    if (!(await ports.chain.isValidSignature(originChainId, userAddress, digest, one))) continue
    const seen = await ports.chain.validSignatureQuorum(originChainId, userAddress, digest, one)
    const isUnproven = requireUnanimous(seen) !== true
    return { ...checked(true, true, one), ...(isUnproven ? { isUnproven } : {}) }
  }
  return checked(false, true, usual)
}

/** Only a signature that Permit2 will accept is posted (S-3, S-4). The body is stored first (R1, R4). */
export const onSignatureChecked: Handler<'signatureChecked', SignedOrder> = (order, event, context) => {
  if (!event.valid) {
    const code = event.isContract ? 'walletUnsupported' : 'signatureWrong'
    return awaitUser({ ...order, signature: null }, createProblemData(code), context)
  }
  return move(order, 'submitting', context.nowMs, {
    signature: event.signature,
    submitBody: event.submitBody,
    ...(event.isUnproven === true ? { isSignerUnproven: true } : {}),
  })
}
