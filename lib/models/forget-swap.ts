import { removeOneSwapOptions } from '../service/quote-request.ts'
import type { AppModel } from './app-model.ts'

/** Forgets what a view stores about the person's swaps: the form, the pairs and the balances. */
export function forgetSwap({ balances, recentPairs, swap: { draft } }: AppModel): void {
  draft.clear(removeOneSwapOptions(draft.options.value))
  recentPairs.clear()
  balances.forgetStoredValues()
}
