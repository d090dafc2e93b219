import type { ProblemData } from '../base/problem.ts'
import type { ProblemCode } from '../base/problem-code.ts'
import type { Order, TimelineEntry } from '../swap/order.ts'
import { moneyHasLeft } from '../swap/order-way.ts'
import { type EndCode, isSuccess, type StatusCode } from '../swap/status.ts'

/** The timeline's steps that a status code says are behind: a fast service is not seen at each of them. */
export const stepsTo: { readonly [code in StatusCode]: readonly TimelineEntry['step'][] } = {
  0: [],
  1: ['assigned'],
  2: ['assigned', 'extracted'],
  3: ['assigned', 'extracted', 'fulfilled'],
  4: ['assigned', 'extracted', 'fulfilled', 'settled'],
  5: ['expired'],
  6: ['cancelled'],
  7: ['refunded'],
}

const problemOfCode: { readonly [code in Exclude<EndCode, 3 | 4>]: ProblemCode } = {
  5: 'swapExpired',
  6: 'swapCancelled',
  7: 'swapRefunded',
}

/** Why a swap failed and where the money is; null for a success. */
export function endProblem(order: Order, code: EndCode): ProblemData | null {
  if (isSuccess(code)) return null
  // In the signed flow nothing has left before EXTRACTED; in the others the person's own transaction took it (Y4).
  const unused = order.kind === 'signed' ? 'signedUnused' : 'nothingSent'
  const money = code === 7 ? 'refunded' : moneyHasLeft(order) ? 'atOrigin' : unused
  const facts = { symbol: order.reviewed.inputToken.symbol, ...placeFacts(order) }
  return { code: problemOfCode[code], money, facts, serverRequestId: null, retryAfterMs: null }
}

/** The facts of the sentence that says where the money is. */
export function placeFacts({ reviewed: { originChainName } }: Pick<Order, 'reviewed'>): ProblemData['facts'] {
  return originChainName === undefined ? {} : { chain: originChainName }
}
