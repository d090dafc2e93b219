import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import { findMissingConsents, isGatePassed } from '../review/agreement.ts'
import type { ConsentCode } from '../review/consents.ts'
import type { ReviewView } from '../review/review-view.ts'
import { removeOneSwapOptions } from '../service/quote-request.ts'
import type { AppModel } from './app-model.ts'
import type { Generation } from './generation.ts'
import { createLifetime, type Lifetime } from './lifetime.ts'
import type { ReviewOf } from './screen-model.ts'
import { createChainSwitchModel, createCooldown } from './user-actions.ts'

export type ReviewModel = ReturnType<typeof createReviewModel>

/** The first answer that the button waits for, in the order of the screen. `left` boxes are not ticked. */
type MissingAnswer =
  | { readonly kind: 'ending' }
  | { readonly kind: 'word' }
  | { readonly kind: 'boxes'; readonly left: number }

/** Creates the model of frozen terms before their confirmation: one time, and only while their quote lives. */
export function createReviewModel(app: AppModel, of: ReviewOf) {
  const { client, clock, timers } = app
  const review = signal<ReviewView | null>(null)
  const problem = signal<ProblemData | null>(null)
  const isExpired = signal(false)
  const isConfirming = signal(false)
  const life = createLifetime()
  const shown = life.generation()
  const { answers, ...agreement } = createAgreement(review)
  const chain = createChainSwitchModel(app, chainNeeded(review), life)
  const { isCoolingDown, cooldownCount } = createReviewCooldown(app, of, review, life)
  const { before = null, ...requested } = of

  void shown.take(client.send('review', requested), problem, (read) => {
    review.value = read
    const stopExpiry = timers.after(Math.max(0, read.quote.expiresMs - clock.nowMs()), () => {
      isExpired.value = true
    })
    life.own(stopExpiry)
  })
  return {
    review,
    /** The quote under review as the form shows it, until the review is there; null if the form has another one. */
    quoted: computed(() => {
      const quote = app.swap.quotes.quote.value
      return quote?.quoteKey === of.quoteKey && quote.routeKey === (of.routeKey ?? quote.routeKey)
        ? quote
        : null
    }),
    /** The review that the user read before this one; null where there is nothing to compare with. */
    before,
    chain,
    problem,
    isExpired,
    isConfirming,
    ...agreement,
    isCoolingDown,
    cooldownCount,
    /** The background no longer has this review, or would never accept it: the user needs another one. */
    isSpent: computed(() => endingProblems.has(problem.value?.code ?? '')),
    async confirm(): Promise<void> {
      if (review.value === null || isConfirming.value || isExpired.value) return
      if (!agreement.isAgreed.value || isCoolingDown.value) return
      const isCurrent = shown.join()
      isConfirming.value = true
      problem.value = null
      try {
        const { orderId } = await client.send('confirm', answers(review.value))
        // The swap runs even if the user left its review meanwhile, so show its order.
        openConfirmed(app, of, orderId)
      } catch (thrown) {
        if (!isCurrent()) return
        problem.value = toProblemData(thrown)
        isConfirming.value = false
      }
    },
    ...createRenewal(app, of, review, shown),
    dispose: life.dispose,
  }
}

/** Opens the stored order, and empties the form for the next swap. */
function openConfirmed(app: AppModel, of: ReviewOf, orderId: string): void {
  const { draft } = app.swap
  app.recentPairs.put(draft.input.value, draft.output.value)
  draft.clear(removeOneSwapOptions(draft.options.value))
  if (of.swapId !== undefined) app.proposals.confirmedId.value = of.swapId
  app.replace({ name: 'order', orderId })
}

function chainNeeded(review: ReadonlySignal<ReviewView | null>): ReadonlySignal<number | null> {
  return computed(() => (review.value?.steps.length ? review.value.quote.request.originChainId : null))
}

/**
 * Whether the review has a cooldown. A review that replaces another may appear under a press for the earlier one, and so
 * may a page's proposal.
 */
function createReviewCooldown(
  app: AppModel,
  of: ReviewOf,
  review: ReadonlySignal<ReviewView | null>,
  life: Lifetime,
) {
  const guard = createCooldown(app, review, life)
  const isNew = of.before !== undefined
  return {
    isCoolingDown: computed(() => (isNew || review.value?.proposal !== undefined) && !guard.isOpen.value),
    cooldownCount: guard.rests,
  }
}

