import type { AppModel } from './app-model.ts'
import type { Screen } from './screen.ts'
import type { ReviewOf } from './screen-model.ts'

/** Returns the proposal that fills the form; null for the user's own swap. */
export function formProposal({ isSiteForm, proposals }: AppModel): string | null {
  return isSiteForm.peek() ? proposals.proposedId.peek() : null
}

/** Returns the review of a quote of the form. It names the proposal, so that its site is shown and its terms are checked. */
export function reviewScreen(
  app: AppModel,
  of: Required<Pick<ReviewOf, 'quoteKey' | 'routeKey' | 'pay'>>,
): Screen {
  const swapId = formProposal(app)
  return { name: 'review', ...of, ...(swapId === null ? {} : { swapId }) }
}

/** Opens the review of the displayed quote. */
export function openReview(app: AppModel): void {
  const { start, swap, reviewLeft } = app
  const { quoteKey, routeKey } = swap.quotes.quote.peek() ?? {}
  if (quoteKey === undefined || routeKey == null) return
  reviewLeft.value = null
  start.welcome()
  const canSend = start.account.peek()?.wallet != null && swap.origin.peek()?.isConfigured === true
  const pay = routeKey === 'deposit' && !canSend ? 'elsewhere' : 'wallet'
  app.go(reviewScreen(app, { quoteKey, routeKey, pay }))
}
