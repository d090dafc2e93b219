import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import { isConsent, type QuestionCode, unansweredOf } from '../review/agreement.ts'
import type { ReviewView } from '../review/review-view.ts'
import { createChainAccessModel, createGuard } from './acts.ts'
import type { Generation } from './generation.ts'
import { createLifetime, type Lifetime } from './lifetime.ts'
import type { QuoteModel } from './quote-model.ts'
import type { ReviewOf } from './screen-model.ts'
import type { StartModel } from './start-model.ts'
import type { ViewPorts } from './view-ports.ts'

interface ReviewPorts extends Pick<ViewPorts, 'client' | 'clock' | 'timers' | 'focusTurns'> {
  readonly start: StartModel
  readonly of: ReviewOf
  readonly quotes: Pick<QuoteModel, 'quote' | 'state' | 'refresh'>
  /** The order is stored; the view goes to it. */
  readonly confirmed: (orderId: string) => void
  /** Another quote of the same is there to be reviewed in place of this one; null where the form says why there is none. */
  readonly renewed: (next: ReviewOf | null) => void
}

export type ReviewModel = ReturnType<typeof createReviewModel>

/** Creates the model of the frozen terms before they are confirmed: once, and only while their quote lives. */
export function createReviewModel(ports: ReviewPorts) {
  const { client, clock, timers, of, confirmed } = ports
  const review = signal<ReviewView | null>(null)
  const problem = signal<ProblemData | null>(null)
  const isExpired = signal(false)
  const isConfirming = signal(false)
  const life = createLifetime()
  const shown = life.generation()
  const { answers, ...agreement } = createAgreement(review)
  const chain = createChainAccessModel(ports, chainNeeded(review), life)
  const isGuarded = createRest(ports, review, life)
  const { before = null, ...asked } = of

  async function load(): Promise<void> {
    const isCurrent = shown.begin()
    try {
      const read = await client.send('review', asked)
      if (!isCurrent()) return
      review.value = read
      const stopExpiry = timers.after(Math.max(0, read.quote.expiresMs - clock.nowMs()), () => {
        isExpired.value = true
      })
      life.own(stopExpiry)
    } catch (thrown) {
      if (isCurrent()) problem.value = problemData(thrown)
    }
  }
  void load()
  return {
    review,
    /** What was read before it; null where there is nothing to compare with. */
    before,
    /** What the wallet asks before the steps of the review. */
    chain,
    problem,
    isExpired,
    isConfirming,
    ...agreement,
    isGuarded,
    /** The background holds this review no more, or would never take it: only another one helps. */
    isSpent: computed(() => spentBy.has(problem.value?.code ?? '')),
    async confirm(): Promise<void> {
      if (review.value === null || isConfirming.value || isExpired.value) return
      if (!agreement.isAgreed.value || isGuarded.value) return
      const isCurrent = shown.join()
      isConfirming.value = true
      problem.value = null
      try {
        const { orderId } = await client.send('confirm', answers(review.value))
        // The swap runs, also where its review was left meanwhile: its order is shown.
        confirmed(orderId)
      } catch (thrown) {
        if (!isCurrent()) return
        problem.value = problemData(thrown)
        isConfirming.value = false
      }
    },
    ...createRenewal(ports, review, shown),
    dispose: life.dispose,
  }
}

/** Creates the chain that the wallet has to be on; null while none is. */
function chainNeeded(review: ReadonlySignal<ReviewView | null>): ReadonlySignal<number | null> {
  return computed(() => (review.value?.steps.length ? review.value.quote.ask.originChainId : null))
}

/**
 * Creates whether the review rests: what stands in place of another one may come under a press that was meant for that, and
 * so may what a page has a part in.
 */
function createRest(ports: ReviewPorts, review: ReadonlySignal<ReviewView | null>, life: Lifetime) {
  const guard = createGuard({ ...ports, content: review })
  life.own(guard.dispose)
  const isNew = ports.of.before !== undefined
  return computed(() => (isNew || review.value?.proposal !== undefined) && !guard.isOpen.value)
}

