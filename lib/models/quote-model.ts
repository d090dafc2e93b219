import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import type { RouteSort } from '../quote/routes.ts'
import { asksDeposit, type QuoteRequest } from '../service/quote-request.ts'
import { createLifetime } from './lifetime.ts'
import type { ViewPorts } from './view-ports.ts'

/** How long typing has to rest before the service is asked. */
const restMs = 300
/** A quote that is born expired, as with a clock far off, must not become a storm of requests. */
const refreshLeastMs = 5_000

interface QuotePorts extends ViewPorts {
  /** Null while there is nothing to ask for. */
  readonly request: ReadonlySignal<QuoteRequest | null>
  /** True while nothing may refresh by itself: another screen is shown or the wallet is asked. */
  readonly isHeld: ReadonlySignal<boolean>
}

export type QuoteModel = ReturnType<typeof createQuoteModel>

/**
 * Creates the model of the live quote for the request of the form. An answer for an older request is never shown; the last
 * quote stays, marked as ageing, until the next one is there; an expired one is replaced only while somebody looks.
 */
export function createQuoteModel({
  client,
  clock,
  timers,
  viewId,
  isVisible,
  isOnline,
  request,
  isHeld,
}: QuotePorts) {
  const life = createLifetime()
  const rest = life.wait(timers)
  const expiry = life.wait(timers)
  const quote = signal<QuoteView | null>(null)
  const state = signal<'idle' | 'loading' | 'ready' | 'noRoute' | 'failed'>('idle')
  const problem = signal<ProblemData | null>(null)
  /** The route picked by hand; a refresh does not replace it, another pair does. */
  const pickedKey = signal<string | null>(null)
  const sort = signal<RouteSort>('output')
  let pickedPair: string | null = null
  const requests = life.generation()
  let askedText: string | null = null
  const isExpired = signal(false)

  async function fetchQuote(wanted: QuoteRequest): Promise<void> {
    const isCurrent = requests.begin()
    state.value = 'loading'
    try {
      // Who asks for a deposit address wants it, until another route is picked.
      const wish = asksDeposit(wanted) ? 'deposit' : null
      const pick = { routeKey: pickedKey.value ?? wish, sort: sort.value }
      const reply = await client.send('quote', { viewId, ask: wanted, pick })
      if (!isCurrent() || reply.kind === 'superseded') return
      problem.value = null
      if (reply.kind === 'noRoute') {
        quote.value = null
        state.value = 'noRoute'
        return
      }
      quote.value = reply.quote
      isExpired.value = false
      state.value = 'ready'
      askAgainIn(reply.quote.expiresMs - clock.nowMs())
    } catch (thrown) {
      if (!isCurrent()) return
      problem.value = problemData(thrown)
      state.value = 'failed'
      const { code, retryAfterMs } = problem.value
      // A busy service says when it may be asked again, and is.
      if (code === 'serviceBusy' && retryAfterMs !== null) askAgainIn(retryAfterMs)
    }
  }

  function askAgainIn(waitMs: number): void {
    expiry.start(Math.max(refreshLeastMs, waitMs), () => {
      isExpired.value = true
    })
  }

  function forget(): void {
    requests.end()
    rest.stop()
  }

  function dropQuote(): void {
    // A courtesy: when the background is not there, nothing runs that could be stopped.
    if (state.value === 'loading') void client.send('dropQuote', { viewId }).catch(() => undefined)
  }

  life.watch(
    () => request.value,
    (wanted) => {
      const text = JSON.stringify(wanted)
      if (text === askedText) return
      askedText = text
      forget()
      problem.value = null
      if (wanted === null) {
        expiry.stop()
        quote.value = null
        dropQuote()
        state.value = 'idle'
        return
      }
      const pair = pairOf(wanted)
      if (pair !== pickedPair) {
        pickedPair = pair
        pickedKey.value = null
      }
      state.value = 'loading'
      rest.start(restMs, () => void fetchQuote(wanted))
    },
  )
  life.watch(
    () => isExpired.value && isVisible.value && isOnline.value && !isHeld.value,
    (isDue) => {
      if (!isDue) return
      isExpired.value = false
      void refresh()
    },
  )

  async function refresh(): Promise<void> {
    const wanted = request.value
    if (wanted === null) return
    forget()
    await fetchQuote(wanted)
  }

  return {
    quote,
    state,
    problem,
    /** The shown quote answers an older request, has expired, or the next one is on its way. */
    isAgeing: computed(() => quote.value !== null && (state.value !== 'ready' || isExpired.value)),
    pickedKey,
    /** The route picked by hand is not offered any more, and another one stands in. */
    isPickGone: computed(() => pickedKey.value !== null && quote.value?.isPickGone === true),
    sort,
    /** The chosen route stays over refreshes; null gives the choice back to the ranking. */
    pick(routeKey: string | null): void {
      pickedKey.value = routeKey
      void refresh()
    },
    setSort(wanted: RouteSort): void {
      sort.value = wanted
      void refresh()
    },
    /** Asks again at once, without waiting for typing to rest; resolves once it is answered, or a newer question asked. */
    refresh,
    dispose(): void {
      forget()
      life.dispose()
      dropQuote()
    },
  }
}

function pairOf(request: QuoteRequest): string {
  return [request.originChainId, request.inputToken, request.destinationChainId, request.outputToken].join(
    ':',
  )
}
