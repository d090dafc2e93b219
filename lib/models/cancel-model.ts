import { signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { CancelView } from '../order/flows/cancel-review.ts'
import type { ViewPorts } from './view-ports.ts'

export type CancelModel = ReturnType<typeof createCancelModel>

/**
 * Creates the model of the cancellation of a signed order: reviewed first, then asked of the wallet by the review's key
 * only.
 */
export function createCancelModel({
  client,
  orderId,
  done,
}: Pick<ViewPorts, 'client'> & { orderId: string; done: () => Promise<void> }) {
  /** Null while nothing is being cancelled; what is checked now has no review yet. */
  const shown = signal<'checking' | CancelView | null>(null)
  const problem = signal<ProblemData | null>(null)
  const busy = signal(false)

  async function open(): Promise<void> {
    if (shown.value !== null) return
    shown.value = 'checking'
    problem.value = null
    try {
      const review = await client.send('reviewCancel', { orderId })
      // Closed meanwhile.
      if (shown.value === 'checking') shown.value = review
    } catch (thrown) {
      shown.value = null
      problem.value = problemData(thrown)
    }
  }

  async function confirm(): Promise<void> {
    const review = shown.value
    if (busy.value || review === null || review === 'checking') return
    busy.value = true
    try {
      await client.sendOnce('confirmCancel', { reviewKey: review.reviewKey })
      await done()
    } catch (thrown) {
      problem.value = problemData(thrown)
    } finally {
      shown.value = null
      busy.value = false
    }
  }

  return {
    shown,
    problem,
    busy,
    open,
    confirm,
    close(): void {
      shown.value = null
      problem.value = null
    },
  }
}
