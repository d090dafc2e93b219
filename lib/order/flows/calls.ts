import { ask, change, mark, move, stay } from '../change.ts'
import type { FlowEvent, Step, StepContext } from '../event.ts'
import { needsUser, plainProblem } from '../needs-user.ts'
import type { Order } from '../order.ts'
import { callsIdOf } from './call-bundle.ts'
import { sendAnswered, sendLost, sentOf } from './onchain.ts'
import { chainDueMs } from './tracking.ts'

/** Approval and send asked for as one; our id goes with them, so that the wallet takes them once (EIP-5792). */
export function askCalls(
  order: Order,
  accountNonce: number,
  amountUnits: string,
  context: StepContext,
): Step {
  const dueMs = context.nowMs + 30_000
  const request = { ...sentOf(order), purpose: 'sendCalls', accountNonce, amountUnits, dueMs } as const
  return ask({ ...order, callsId: context.freshId }, 'send_requested', request, context)
}

/** The wallet took the calls under an id; what carries them is not known yet. Without an id nobody knows whether it did. */
export function callsAnswered(order: Order, result: unknown, context: StepContext): Step {
  const callsId = callsIdOf(result)
  if (callsId === null) return sendLost(order, context)
  return move(order, 'sent', context.nowMs, {
    callsId,
    timeline: mark(order, 'sent', context.nowMs),
    walletRequest: null,
  })
}

/** The wallet does not do this: approval and send one after the other instead. */
export function callsRefused(order: Order, requestId: string, context: StepContext): Step {
  if (order.walletRequest?.requestId !== requestId || order.state !== 'send_requested') return stay(order)
  return move(order, 'confirmed', context.nowMs, { walletRequest: null, callsId: null, oneByOne: true })
}

/** What became of the calls, as the wallet says; silence changes nothing (R5). */
export function callsSeen(
  order: Order,
  event: Extract<FlowEvent, { kind: 'callsSeen' }>,
  context: StepContext,
): Step {
  if (order.state !== 'sent' && order.state !== 'unknown_outcome') return stay(order)
  if (!order.callsId || order.transactions.some(({ purpose }) => purpose === 'send')) return stay(order)
  if (event.hash !== null) return sendAnswered(order, event.hash, context)
  if (event.outcome === 'failed') {
    return needsUser({ ...order, callsId: null, oneByOne: true }, plainProblem('callsFailed'), context)
  }
  return change(order, { lookCount: order.lookCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}
