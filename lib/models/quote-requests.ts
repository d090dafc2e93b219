import type { ReadonlySignal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { RouteSort } from '../quote/routes.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import { requestsDeposit } from '../service/swap-methods.ts'
import { createLifetime } from './lifetime.ts'
import type { QuoteModel } from './quote-model.ts'
import { createTypingPause } from './typing-pause.ts'
import type { ViewPorts } from './view-ports.ts'

/**
 * Shortest time between refreshes. A quote that arrives expired, because a clock is far off, must not cause a flood of
 * requests.
 */
const minRefreshMs = 5_000

interface QuotePorts extends ViewPorts {
  readonly quotes: QuoteModel
  readonly request: ReadonlySignal<QuoteRequest | null>
  /** True while quotes must not refresh by themselves: another screen is displayed, or a wallet request is open. */
  readonly isHeld: ReadonlySignal<boolean>
}

/**
 * Requests the live quote for the form's request. An answer to an older request is never displayed. The last quote of the
 * same pair stays, marked as ageing, until the next arrives. An expired one is refreshed only while the view is visible.
 * Returns a function that ends it.
 */
export function requestQuotes({
  client,
  clock,
  timers,
  viewId,
  isVisible,
  isOnline,
  quotes,
  request,
  isHeld,
}: QuotePorts): () => void {
  const { quote, state, problem, pickedKey, sort, isExpired } = quotes
  const life = createLifetime()
  const rest = life.wait(timers)
  const typingPauseMs = createTypingPause(clock)
  const expiry = life.wait(timers)
  let pickedPair: string | null = null
  const requests = life.generation()
  let requestText: string | null = null
  let hasFailedOffline = false

  async function fetchQuote(wanted: QuoteRequest): Promise<void> {
    const isCurrent = requests.begin()
    state.value = 'loading'
    try {
      // A user who requests a deposit address wants that route, until they pick another.
      const defaultKey = requestsDeposit(wanted) ? 'deposit' : null
      const pick = { routeKey: pickedKey.value ?? defaultKey, sort: sort.value }
      const reply = await client.send('quote', { viewId, request: wanted, pick })
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
      refreshIn(reply.quote.expiresMs - clock.nowMs())
    } catch (thrown) {
      if (!isCurrent()) return
      problem.value = toProblemData(thrown)
      state.value = 'failed'
      hasFailedOffline = !isOnline.value
      const { code, retryAfterMs } = problem.value
      // A busy service says when to retry.
      if (code === 'serviceBusy' && retryAfterMs !== null) refreshIn(retryAfterMs)
    }
  }

  function refreshIn(waitMs: number): void {
    expiry.start(Math.max(minRefreshMs, waitMs), () => {
      isExpired.value = true
    })
  }

  function forget(): void {
    requests.end()
    rest.stop()
    expiry.stop()
    isExpired.value = false
  }

  function dropQuote(): void {
    // Only a courtesy: a background that is not there has nothing to cancel.
    if (state.value === 'loading') void client.send('dropQuote', { viewId }).catch(() => undefined)
  }

  life.watch(
    () => request.value,
    (wanted) => {
      const text = JSON.stringify(wanted)
      if (text === requestText) return
      requestText = text
      forget()
      problem.value = null
      if (wanted === null) {
        quote.value = null
        dropQuote()
        state.value = 'idle'
        return
      }
      const pair = pairOf(wanted)
      if (pair !== pickedPair) {
        pickedPair = pair
        pickedKey.value = null
        quote.value = null
      }
      state.value = 'loading'
      const waitMs = typingPauseMs()
      if (waitMs === 0) void fetchQuote(wanted)
      else rest.start(waitMs, () => void fetchQuote(wanted))
    },
  )
  life.watch(
    () => isExpired.value && isVisible.value && isOnline.value && !isHeld.value,
    (isDue) => {
      if (isDue) void refresh()
    },
  )
  life.watch(
    () => isOnline.value && isVisible.value && !isHeld.value,
    (isBack) => {
      if (isBack && hasFailedOffline && state.value === 'failed') void refresh()
    },
  )

  async function refresh(): Promise<void> {
    const wanted = request.value
    if (wanted === null) return
    forget()
    await fetchQuote(wanted)
  }
  quotes.refresh = refresh

  return () => {
    forget()
    life.dispose()
    dropQuote()
  }
}

/** The picked route survives refreshes; null returns the choice to the ranking. */
export function pickRoute(quotes: QuoteModel, routeKey: string | null): void {
  quotes.pickedKey.value = routeKey
  void quotes.refresh()
}

export function sortRoutes(quotes: QuoteModel, wanted: RouteSort): void {
  quotes.sort.value = wanted
  void quotes.refresh()
}

export const isPickUnavailable = ({ pickedKey, quote }: QuoteModel): boolean =>
  pickedKey.value !== null && quote.value?.isPickUnavailable === true

function pairOf(request: QuoteRequest): string {
  return [request.originChainId, request.inputToken, request.destinationChainId, request.outputToken].join(
    ':',
  )
}
