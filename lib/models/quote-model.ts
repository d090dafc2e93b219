import { computed, signal } from '@preact/signals'
import type { ProblemData } from '../base/problem-shape.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import type { RouteSort } from '../quote/routes.ts'

export type QuoteModel = ReturnType<typeof createQuoteModel>

/** Creates the model of the live quote. `requestQuotes`, whose code loads after the form's first picture, keeps it current. */
export function createQuoteModel() {
  const quote = signal<QuoteView | null>(null)
  const state = signal<'idle' | 'loading' | 'ready' | 'noRoute' | 'failed'>('idle')
  const isExpired = signal(false)
  return {
    quote,
    state,
    problem: signal<ProblemData | null>(null),
    isExpired,
    /** The displayed quote answers an older request, has expired, or is being replaced. */
    isAgeing: computed(() => quote.value !== null && (state.value !== 'ready' || isExpired.value)),
    /** The displayed quote has expired, and does not refresh by itself. */
    isOverdue: computed(() => isExpired.value && state.value === 'ready'),
    /** The route that the user picked; survives a refresh, but not another pair. */
    pickedKey: signal<string | null>(null),
    sort: signal<RouteSort>('output'),
    /**
     * Requests a quote now, without the typing pause. Resolves after its answer, or when a newer request replaced it. Until
     * `requestQuotes` sets it there is nothing to do: its first request is the newest.
     */
    refresh: (): Promise<void> => Promise.resolve(),
  }
}