/** Creates what the user says yes to before the review can be confirmed. */
function createAgreement(review: ReadonlySignal<ReviewView | null>) {
  const hasAgreed = signal(false)
  const typedWord = signal('')
  /** What an approval of before leaves open is to be taken back after the swap. */
  const revokesAfter = signal(false)
  /** The questions that were said yes to, each by itself. */
  const agreed = signal<readonly QuestionCode[]>([])
  /** The end of the receiver that the user picked, where a site named it (M7). */
  const receiverEnd = signal<string | null>(null)
  /** The same of the account that refunds go to. */
  const refundEnd = signal<string | null>(null)
  /** What is asked of the user: nothing, a yes, or a word to type. */
  const rung = computed(() => review.value?.loss.rung ?? 'none')
  const consent = computed(() => (rung.value === 'word' ? typedWord.value : hasAgreed.value ? 'yes' : null))
  const hasPicked = computed(() => {
    const { receiverChoices = null, refund } = review.value?.proposal ?? {}
    const isRefundPicked = refund === undefined || refundEnd.value !== null
    return (receiverChoices === null || receiverEnd.value !== null) && isRefundPicked
  })
  const openQuestions = computed(() => unansweredOf(review.value?.questions ?? [], agreed.value))

  return {
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
    receiverEnd,
    refundEnd,
    isAgreed: computed(
      () => isConsent(rung.value, consent.value) && hasPicked.value && openQuestions.value.length === 0,
    ),
    /** What is sent when the review that is shown is confirmed. */
    answers: ({ reviewKey, questions }: ReviewView) => ({
      reviewKey,
      ...(consent.value === null ? {} : { consent: consent.value }),
      ...(receiverEnd.value === null ? {} : { receiverEnd: receiverEnd.value }),
      ...(refundEnd.value === null ? {} : { refundEnd: refundEnd.value }),
      ...(questions.length === 0 ? {} : { agreed: agreed.value }),
      ...(revokesAfter.value ? { revokeAfter: true } : {}),
    }),
  }
}

/** Creates how a review whose quote is over is taken up again by another one of the same. */
function createRenewal(
  { of, quotes, renewed }: ReviewPorts,
  review: ReadonlySignal<ReviewView | null>,
  shown: Generation,
) {
  const isRenewing = signal(false)
  return {
    isRenewing,
    /**
     * Asks for another quote of the same, by the same route, and has it reviewed in place of this one within what was read;
     * not once its screen was left, which is drawn until the next one comes.
     */
    async renew(isLeft: () => boolean = () => false): Promise<void> {
      if (isRenewing.value) return
      const isCurrent = shown.join()
      isRenewing.value = true
      await quotes.refresh()
      if (!isCurrent() || isLeft()) return
      const quote = quotes.state.value === 'ready' ? quotes.quote.value : null
      const before = review.value ?? of.before ?? null
      const isRenewed = quote !== null && isSameWay(quote, of) && isWithin(quote, before)
      renewed(isRenewed ? { ...of, quoteKey: quote.quoteKey, before } : null)
    },
  }
}

/** A newer quote that can be reviewed as the one before was: by its route, and not by one that stands in. */
function isSameWay(quote: QuoteView, of: ReviewOf): boolean {
  const route = quote.routes.find(({ routeKey }) => routeKey === quote.routeKey)
  const isNew = quote.quoteKey !== of.quoteKey && quote.executable
  return isNew && quote.routeKey === of.routeKey && route?.blocked == null
}

/**
 * Tells whether a quote of the same swap keeps to what was read: it is said to bring the least of that, and its own least
 * is no further below than that was below what it was said to bring. Anything worse is for the form.
 */
function isWithin({ ask, promisedAmount, minAmountOut }: QuoteView, read: ReviewView | null): boolean {
  if (read === null) return true
  const { quote, goesOnUnits } = read
  const least = BigInt(goesOnUnits ?? quote.minAmountOut)
  const room = BigInt(quote.promisedAmount) - BigInt(quote.minAmountOut)
  const isSame = JSON.stringify(ask) === JSON.stringify(quote.ask)
  return isSame && BigInt(promisedAmount) >= least && BigInt(minAmountOut) >= least - room
}

const spentBy: ReadonlySet<string> = new Set(['receiverNotPicked', 'proposalGone', 'notAllowed'])
