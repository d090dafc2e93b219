import { Problem } from '../base/problem.ts'
import { chainSecondsOf } from '../review/preflight.ts'
import { findNameFault } from '../review/receiver-name.ts'
import {
  classifyWalletFailure,
  unreachedProblem,
  type WalletAnswer,
  type WalletFailure,
} from '../wallet/port.ts'
import { createProblemData } from './change.ts'
import { requireStored } from './check-stored.ts'
import type { FlowEvent, Task } from './event.ts'
import { hasExitRequest } from './exits/exit-rules.ts'
import { requireNoSignature } from './exits/revoke.ts'
import type { FlowPorts, OrderStore } from './flow-ports.ts'
import { watchApproval } from './flows/approval.ts'
import { requireSimulated, type SimulatePorts } from './flows/repeat-simulation.ts'
import { findTransaction } from './flows/sending.ts'
import type { Order } from './order.ts'
import { hasWalletRequest, isExit, isSendRequest, listWalletRequests } from './order-facts.ts'
import type { WalletRequestRecord } from './order-parts.ts'
import { isInSet } from './order-state.ts'
import { isSendTooLate } from './wallet-request.ts'

export function mayHavePrompt(order: Order): boolean {
  return isInSet(order.state, 'promptOpen') || hasExitRequest(order)
}

/**
 * Returns the task that shows whether a wallet carried out its request, from the allowance or the account's
 * transactions. Null if the chain cannot show it, or if no wallet request is open.
 */
export function walletCheckTaskOf({ state }: Order): Task | null {
  if (state === 'approve_requested') return watchApproval
  return state === 'send_requested' ? findTransaction : null
}

/** False if the order was stopped, or if the request would come too late. */
export async function isRequestNeeded(
  store: Pick<OrderStore, 'open'>,
  requestId: string,
  { deployment, clock }: Pick<FlowPorts, 'deployment' | 'clock'>,
): Promise<boolean> {
  const open = await store.open()
  return open.some(
    (order) =>
      mayHavePrompt(order) &&
      order.walletRequest?.requestId === requestId &&
      !isSendTooLate(order, deployment, clock.nowMs()),
  )
}

/**
 * Decides, as the last step before the prompt, whether a request may be sent to its wallet now. For a transaction of a swap,
 * the order first stores that it is being sent (`sentToWallet`), because the wallet connection may lose its own memory in a
 * power failure.
 */
export async function claimSend(
  requestId: string,
  dispatch: (orderId: string, event: FlowEvent) => Promise<void>,
  ports: Pick<FlowPorts, 'store' | 'deployment' | 'clock'>,
): Promise<boolean> {
  const order = (await ports.store.open()).find((one) => hasWalletRequest(one, requestId))
  if (order !== undefined) await dispatch(order.id, { kind: 'sentToWallet', requestId })
  return isRequestNeeded(ports.store, requestId, ports)
}

/** An approval or transaction that the wallet already shows may still be done. Any earlier step stops. */
export function accountChangeEvent(order: Order): FlowEvent | null {
  const problem = createProblemData('walletWrongAccount')
  if (order.state === 'confirmed' || order.state === 'approved')
    return { kind: 'blocked', problem, attempt: null }
  if (order.state !== 'sign_requested' || order.walletRequest === null) return null
  return { kind: 'walletRejected', requestId: order.walletRequest.requestId, problem }
}

/** Codes with which wallets decline this method, before anything is signed (EIP-5792, EIP-1474). */
const batchRejectionCodes = [5700, 5710, 5740, 5750, 5760, -32602]

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
        problem: isSendTooLate(order, deployment, clock.nowMs())
          ? createProblemData('quoteExpired')
          : unreachedProblem(answer),
        isTrusted: true,
      }
    case 'lost':
      return { kind: 'walletLost', requestId, problem: new Problem('walletGone').data }
    case 'failure': {
      const { problem, certain } = classifyWalletFailure(answer.failure)
      const { walletRequest: open } = order
      const purpose = listWalletRequests(order).find((one) => one.requestId === requestId)?.purpose
      if (purpose === 'sendCalls' && rejectsBatch(answer.failure, problem.code)) {
        // Later it counts as any other rejection: nothing was sent, and the order can no longer send the
        // calls one by one.
        const isCurrent = order.state === 'send_requested' && open?.requestId === requestId
        return isCurrent
          ? { kind: 'batchUnsupported', requestId }
          : { kind: 'walletRejected', requestId, problem }
      }
      // A page may have made up an answer that came through it.
      const isTrusted = order.wallet?.connector !== 'page' || answer.failure.failedBeforeRequest === true
      // After an unclear failure a transaction may still be sent. Without a signature Ferry has nothing to post. A
      // page may have one, so its request stays in `liveRequests`.
      const lost = !certain && purpose !== 'sign'
      if (lost) return { kind: 'walletLost', requestId, problem }
      return { kind: 'walletRejected', requestId, problem, ...(isTrusted ? { isTrusted } : {}) }
    }
  }
}

/**
 * Returns whether a request of an earlier start is not sent to the wallet again: it was sent before, or would
 * come too late. The stored order decides, because the wallet connection may have lost its memory of it.
 */
export function onlyReplaysAnswer(
  order: Order,
  record: WalletRequestRecord,
  { clock, deployment }: Pick<FlowPorts, 'clock' | 'deployment'>,
): boolean {
  return (
    isSendRequest(record) &&
    (record.sentToWalletMs !== undefined || isSendTooLate(order, deployment, clock.nowMs()))
  )
}

/**
 * False if another request replaced it meanwhile, or the order needs none any more. Throws the `Problem` that
 * forbids it.
 */
export async function canSendRequest(
  order: Order,
  record: WalletRequestRecord,
  ports: SimulatePorts & Pick<FlowPorts, 'chain' | 'store' | 'clock'>,
): Promise<boolean> {
  // Another order's signature may have been submitted and reported as over since the review.
  if (record.purpose === 'revoke') await requireNoSignature(order, ports)
  await requireSimulated(order, record, ports)
  const { originChainId } = order.reviewed.request
  const chainSeconds = isExit(record) ? [] : await chainSecondsOf(originChainId, ports)
  // The background may have stopped after it stored the request, so the name may have been read long ago.
  const nameFault = isExit(record) ? null : await findNameFault(order.reviewed.request, ports)
  if (nameFault !== null) throw nameFault
  // Decisions made during the simulation take precedence.
  const current = await ports.store.read(order.id)
  if (current?.walletRequest?.requestId !== record.requestId) return false
  if (current.state !== order.state && !isExit(record)) throw new Problem('walletSilent')
  const others = (await ports.store.open()).filter(({ id }) => id !== order.id)
  const nowMs = ports.clock.nowMs()
  requireStored(order, record, { deployment: ports.deployment, others, nowMs, chainSeconds })
  return true
}
