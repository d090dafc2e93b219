import { signal } from '@preact/signals'
import type { WithdrawView } from '../quote/route-views.ts'
import { createOneAct } from './one-act.ts'
import type { ViewPorts } from './ports.ts'

/** Taking the funds of a failed request out of the inbox: checked first, then confirmed as it was shown (R11). */
export function createWithdrawModel({ line, orderId }: Pick<ViewPorts, 'line'> & { orderId: string }) {
  const review = signal<WithdrawView | null>(null)
  const { act, busy, problem } = createOneAct<'review' | 'confirm'>()

  return {
    review,
    problem,
    busy,
    open: () =>
      act('review', async () => {
        review.value = await line.send('reviewWithdraw', { orderId })
      }),
    close(): void {
      review.value = null
      problem.value = null
    },
    confirm: () =>
      act('confirm', async () => {
        const shown = review.value
        if (shown === null) return
        // Whatever comes of it, this key is used up: another try is checked anew.
        review.value = null
        await line.send('confirmWithdraw', { reviewKey: shown.reviewKey })
      }),
  }
}
