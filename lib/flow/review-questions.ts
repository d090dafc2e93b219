import { dealQuestions } from '../swap/deal-questions.ts'
import type { ReviewQuestion } from '../swap/review-question.ts'
import type { CheckedDeal } from './deal-input.ts'

/** Everything that a review has to ask, in the order it is read. */
export function reviewQuestions(checked: CheckedDeal): readonly ReviewQuestion[] {
  return dealQuestions(checked)
}
