import { signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { WithdrawView } from '../message/route-views.ts'
import type { ViewPorts } from './ports.ts'

/** Taking the funds of a failed request out of the inbox: checked first, then confirmed as it was shown (R11). */
export function createWithdrawModel({ line, orderId }: Pick<ViewPorts, 'line'> & { orderId: string }) {
  const review = signal<WithdrawView | null>(null)
  const problem = signal<ProblemData | null>(null)
  const busy = signal<'review' | 'confirm' | null>(null)

  async function act(name: 'review' | 'confirm', work: () => Promise<void>): Promise<void> {
    if (busy.value !== null) return
    busy.value = name
    problem.value = null
    try {
      await work()
    } catch (thrown) {
      problem.value = problemData(thrown)
    } finally {
      busy.value = null
    }
  }

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
