import type { Simulated } from '../chain/simulated.ts'
import type { ReviewQuestion } from './review-question.ts'
import type { CheckedTerms } from './terms-input.ts'
import { dealQuestions } from './terms-questions.ts'
import type { ValueLoss } from './value-loss.ts'

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
