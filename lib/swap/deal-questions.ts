import { slippageAbove } from './implied-slippage.ts'
import type { OrderKind, Reviewed } from './order.ts'
import type { ReviewQuestion } from './review-question.ts'

/** What a deal by itself has to be agreed to for, wherever it comes from. */
export function dealQuestions({
  kind,
  reviewed,
}: {
  readonly kind: OrderKind
  readonly reviewed: Reviewed
}): readonly ReviewQuestion[] {
  const questions: ReviewQuestion[] = []
  if (kind === 'manual') questions.push({ code: 'unprovenRoute', facts: {} })
  if (kind === 'deposit') questions.push({ code: 'depositAddress', facts: {} })
  const { unknownSwitchboard: id } = reviewed
  if (id !== undefined) questions.push({ code: 'switchboardUnknown', facts: { id } })
  if (BigInt(reviewed.minAmountOut) === 0n) return [...questions, { code: 'noPromise', facts: {} }]
  const { ask, promisedAmount, minAmountOut } = reviewed
  const above = slippageAbove(promisedAmount, minAmountOut, ask.slippagePercent)
  if (above !== null) questions.push({ code: 'slippageAboveYours', facts: { ...above } })
  return questions
}
