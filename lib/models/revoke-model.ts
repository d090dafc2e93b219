import { signal } from '@preact/signals'
import type { RevokeTerms } from '../order/allowance-line.ts'
import { createOneAct } from './one-act.ts'
import type { ViewPorts } from './ports.ts'

export type RevokeModel = ReturnType<typeof createRevokeModel>

/** Taking back what a contract may still take: checked first, then asked of the wallet by the review's key only. */
export function createRevokeModel({
  line,
  orderId,
  done,
}: Pick<ViewPorts, 'line'> & { orderId: string; done: () => Promise<void> }) {
  const review = signal<RevokeTerms | null>(null)
  const { act, busy, problem } = createOneAct<'review' | 'confirm'>()

  return {
    review,
    problem,
    busy,
    open: () =>
      act('review', async () => {
        review.value = await line.send('reviewRevoke', { orderId })
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
        await line.send('confirmRevoke', { reviewKey: shown.reviewKey })
        await done()
      }),
  }
}
