import { Problem } from '../base/problem.ts'
import {
  classifyWalletFailure,
  unreachedProblem,
  type WalletAnswer,
  type WalletFailure,
} from '../wallet/port.ts'
import { createProblemData } from './change.ts'
import type { FlowEvent } from './event.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order } from './order.ts'
import { listWalletRequests, walletOf } from './order-facts.ts'
import { isPromptTooLate } from './wallet-request.ts'

/**
 * An approval or transaction that the wallet already shows may still be done. Only `confirmed`, `approved` and
 * `sign_requested` stop.
 */
export function accountChangeEvent(order: Order): FlowEvent | null {
  const problem = createProblemData('walletWrongAccount')
  if (order.state === 'confirmed' || order.state === 'approved')
    return { kind: 'blocked', problem, attempt: null }
  if (order.state !== 'sign_requested' || order.walletRequest === null) return null
  return { kind: 'walletRejected', requestId: order.walletRequest.requestId, problem }
}

/**
 * Codes with which only wallets decline this method, before anything is signed (EIP-5792). Not -32602: a bundler returns it
 * while an operation of the account is pending, which may be the same calls.
 */
const batchRejectionCodes = [5700, 5710, 5740, 5750, 5760]

function rejectsBatch({ code, failedBeforeRequest }: WalletFailure, means: string): boolean {
  if (failedBeforeRequest === true) return false
  return means === 'walletUnsupported' || (code !== null && batchRejectionCodes.includes(code))
}

export function answerEvent(
  answer: WalletAnswer,
  order: Order,
  { deployment, clock }: Pick<FlowPorts, 'deployment' | 'clock'>,
): FlowEvent {
  const { requestId } = answer
  switch (answer.kind) {
    case 'result':
      return { kind: 'walletAnswered', requestId, result: answer.result }
    case 'unreached':
      // Whatever step the request reached, the expired quote is the reason to report.
      return {
        kind: 'walletRejected',
        requestId,
        problem: isPromptTooLate(order, deployment, clock.nowMs())
          ? createProblemData('quoteExpired')
          : unreachedProblem(answer),
        isTrusted: true,
      }
    case 'lost':
      return { kind: 'walletLost', requestId, problem: new Problem('walletGone').data }
    case 'failure': {
      const { problem, certain } = classifyWalletFailure(answer.failure)
      const { walletRequest: open } = order
      const requested = listWalletRequests(order).find((one) => one.requestId === requestId) ?? null
      const purpose = requested?.purpose
      // A page may have made up an answer that came through it.
      const isFromPage =
        walletOf(order, requested)?.connector === 'page' && answer.failure.failedBeforeRequest !== true
      const trust = isFromPage ? {} : { isTrusted: true as const }
      if (purpose === 'sendCalls' && rejectsBatch(answer.failure, problem.code)) {
        // Later it counts as any other rejection: nothing was sent, and the order can no longer send the
        // calls one by one.
        const isCurrent = order.state === 'send_requested' && open?.requestId === requestId
        return isCurrent
          ? { kind: 'batchUnsupported', requestId, ...trust }
          : { kind: 'walletRejected', requestId, problem, ...trust }
      }
      // After an unclear failure a transaction may still be sent. Without a signature Ferry has nothing to post. A
      // page may have one, so its request stays in `liveRequests`.
      if (!certain && purpose !== 'sign') return { kind: 'walletLost', requestId, problem }
      return { kind: 'walletRejected', requestId, problem, ...trust }
    }
  }
}
