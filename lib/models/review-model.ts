import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import { type QuestionCode, unansweredOf } from '../review/review-question.ts'
import type { ReviewView } from '../review/review-view.ts'
import { isConsent } from '../review/value-loss.ts'
import { createChainAccessModel } from './chain-access-model.ts'
import { createGuard } from './guard-model.ts'
import type { ReviewOf } from './screen-model.ts'
import type { StartModel } from './start-model.ts'
import type { ViewPorts } from './view-ports.ts'

interface ReviewPorts extends Pick<ViewPorts, 'client' | 'clock' | 'timers' | 'focusTurns'> {
  readonly start: StartModel
  readonly of: ReviewOf
  /** The order is stored; the view goes to it. */
  readonly confirmed: (orderId: string) => void
}

export type ReviewModel = ReturnType<typeof createReviewModel>

/**
 * Creates the model of the frozen deal before it is confirmed; it can be confirmed once and only while its quote lives.
 */
export function createReviewModel({ client, clock, timers, focusTurns, start, of, confirmed }: ReviewPorts) {
  const review = signal<ReviewView | null>(null)
  const problem = signal<ProblemData | null>(null)
  const isExpired = signal(false)
  const isConfirming = signal(false)
  const hasAgreed = signal(false)
  const typedWord = signal('')
  /** What an approval of before leaves open is to be taken back after the swap. */
  const revokesAfter = signal(false)
  /** The questions that were said yes to, each by itself. */
  const agreed = signal<readonly QuestionCode[]>([])
  /** The end of the receiver that the person picked, where a site named it (M7). */
  const receiverEnd = signal<string | null>(null)
  const guard = createGuard({ timers, focusTurns, content: review })
  const chainId = computed(() =>
    review.value === null || review.value.steps.length === 0 ? null : review.value.quote.ask.originChainId,
  )
  const chain = createChainAccessModel({ client, start, chainId })
  let stopExpiry: (() => void) | null = null
  let isOver = false

  /** What is asked of the person: nothing, a yes, or a word to type. */
  const rung = computed(() => review.value?.loss.rung ?? 'none')
  const consent = computed(() => (rung.value === 'word' ? typedWord.value : hasAgreed.value ? 'yes' : null))
  const mustPickEnd = computed(() => (review.value?.proposal?.receiverChoices ?? null) !== null)
  const openQuestions = computed(() => unansweredOf(review.value?.questions ?? [], agreed.value))
  const isAgreed = computed(() => {
    const hasPicked = !mustPickEnd.value || receiverEnd.value !== null
    return isConsent(rung.value, consent.value) && hasPicked && openQuestions.value.length === 0
  })
  /** What a page has no part in has no page's click to fear. */
  const isGuarded = computed(() => review.value?.proposal !== undefined && !guard.isOpen.value)

  async function load(): Promise<void> {
    try {
      const read = await client.send('review', of)
      if (isOver) return
      review.value = read
      stopExpiry = timers.after(Math.max(0, read.quote.expiresMs - clock.nowMs()), () => {
        isExpired.value = true
      })
    } catch (thrown) {
      if (!isOver) problem.value = problemData(thrown)
    }
  }
  void load()

  return {
    review,
    /** What the wallet asks before the steps of the review. */
    chain,
    problem,
    isExpired,
    isConfirming,
    hasAgreed,
    typedWord,
    revokesAfter,
    rung,
    agreed: agreed as ReadonlySignal<readonly QuestionCode[]>,
    /** Says yes to one question, or takes it back. */
    agree(code: QuestionCode, isOn: boolean): void {
      const others = agreed.value.filter((one) => one !== code)
      agreed.value = isOn ? [...others, code] : others
    },
    isAgreed,
    receiverEnd,
    isGuarded,
    /** The background holds this review no more, or would never take it: only another one helps. */
    isSpent: computed(() => spentBy.has(problem.value?.code ?? '')),
    async confirm(): Promise<void> {
      const shown = review.value
      if (shown === null || isConfirming.value || isExpired.value) return
      if (!isAgreed.value || isGuarded.value) return
      isConfirming.value = true
      problem.value = null
      try {
        const { orderId } = await client.send('confirm', {
          reviewKey: shown.reviewKey,
          ...(consent.value === null ? {} : { consent: consent.value }),
          ...(receiverEnd.value === null ? {} : { receiverEnd: receiverEnd.value }),
          ...(shown.questions.length === 0 ? {} : { agreed: agreed.value }),
          ...(revokesAfter.value ? { revokeAfter: true } : {}),
        })
        confirmed(orderId)
      } catch (thrown) {
        problem.value = problemData(thrown)
        isConfirming.value = false
      }
    },
    dispose(): void {
      isOver = true
      stopExpiry?.()
      guard.dispose()
      chain.dispose()
    },
  }
}

const spentBy: ReadonlySet<string> = new Set(['receiverNotPicked', 'proposalGone', 'notAllowed'])
