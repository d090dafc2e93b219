import type { Simulated } from '../chain/simulated.ts'
import type { CheckedDeal } from './deal-input.ts'
import { dealQuestions } from './deal-questions.ts'
import type { ReviewQuestion } from './review-question.ts'
import type { ValueLoss } from './value-loss.ts'

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
