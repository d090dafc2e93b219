import { compareDecimal } from '../base/decimal.ts'
import type { Simulated } from '../chain/effects.ts'
import type { Order, ReviewedTerms } from '../order/order.ts'
import { slippageAbove } from '../quote/limits.ts'
import { confirmPercent, type ReviewQuestion, type ValueLoss } from './agreement.ts'
import type { CheckedTerms } from './terms-input.ts'

type Terms = Pick<Order, 'kind' | 'reviewed'>

/**
 * Returns what the terms of a deal have to be agreed to for, whatever anything is worth: stored terms raise the same
 * again.
 */
export function termQuestions({ kind, reviewed }: Terms): readonly ReviewQuestion[] {
  return [...wayQuestions({ kind, reviewed }), ...leastQuestions(reviewed)]
}

/** Returns what a deal by itself has to be agreed to for, wherever it comes from. */
export function dealQuestions({
  kind,
  reviewed,
  loss,
}: Terms & {
  /** As it was weighed; null or absent where it was not. */
  readonly loss?: ValueLoss | null
}): readonly ReviewQuestion[] {
  const priced: readonly ReviewQuestion[] = loss?.wantsPriceYes
    ? [{ code: 'priceNotChecked', facts: {} }]
    : []
  return [
    ...wayQuestions({ kind, reviewed }),
    ...priced,
    ...onTheWayQuestions(reviewed, loss),
    ...leastQuestions(reviewed),
  ]
}

function wayQuestions({ kind, reviewed }: Terms): readonly ReviewQuestion[] {
  const questions: ReviewQuestion[] = []
  if (kind === 'manual') questions.push({ code: 'unprovenRoute', facts: {} })
  if (kind === 'deposit') questions.push({ code: 'depositAddress', facts: {} })
  if (reviewed.isPayloadUnconfirmed) questions.push({ code: 'payloadNotConfirmed', facts: {} })
  const { unknownSwitchboard: id } = reviewed
  if (id !== undefined) questions.push({ code: 'switchboardUnknown', facts: { id } })
  return questions
}

function leastQuestions({ ask, promisedAmount, minAmountOut }: ReviewedTerms): readonly ReviewQuestion[] {
  if (BigInt(minAmountOut) === 0n) return [{ code: 'noPromise', facts: {} }]
  const above = slippageAbove(promisedAmount, minAmountOut, ask.slippagePercent)
  return above === null ? [] : [{ code: 'slippageAboveYours', facts: { ...above } }]
}

/** What stands between the two chains may be what comes back: a token nobody can price, or much less than was given. */
function onTheWayQuestions(
  { onTheWay }: ReviewedTerms,
  loss: ValueLoss | null | undefined,
): readonly ReviewQuestion[] {
  if (onTheWay === undefined) return []
  const { symbol, address } = onTheWay.token
  const percent = loss?.onTheWayPercent ?? null
  if (percent === null) return [{ code: 'onTheWayUnpriced', facts: { symbol, token: address } }]
  if (compareDecimal(percent, confirmPercent) < 0) return []
  return [{ code: 'onTheWayLoses', facts: { symbol, percent } }]
}

/** Returns everything that a review has to ask, in the order it is read. */
export function reviewQuestions(
  checked: CheckedTerms,
  loss: ValueLoss,
  simulation: Simulated,
): readonly ReviewQuestion[] {
  const untried: readonly ReviewQuestion[] =
    simulation.kind === 'unmeasured' ? [{ code: 'notSimulated', facts: {} }] : []
  return [...dealQuestions({ ...checked, loss }), ...untried]
}
