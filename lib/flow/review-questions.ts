import { dealQuestions } from '../swap/deal-questions.ts'
import type { ReviewQuestion } from '../swap/review-question.ts'
import type { Simulated } from '../swap/simulated.ts'
import type { ValueLoss } from '../swap/value-loss.ts'
import type { CheckedDeal } from './deal-input.ts'

/** Everything that a review has to ask, in the order it is read. */
export function reviewQuestions(
  checked: CheckedDeal,
  loss: ValueLoss,
  simulation: Simulated,
): readonly ReviewQuestion[] {
  const untried: readonly ReviewQuestion[] =
    simulation.kind === 'unmeasured' ? [{ code: 'notSimulated', facts: {} }] : []
  return [...dealQuestions({ ...checked, loss }), ...untried]
}
