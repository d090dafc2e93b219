import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import { receiverForm } from '../base/receiver-form.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import type { RouteSort } from '../quote/routes.ts'
import { asksDeposit, type QuoteOptions, type QuoteRequest } from '../service/quote-request.ts'
import type { Account } from '../wallet/port.ts'
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
  const quote = signal<QuoteView | null>(null)
  const state = signal<'idle' | 'loading' | 'ready' | 'noRoute' | 'failed'>('idle')
  const problem = signal<ProblemData | null>(null)
  /** The route picked by hand; a refresh does not replace it, another pair does. */
  const pickedKey = signal<string | null>(null)
  const sort = signal<RouteSort>('output')
  let pickedPair: string | null = null
  /** Counts the requests; an answer that carries an older number is dropped. */
  let turn = 0
  let stopWaiting: (() => void) | null = null
  let stopExpiry: (() => void) | null = null
  let askedText: string | null = null
  const isExpired = signal(false)

  async function fetchQuote(wanted: QuoteRequest): Promise<void> {
    const mine = ++turn
    state.value = 'loading'
    try {
      // Who asks for a deposit address wants it, until another route is picked.
      const wish = asksDeposit(wanted) ? 'deposit' : null
      const pick = { routeKey: pickedKey.value ?? wish, sort: sort.value }
      const reply = await client.send('quote', { viewId, ask: wanted, pick })
      if (mine !== turn || reply.kind === 'superseded') return
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
      if (mine !== turn) return
      problem.value = problemData(thrown)
      state.value = 'failed'
      const { code, retryAfterMs } = problem.value
      // A busy service says when it may be asked again, and is.
      if (code === 'serviceBusy' && retryAfterMs !== null) askAgainIn(retryAfterMs)
    }
  }

  function askAgainIn(waitMs: number): void {
    stopExpiry?.()
    stopExpiry = timers.after(Math.max(refreshLeastMs, waitMs), () => {
      isExpired.value = true
    })
  }

  function forget(): void {
    turn++
    stopWaiting?.()
    stopWaiting = null
  }

  const stopAsking = effect(() => {
    const wanted = request.value
    const text = JSON.stringify(wanted)
    if (text === askedText) return
    askedText = text
    untracked(() => {
      const wasLoading = state.value === 'loading'
      forget()
      problem.value = null
      const pair = wanted === null ? null : pairOf(wanted)
      if (pair !== null && pair !== pickedPair) {
        pickedPair = pair
        pickedKey.value = null
      }
      if (wanted === null) {
        stopExpiry?.()
        quote.value = null
        state.value = 'idle'
        if (wasLoading) void client.send('dropQuote', { viewId }).catch(ignoreGone)
        return
      }
      state.value = 'loading'
      stopWaiting = timers.after(restMs, () => void fetchQuote(wanted))
    })
  })

  const stopRefreshing = effect(() => {
    if (!isExpired.value || !isVisible.value || !isOnline.value || isHeld.value) return
    untracked(() => {
      isExpired.value = false
      void refresh()
    })
  })

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
      stopExpiry?.()
      stopAsking()
      stopRefreshing()
      if (state.value === 'loading') void client.send('dropQuote', { viewId }).catch(ignoreGone)
    },
  }
}

function pairOf(request: QuoteRequest): string {
  return [request.originChainId, request.inputToken, request.destinationChainId, request.outputToken].join(
    ':',
  )
}

/** Stopping a quote is a courtesy: when the background is not there, nothing runs that could be stopped. */
function ignoreGone(): void {}

interface Parties {
  readonly originChainId: number
  readonly destinationChainId: number
  readonly account: Account | null
  /** Somebody named by hand; null is the user. */
  readonly named: string | null
}

/**
 * Returns who sends and who receives. An account is one of Ethereum's: on a chain with other addresses nobody here
 * knows the user's own, so a deposit from there names no sender, and its receiver is said even where it is the
 * user.
 */
export function partiesOf({
  originChainId,
  destinationChainId,
  account,
  named,
}: Parties): Pick<QuoteRequest, 'userAddress' | 'receiverAddress'> {
  const address = account?.address ?? null
  if (receiverForm(originChainId) === 'evm') return { userAddress: address, receiverAddress: named }
  const isHere = receiverForm(destinationChainId) === 'evm'
  return { userAddress: null, receiverAddress: named ?? (isHere ? address : null) }
}

/**
 * Tells whether somebody has to be named before anything can be asked for: the user has no address there that is
 * known.
 */
export function needsReceiver({
  destinationChainId,
  account,
  named,
  wantsDeposit,
}: Omit<Parties, 'originChainId'> & { readonly wantsDeposit: boolean }): boolean {
  if (named !== null) return false
  return receiverForm(destinationChainId) !== 'evm' || (wantsDeposit && account === null)
}

/**
 * Tells whether anything can be asked for from a chain: one with other addresses has deposits, and a sponsor's route on
 * Solana.
 */
export function canAsk(originChainId: number, options: QuoteOptions): boolean {
  const form = receiverForm(originChainId)
  if (form === 'evm' || asksDeposit({ options })) return true
  return form === 'solana' && options.solanaSponsorAddress !== undefined
}
