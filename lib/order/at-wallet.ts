import { Problem } from '../base/problem.ts'
import { unreachedProblem, type WalletAnswer, type WalletFailure, walletProblem } from '../wallet/port.ts'
import { plainProblem } from './change.ts'
import { requireStored } from './check-stored.ts'
import type { FlowEvent, Task } from './event.ts'
import type { FlowPorts, OrderStore } from './flow-ports.ts'
import { watchApproval } from './flows/approval.ts'
import { asksExit } from './flows/exit-rules.ts'
import { requireShownPayIn } from './flows/refund-proof.ts'
import { requireNoSignature } from './flows/revoke-review.ts'
import { findTransaction } from './flows/sending.ts'
import { requireSimulated, type SimulatePorts } from './flows/simulate.ts'
import type { Order } from './order.ts'
import { askedOf, asksSend, hasAsked } from './order-facts.ts'
import { isExit, type WalletRequestRecord } from './order-parts.ts'
import { isIn } from './order-state.ts'
import { chainSecondsOf } from './reads.ts'
import { isSendOver } from './wallet-request.ts'

/** Returns whether the wallet may still be showing this order's request, or may never have heard of it. */
export function isAsking(order: Order): boolean {
  return isIn(order.state, 'promptOpen') || asksExit(order)
}

/**
 * Returns what shows whether a wallet did what it was asked: the allowance, or what the account sent. Null for what no chain shows, and
 * where no wallet is asked.
 */
export function checkOf({ state }: Order): Task | null {
  if (state === 'approve_requested') return watchApproval
  return state === 'send_requested' ? findTransaction : null
}

/** Tells whether an open order still asks its wallet this; what was stopped does not, nor what would come too late. */
export async function asksWallet(
  store: Pick<OrderStore, 'open'>,
  requestId: string,
  { deployment, clock }: Pick<FlowPorts, 'deployment' | 'clock'>,
): Promise<boolean> {
  const open = await store.open()
  return open.some(
    (order) =>
      isAsking(order) &&
      order.walletRequest?.requestId === requestId &&
      !isSendOver(order, deployment, clock.nowMs()),
  )
}

/**
 * Returns whether a request may be put before its wallet now, as the last step before that. A transaction is written down to be put
 * first: what the way to the wallet keeps of its own may be gone with the power.
 */
export async function mayPut(
  requestId: string,
  dispatch: (orderId: string, event: FlowEvent) => Promise<void>,
  ports: Pick<FlowPorts, 'store' | 'deployment' | 'clock'>,
): Promise<boolean> {
  const order = (await ports.store.open()).find((one) => hasAsked(one, requestId))
  if (order !== undefined) await dispatch(order.id, { kind: 'put', requestId })
  return asksWallet(ports.store, requestId, ports)
}

/**
 * Returns what another account at the wallet comes to: an approval or a transaction that it already shows may still be
 * done, anything before stops.
 */
export function otherAccountEvent(order: Order, isAnother: boolean): FlowEvent | null {
  const problem = plainProblem(isAnother ? 'walletWrongAccount' : 'walletUnauthorized')
  if (order.state === 'confirmed' || order.state === 'approved')
    return { kind: 'blocked', problem, attempt: null }
  if (order.state !== 'sign_requested' || order.walletRequest === null) return null
  return { kind: 'walletRefused', requestId: order.walletRequest.requestId, problem }
}

/** Codes with which wallets say that they do not do this, before anything is signed (EIP-5792, EIP-1474). */
const noCalls = [5700, 5710, 5740, 5750, 5760, -32602]

function takesNoCalls({ code, isBefore }: WalletFailure, means: string): boolean {
  if (isBefore === true) return false
  return means === 'walletUnsupported' || (code !== null && noCalls.includes(code))
}

/** Returns what a wallet's answer is for the order that waits for it. */
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
      // However far its steps came: that there is no time left is what stands in the way.
      return {
        kind: 'walletRefused',
        requestId,
        problem: isSendOver(order, deployment, clock.nowMs())
          ? plainProblem('quoteExpired')
          : unreachedProblem(answer),
        isTrusted: true,
      }
    case 'lost':
      return { kind: 'walletLost', requestId, problem: new Problem('walletGone').data }
    case 'failure': {
      const { problem, certain } = walletProblem(answer.failure)
      const { walletRequest: open } = order
      const purpose = askedOf(order).find((one) => one.requestId === requestId)?.purpose
      if (purpose === 'sendCalls' && takesNoCalls(answer.failure, problem.code)) {
        // Later it is a no like any other: nothing was sent, and there is nothing to go on with one by one.
        const isNow = order.state === 'send_requested' && open?.requestId === requestId
        return isNow ? { kind: 'callsRefused', requestId } : { kind: 'walletRefused', requestId, problem }
      }
      // What came through a page may be the page's own word.
      const isTrusted = order.wallet?.connector !== 'page' || answer.failure.isBefore === true
      // A transaction may be on its way in spite of an unclear failure; a signature that nobody got is none.
      const lost = !certain && purpose !== 'sign'
      if (lost) return { kind: 'walletLost', requestId, problem }
      return { kind: 'walletRefused', requestId, problem, ...(isTrusted ? { isTrusted } : {}) }
    }
  }
}

/**
 * Returns whether a request of an earlier start is not put to the wallet again: it was put before, or would come too late. The
 * stored order says so, because the wallet connection may have forgotten it.
 */
export function isHeardOnly(
  order: Order,
  record: WalletRequestRecord,
  { clock, deployment }: Pick<FlowPorts, 'clock' | 'deployment'>,
): boolean {
  return asksSend(record) && (record.putMs !== undefined || isSendOver(order, deployment, clock.nowMs()))
}

/**
 * Tells whether the wallet may be asked for what is stored: tried once more, still wanted, and weighed again from the
 * pins. False where another request took its place meanwhile, or none is wanted any more. Throws the `Problem` in the
 * way.
 */
export async function mayAsk(
  order: Order,
  record: WalletRequestRecord,
  ports: SimulatePorts & Pick<FlowPorts, 'chain' | 'store' | 'clock'>,
): Promise<boolean> {
  if (order.restored === true && record.purpose === 'withdraw') await requireShownPayIn(order, ports)
  // One may have been given away and called over since the review.
  if (record.purpose === 'revoke') await requireNoSignature(order, ports)
  await requireSimulated(order, record, ports)
  const { originChainId } = order.reviewed.request
  const chainSeconds = isExit(record) ? [] : await chainSecondsOf(originChainId, ports)
  // What was decided while it was tried goes first.
  const now = await ports.store.read(order.id)
  if (now?.walletRequest?.requestId !== record.requestId) return false
  if (now.state !== order.state && !isExit(record)) throw new Problem('walletSilent')
  const others = (await ports.store.open()).filter(({ id }) => id !== order.id)
  const nowMs = ports.clock.nowMs()
  requireStored(order, record, { deployment: ports.deployment, others, nowMs, chainSeconds })
  return true
}
