import { Problem } from '../base/problem.ts'
import type { WalletAnswer, WalletFailure } from '../wallet/port.ts'
import { unreachedProblem, walletProblem } from '../wallet/wallet-problem.ts'
import { plainProblem } from './await-user.ts'
import type { FlowEvent } from './event.ts'
import { isExit } from './flows/simulate-request.ts'
import type { Order } from './order.ts'
import { isIn } from './order-state.ts'

/** Whether the wallet may still be showing this order's request, or may never have heard of it. */
export function isAsking(order: Order): boolean {
  return isIn(order.state, 'promptOpen') || (order.walletRequest !== null && isExit(order.walletRequest))
}

/** An approval or a transaction that the wallet already shows may still be done; anything before them stops here. */
export function otherAccountEvent(order: Order, isAnother: boolean): FlowEvent | null {
  const problem = plainProblem(isAnother ? 'walletWrongAccount' : 'walletUnauthorized')
  if (order.state === 'confirmed' || order.state === 'approved')
    return { kind: 'blocked', problem, attempt: null }
  if (order.state !== 'sign_requested' || order.walletRequest === null) return null
  return { kind: 'walletRefused', requestId: order.walletRequest.requestId, problem }
}

/** Codes with which wallets say that they do not do this, before anything is signed (EIP-5792, EIP-1474). */
const noCalls = [5700, 5710, 5740, 5750, 5760, -32602]

function takesNoCalls({ code }: WalletFailure, means: string): boolean {
  return means === 'walletUnsupported' || (code !== null && noCalls.includes(code))
}

/** What a wallet's answer is for the order that waits for it. */
export function answerEvent(answer: WalletAnswer, order: Order): FlowEvent {
  const { requestId } = answer
  switch (answer.kind) {
    case 'result':
      return { kind: 'walletAnswered', requestId, result: answer.result }
    case 'unreached':
      return { kind: 'walletRefused', requestId, problem: unreachedProblem(answer) }
    case 'lost':
      return { kind: 'walletLost', requestId, problem: new Problem('walletGone').data }
    case 'failure': {
      const { problem, certain } = walletProblem(answer.failure)
      if (order.walletRequest?.purpose === 'sendCalls' && takesNoCalls(answer.failure, problem.code))
        return { kind: 'callsRefused', requestId }
      // A transaction may be on its way in spite of an unclear failure; a signature that nobody got is none.
      const lost = !certain && order.walletRequest?.purpose !== 'sign'
      return lost ? { kind: 'walletLost', requestId, problem } : { kind: 'walletRefused', requestId, problem }
    }
  }
}
