import type { ReviewQuestion } from '../swap/review-question.ts'
import type { CheckedDeal } from './deal-input.ts'

/** Everything that a review has to ask, in the order it is read. */
export function reviewQuestions(checked: CheckedDeal): readonly ReviewQuestion[] {
  return dealQuestions(checked)
}

/** What a deal by itself has to be agreed to for, wherever it comes from. */
export function dealQuestions({ kind }: Pick<CheckedDeal, 'kind'>): readonly ReviewQuestion[] {
  if (kind === 'manual') return [{ code: 'unprovenRoute', facts: {} }]
  return kind === 'deposit' ? [{ code: 'depositAddress', facts: {} }] : []
}
