import { Problem, problemData, problemFrom } from '../base/problem.ts'
import { buildTerms } from '../review/build-terms.ts'
import { weighed } from '../review/review-risk.ts'
import { failedCheck } from '../review/terms-input.ts'
import { attemptOf, logged } from './attempts.ts'
import type { Duty } from './duty.ts'
import { blocked, type FlowEvent } from './event.ts'
import { performApproval } from './flows/perform-approval.ts'
import { watchCalls } from './flows/perform-calls.ts'
import { watchCancel } from './flows/perform-cancel.ts'
import { watchDeposit } from './flows/perform-deposit.ts'
import { performProof } from './flows/perform-proof.ts'
import { watchRevoke } from './flows/perform-revoke.ts'
import { findTransaction, prepareSend, watchTransaction } from './flows/perform-send.ts'
import { performSignature } from './flows/perform-signature.ts'
import { worseningsOf } from './newer-deal.ts'
import type { Order } from './order.ts'
import { needsApproval, statusKeyOf } from './order-way.ts'
import type { FlowPorts } from './ports.ts'
import { chainSecondsOf, timeFault } from './present.ts'
import { nonceEvidence, nonceIsShared, nonceUsed, walletIsTaken } from './reads.ts'
import { originConfig } from './wallet-request.ts'

/**
 * Does one duty of an order through the ports and says what came of it. It never writes the order and never asks the
 * wallet; whatever it throws is a read that failed and is tried again.
 */
export async function perform(
  duty: Duty,
  order: Order,
  ports: FlowPorts,
  watched: boolean,
): Promise<FlowEvent> {
  switch (duty) {
    case 'notify':
      await ports.notifier.show(order)
      return { kind: 'notified', of: order.notice?.kind ?? 'done' }
    case 'requote':
      return requote(order, ports)
    case 'prepare':
      return needsApproval(order) ? performApproval('prepare', order, ports) : prepareSend(order, ports)
    case 'watchApproval':
      return performApproval('watch', order, ports)
    case 'prepareSign':
      return prepareSign(order, ports)
    case 'prepareSend':
      return prepareSend(order, ports)
    case 'checkSignature':
      return performSignature(order, ports)
    case 'submit':
      return submit(order, ports)
    case 'look':
      return look(order, ports, watched)
    case 'watchTransaction':
      return watchTransaction(order, ports)
    case 'findTransaction':
      return findTransaction(order, ports)
    case 'watchCalls':
      return watchCalls(order, ports)
    case 'watchDeposit':
      return (await watchDeposit(order, ports)) ?? look(order, ports, watched)
    case 'readNonce':
      return nonceEvidence(order, ports)
    case 'watchCancel':
      return watchCancel(order, ports)
    case 'watchRevoke':
      return watchRevoke(order, ports)
    case 'verify':
      return performProof(order, ports)
    case 'lapse':
      return { kind: 'lapsed' }
  }
}

async function requote(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { ask } = order.reviewed
  const { attempts, service } = logged(ports)
  try {
    const answered = await service.quote(ask, { priority: 'quote' })
    const made = await buildTerms(
      {
        ask,
        answered,
        routeKey: order.reviewed.routeKey ?? null,
        deployment: ports.deployment,
        nowMs: ports.clock.nowMs(),
        chainSeconds: await chainSecondsOf(ask.originChainId, ports),
        floorUnits: null,
        others: (await ports.store.open()).filter((other) => other.id !== order.id),
      },
      { chain: ports.chain, service },
    )
    // An order keeps its way: a signed one is never turned into a transaction, nor the other way round.
    if (made.kind !== order.kind) throw failedCheck('T-1')
    const isWorse = worseningsOf(order, made).length > 0
    const loss = isWorse ? await weighed(made.reviewed, ports) : null
    return { kind: 'requoted', deal: made.deal, reviewed: made.reviewed, loss, attempt: attempts }
  } catch (thrown) {
    return { kind: 'blocked', problem: problemData(thrown), attempt: attempts }
  }
}

/** D-5, V-3, V-4 and C20: what only the chain and the service know, asked just before the wallet is asked to sign. */
async function prepareSign(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (await walletIsTaken(order, ports)) throw new Problem('walletBusy')
  // An approval may have taken hours since the review; a signature that cannot be posted would be of no use.
  const refusal = await ports.reach.probe().then(() => null, problemData)
  if (refusal?.code === 'serviceOriginNotAllowed') return blocked(problemFrom(refusal))
  if (refusal !== null) throw problemFrom(refusal)
  const pins = originConfig(ports.deployment, order)
  const spender = order.deal.signTypedData?.values.spender
  for (const address of [pins.permit2, spender]) {
    const code = await ports.chain.codeAt(pins.chainId, address as typeof pins.permit2)
    if (code === '0x') return blocked(failedCheck('D-5'))
  }
  const isTaken =
    (await nonceUsed(order, ports)) || (await nonceIsShared(order.deal, order.reviewed.ask, order.id, ports))
  if (isTaken) return blocked(failedCheck('V-4'))
  const fault = await timeFault(order, ports)
  if (fault !== null) return blocked(fault)
  return { kind: 'readyToSign' }
}

async function submit(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (order.submitBody === null) throw new Problem('internal', { facts: { what: 'no body' } })
  try {
    const answered = await ports.service.submit(order.submitBody, { priority: 'submit' })
    const attempt = attemptOf('submit', 'ok', answered.serverRequestId, ports)
    return { kind: 'submitAccepted', requestHash: answered.result.requestHash, attempt }
  } catch (thrown) {
    const problem = problemData(thrown)
    return {
      kind: 'submitFailed',
      problem,
      attempt: attemptOf('submit', problem.code, problem.serverRequestId, ports),
    }
  }
}

async function look(order: Order, ports: FlowPorts, watched: boolean): Promise<FlowEvent> {
  const priority = watched ? 'watchedStatus' : 'backgroundStatus'
  try {
    const key = statusKeyOf(order)
    if (key === null) throw new Problem('internal', { facts: { what: 'nothing to look up' } })
    const found = await ports.service.status(key, { priority })
    const outcome = found.kind === 'record' ? 'ok' : 'notIndexed'
    return {
      kind: 'looked',
      look: found,
      attempt: attemptOf('status', outcome, found.serverRequestId, ports),
    }
  } catch (thrown) {
    const problem = problemData(thrown)
    return {
      kind: 'lookFailed',
      problem,
      attempt: attemptOf('status', problem.code, problem.serverRequestId, ports),
    }
  }
}
