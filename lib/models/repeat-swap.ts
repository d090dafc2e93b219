import { type PastQuoteRequest, quoteRequestOfOrder } from '../history/past-quote-request.ts'
import type { OrderView } from '../order/order-view.ts'
import { withOption } from '../service/quote-options.ts'
import type { AppModel } from './app-model.ts'
import { createLifetime } from './lifetime.ts'
import { openReview } from './open-review.ts'

const stepsBeforeQuote: ReadonlySet<string> = new Set(['starting', 'checkReceiver', 'quoting'])

/** Fills the form with a swap of the user's own, and shows it. */
function fillOwn({ isSiteForm, openOwnForm, swap, go }: AppModel, past: PastQuoteRequest): void {
  if (isSiteForm.value) openOwnForm(true)
  isSiteForm.value = false
  swap.draft.fill(past)
  go({ name: 'home' })
}

/**
 * Fills the form with a past swap, and opens the review of its first quote. If the user changes the form or leaves it
 * meanwhile, they decide when to review.
 */
export function repeatSwap(app: AppModel, past: PastQuoteRequest): void {
  const { draft, step } = app.swap
  const life = createLifetime()
  fillOwn(app, past)
  const readForm = () =>
    JSON.stringify(
      [draft.input, draft.output, draft.amountText, draft.options, draft.receiverText].map(
        (one) => one.value,
      ),
    )
  const filled = readForm()
  life.watch(
    () => {
      const isLeft = app.screen.value.name !== 'home' || app.sheet.value !== null
      return isLeft || readForm() !== filled ? 'left' : step.value
    },
    (now) => {
      if (stepsBeforeQuote.has(now)) return
      life.dispose()
      if (now === 'review') openReview(app)
    },
  )
}

/**
 * Prepares the same swap as an inbox transaction, for an account whose signature is not valid. `stop` returns whether the
 * first swap is stopped: the user must not have both.
 */
export async function sendInstead(
  app: AppModel,
  order: OrderView,
  stop: () => Promise<boolean>,
): Promise<void> {
  if (!(await stop())) return
  const past = quoteRequestOfOrder(order.reviewed)
  fillOwn(app, { ...past, options: withOption(past.options, 'useInbox', true) })
}
