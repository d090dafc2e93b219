import type { AppModel } from '../../lib/models/app-model.ts'
import { readAmountLimit } from '../../lib/quote/routes.ts'

/** Returns the service's refusal of an amount, with the limit if it reported one; else null. */
export function readRefusedAmount({ swap: { quotes, draft } }: AppModel) {
  const { code, facts } = quotes.problem.value ?? {}
  if (code !== 'serviceRefused' || facts?.message === undefined) return null
  return readAmountLimit(facts.message, draft.input.value?.symbol ?? '')
}
