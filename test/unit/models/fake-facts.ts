import type { QuoteView } from '../../../lib/quote/quote-view.ts'
import type { ReviewFact } from '../../../lib/review/review-facts.ts'

/** The facts of an honest review, all usual. */
export function factsOf({ request }: QuoteView, nowMs: number): readonly ReviewFact[] {
  return [
    { name: 'inputToken', kind: 'hex', value: request.inputToken, isUsual: true },
    { name: 'originChain', kind: 'chain', value: String(request.originChainId), isUsual: true },
    { name: 'outputToken', kind: 'hex', value: request.outputToken, isUsual: true },
    { name: 'destinationChain', kind: 'chain', value: String(request.destinationChainId), isUsual: true },
    { name: 'recipient', kind: 'hex', value: request.userAddress ?? '', isUsual: true },
    { name: 'deadline', kind: 'seconds', value: String(Math.floor(nowMs / 1_000) + 600), isUsual: true },
  ]
}
