import { compareDecimal } from '../base/decimal.ts'
import { slippageAbove } from './implied-slippage.ts'
import type { OrderKind, Reviewed } from './order.ts'
import type { ReviewQuestion } from './review-question.ts'
import { confirmPercent, type ValueLoss } from './value-loss.ts'

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
  if (reviewed.isPayloadUnconfirmed) questions.push({ code: 'payloadNotConfirmed', facts: {} })
  const { unknownSwitchboard: id } = reviewed
  if (id !== undefined) questions.push({ code: 'switchboardUnknown', facts: { id } })
  if (loss?.wantsPriceYes) questions.push({ code: 'priceNotChecked', facts: {} })
  questions.push(...onTheWayQuestions(reviewed, loss))
  if (BigInt(reviewed.minAmountOut) === 0n) return [...questions, { code: 'noPromise', facts: {} }]
  const { ask, promisedAmount, minAmountOut } = reviewed
  const above = slippageAbove(promisedAmount, minAmountOut, ask.slippagePercent)
  if (above !== null) questions.push({ code: 'slippageAboveYours', facts: { ...above } })
  return questions
}

/** What stands between the two chains may be what comes back: a token nobody can price, or much less than was given. */
function onTheWayQuestions(
  { onTheWay }: Reviewed,
  loss: ValueLoss | null | undefined,
): readonly ReviewQuestion[] {
  if (onTheWay === undefined) return []
  const { symbol, address } = onTheWay.token
  const percent = loss?.onTheWayPercent ?? null
  if (percent === null) return [{ code: 'onTheWayUnpriced', facts: { symbol, token: address } }]
  if (compareDecimal(percent, confirmPercent) < 0) return []
  return [{ code: 'onTheWayLoses', facts: { symbol, percent } }]
}
