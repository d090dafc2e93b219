import type { ProblemData } from '../base/problem.ts'
import type { ProblemCode } from '../base/problem-code.ts'
import type { Order, TimelineEntry } from '../swap/order.ts'
import { moneyHasLeft } from '../swap/order-way.ts'
import type { StatusCode } from '../swap/status.ts'

/** Codes 3 to 7: the swap is over as the service says (interface 3). */
export function isTerminal(code: StatusCode | null): code is 3 | 4 | 5 | 6 | 7 {
  return code !== null && code >= 3
}

export function isSuccess(code: StatusCode | null): boolean {
  return code === 3 || code === 4
}

/** What the person is told when a swap is over. */
export function noticeKind(code: 3 | 4 | 5 | 6 | 7): 'done' | 'failed' | 'refunded' {
  if (code <= 4) return 'done'
  return code === 7 ? 'refunded' : 'failed'
}

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

const problemOfCode: { readonly [code in 5 | 6 | 7]: ProblemCode } = {
  5: 'swapExpired',
  6: 'swapCancelled',
  7: 'swapRefunded',
}

/** Why a swap failed and where the money is; null for a success. */
export function endProblem(order: Order, code: 3 | 4 | 5 | 6 | 7): ProblemData | null {
  if (code <= 4) return null
  const failed = code as 5 | 6 | 7
  // In the signed flow nothing has left before EXTRACTED; in the others the person's own transaction took it (Y4).
  const unused = order.kind === 'signed' ? 'signedUnused' : 'nothingSent'
  const money = failed === 7 ? 'refunded' : moneyHasLeft(order) ? 'atOrigin' : unused
  const facts = { symbol: order.reviewed.inputToken.symbol, ...placeFacts(order) }
  return { code: problemOfCode[failed], money, facts, serverRequestId: null, retryAfterMs: null }
}

/** The facts of the sentence that says where the money is. */
export function placeFacts({ reviewed: { originChainName } }: Pick<Order, 'reviewed'>): ProblemData['facts'] {
  return originChainName === undefined ? {} : { chain: originChainName }
}