function createAgreement(review: ReadonlySignal<ReviewView | null>) {
  const hasAgreed = signal(false)
  const typedWord = signal('')
  /** Whether to revoke the remaining earlier allowance after the swap. */
  const revokesAfter = signal(false)
  const consents = signal<readonly ConsentCode[]>([])
  /** The ending of the receiver that the user picked, where a site named the receiver (M7). */
  const receiverEnding = signal<string | null>(null)
  const refundEnding = signal<string | null>(null)
  /** The loss gate: nothing, a confirmation, or a word to type. */
  const level = computed(() => review.value?.loss.level ?? 'none')
  const consent = computed(() => (level.value === 'typed' ? typedWord.value : hasAgreed.value ? 'yes' : null))
  const hasPicked = computed(() => {
    const { receiverChoices = null, refund } = review.value?.proposal ?? {}
    const isRefundPicked = refund === undefined || refundEnding.value !== null
    return (receiverChoices === null || receiverEnding.value !== null) && isRefundPicked
  })
  const isGateOpen = computed(() => isGatePassed(level.value, consent.value))
  const missingAnswer = computed((): MissingAnswer | null => {
    if (!hasPicked.value) return { kind: 'ending' }
    const required = review.value?.requiredConsents ?? []
    const lossBoxes = level.value === 'confirm' && !isGateOpen.value ? 1 : 0
    const left = findMissingConsents(required, consents.value).length + lossBoxes
    if (left > 0) return { kind: 'boxes', left }
    return isGateOpen.value ? null : { kind: 'word' }
  })

  return {
    hasAgreed,
    typedWord,
    revokesAfter,
    level: level,
    consents: consents as ReadonlySignal<readonly ConsentCode[]>,
    agree(code: ConsentCode, isOn: boolean): void {
      const others = consents.value.filter((one) => one !== code)
      consents.value = isOn ? [...others, code] : others
    },
    receiverEnding,
    refundEnding,
    missingAnswer,
    isAgreed: computed(() => missingAnswer.value === null),
    answers: ({ reviewKey, requiredConsents }: ReviewView) => ({
      reviewKey,
      ...(consent.value === null ? {} : { consent: consent.value }),
      ...(receiverEnding.value === null ? {} : { receiverEnding: receiverEnding.value }),
      ...(refundEnding.value === null ? {} : { refundEnding: refundEnding.value }),
      ...(requiredConsents.length === 0 ? {} : { consents: consents.value }),
      ...(revokesAfter.value ? { revokeAfter: true } : {}),
    }),
  }
}

function createRenewal(
  app: AppModel,
  of: ReviewOf,
  review: ReadonlySignal<ReviewView | null>,
  shown: Generation,
) {
  const { quotes } = app.swap
  const isRenewing = signal(false)
  return {
    isRenewing,
    /**
     * Requests another quote of the same swap and route, and replaces this review if the quote keeps to it. Otherwise
     * returns to the form, which says why there is none. Does nothing after the user left the screen, which stays drawn
     * until the next one appears.
     */
    async renew(isLeft: () => boolean = () => false): Promise<void> {
      if (isRenewing.value) return
      const isCurrent = shown.join()
      isRenewing.value = true
      await quotes.refresh()
      if (!isCurrent() || isLeft()) return
      const quote = quotes.state.value === 'ready' ? quotes.quote.value : null
      const before = review.value ?? of.before ?? null
      const isRenewed = quote !== null && isSameRoute(quote, of) && isWithinReview(quote, before)
      if (isRenewed) app.replace({ name: 'review', ...of, quoteKey: quote.quoteKey, before })
      else app.back()
    },
  }
}

/** Whether a newer quote can replace the reviewed one: for the same route, and not blocked. */
function isSameRoute(quote: QuoteView, of: ReviewOf): boolean {
  const route = quote.routes.find(({ key }) => key === quote.routeKey)
  const isNew = quote.quoteKey !== of.quoteKey && quote.executable
  return isNew && quote.routeKey === of.routeKey && route?.blocked == null
}

/**
 * Whether a quote of the same swap keeps to the read review. Its promise is at least the reviewed minimum, and its minimum
 * is below that by no more than the reviewed margin. Anything worse goes back to the form.
 */
function isWithinReview(
  { request, promisedAmount, minAmountOut }: QuoteView,
  read: ReviewView | null,
): boolean {
  if (read === null) return true
  const { quote } = read
  const least = BigInt(quote.minAmountOut)
  const room = BigInt(quote.promisedAmount) - BigInt(quote.minAmountOut)
  const { slippagePercent, ...wanted } = request
  const { slippagePercent: reviewed, ...same } = quote.request
  const isSame = JSON.stringify(wanted) === JSON.stringify(same)
  // The person pressed for another slippage, whose minimum the new review shows.
  const isMinimumNear = slippagePercent !== reviewed || BigInt(minAmountOut) >= least - room
  return isSame && BigInt(promisedAmount) >= least && isMinimumNear
}

const endingProblems: ReadonlySet<string> = new Set([
  'receiverNotPicked',
  'proposalGone',
  'notAllowed',
  'quoteExpired',
])
