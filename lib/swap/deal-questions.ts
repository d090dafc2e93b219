import { slippageAbove } from './implied-slippage.ts'
import type { OrderKind, Reviewed } from './order.ts'
import type { ReviewQuestion } from './review-question.ts'
import type { ValueLoss } from './value-loss.ts'

/** What a deal by itself has to be agreed to for, wherever it comes from. */
export function dealQuestions({
  kind,
  reviewed,
  loss,
}: {
  readonly kind: OrderKind
  readonly reviewed: Reviewed
  /** As it was weighed; null or absent where it was not. */
  readonly loss?: ValueLoss | null
}): readonly ReviewQuestion[] {
  const questions: ReviewQuestion[] = []
  if (kind === 'manual') questions.push({ code: 'unprovenRoute', facts: {} })
  if (kind === 'deposit') questions.push({ code: 'depositAddress', facts: {} })
  const { unknownSwitchboard: id } = reviewed
  if (id !== undefined) questions.push({ code: 'switchboardUnknown', facts: { id } })
  if (loss?.wantsPriceYes) questions.push({ code: 'priceNotChecked', facts: {} })
  if (BigInt(reviewed.minAmountOut) === 0n) return [...questions, { code: 'noPromise', facts: {} }]
  const { ask, promisedAmount, minAmountOut } = reviewed
  const above = slippageAbove(promisedAmount, minAmountOut, ask.slippagePercent)
  if (above !== null) questions.push({ code: 'slippageAboveYours', facts: { ...above } })
  return questions
}
