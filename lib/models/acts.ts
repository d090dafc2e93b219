import { type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import { createLifetime } from './lifetime.ts'
import type { ViewPorts } from './view-ports.ts'

/** Does one thing at a time for the user: what it is while it is done, and why the last one failed. */
export function createOneAct<Name extends string>() {
  const busy = signal<Name | null>(null)
  const problem = signal<ProblemData | null>(null)

  /** Does nothing while another one is being done. */
  async function act(name: Name, work: () => Promise<void>): Promise<void> {
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

  return { busy, problem, act }
}

interface ReviewedAct<Review> {
  /** Checks what would be asked of the wallet now. */
  readonly review: () => Promise<Review>
  /** Has the wallet asked for what was reviewed under this key. */
  readonly confirm: (reviewKey: string) => Promise<void>
}

/** Models an act beside a swap: checked first, then confirmed by the key of what was shown, once. */
export function createReviewedAct<Review extends { readonly reviewKey: string }>(steps: ReviewedAct<Review>) {
  const review = signal<Review | null>(null)
  const { act, busy, problem } = createOneAct<'review' | 'confirm'>()

  return {
    review,
    problem,
    busy,
    open: () =>
      act('review', async () => {
        review.value = await steps.review()
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
        await steps.confirm(shown.reviewKey)
      }),
  }
}

/** How long a button that decides for a page rests after each change of what is shown, in milliseconds (M4); its filling lasts as long (`--filling`). */
const restMs = 700

export type GuardModel = ReturnType<typeof createGuard>

/**
 * Keeps a button from being hit by a click that was meant for something else (M4): it is shut when it appears, and for a
 * moment after each change of `content` and each time the window gains or loses the focus.
 */
export function createGuard({
  timers,
  focusTurns,
  content,
}: Pick<ViewPorts, 'timers' | 'focusTurns'> & { readonly content: ReadonlySignal<unknown> }) {
  const life = createLifetime()
  const isOpen = signal(false)
  const rests = signal(0)
  const rest = life.wait(timers)
  life.watch(
    () => [content.value, focusTurns.value],
    () => {
      isOpen.value = false
      rests.value = untracked(() => rests.value + 1)
      rest.start(restMs, () => {
        isOpen.value = true
      })
    },
  )
  return {
    isOpen: isOpen as ReadonlySignal<boolean>,
    /** How often it was shut: with each its time begins anew. */
    rests: rests as ReadonlySignal<number>,
    dispose: life.dispose,
  }
}
