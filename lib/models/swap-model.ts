import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals'
import { nativeAddress } from '../base/hex.ts'
import { Problem, type ProblemData, problemData } from '../base/problem.ts'
import { asksDeposit, type QuoteRequest } from '../service/quote-request.ts'
import { tokenKey } from '../service/token.ts'
import type { BalancesModel } from './balances-model.ts'
import { type DraftModel, defaultPair, dollarsOf } from './draft-model.ts'
import { canAsk, createQuoteModel, needsReceiver, partiesOf } from './quote-model.ts'
import { createReceiverModel } from './receiver-model.ts'
import type { StartModel } from './start-model.ts'
import type { ViewPorts } from './view-ports.ts'
import { createWaysModel, noRouteReason } from './ways-model.ts'

/** What the one button of the form does or waits for. */
export type FormStep =
  | 'starting'
  | 'pickTokens'
  | 'enterAmount'
  | 'fixAmount'
  | 'fixReceiver'
  | 'needReceiver'
  | 'checkReceiver'
  | 'cannotSend'
  | 'notServed'
  | 'otherWay'
  | 'connect'
  | 'connecting'
  | 'notEnough'
  | 'quoting'
  | 'noRoute'
  | 'failed'
  | 'storage'
  | 'blocked'
  | 'pickRoute'
  | 'offline'
  | 'review'

interface SwapPorts extends ViewPorts {
  readonly start: StartModel
  readonly draft: DraftModel
  readonly balances: BalancesModel
  readonly isHeld: ReadonlySignal<boolean>
}

export type SwapModel = ReturnType<typeof createSwapModel>

/**
 * Creates the model of the form as a whole: the draft turned into a request, its quote, and what the user can do next.
 */
export function createSwapModel(ports: SwapPorts) {
  const { start, draft, balances, client } = ports
  const receiver = createReceiverModel(ports)

  const origin = computed(() => start.chainOf(draft.input.value?.chainId))
  const destination = computed(() => start.chainOf(draft.output.value?.chainId))
  const ways = createWaysModel({ start, draft, origin, destination })

  const wantsDeposit = computed(() => asksDeposit({ options: draft.options.value }))
  const lacksReceiver = computed(() => {
    const destinationChainId = draft.output.value?.chainId
    if (destinationChainId === undefined || receiver.state.value.kind !== 'self') return false
    const account = start.account.value
    return needsReceiver({ destinationChainId, account, named: null, wantsDeposit: wantsDeposit.value })
  })

  const request = computed((): QuoteRequest | null => {
    const [from, to] = [draft.input.value, draft.output.value]
    const amount = draft.amount.value
    const receives = receiver.state.value
    if (!start.isFresh.value || from === null || to === null || amount.kind !== 'units') return null
    if (receives.kind === 'checking' || receives.kind === 'problem' || lacksReceiver.value) return null
    const options = draft.options.value
    const isSponsored = options.solanaSponsorAddress !== undefined
    if (!canAsk(from.chainId, options) || (ways.notServed.value !== null && !isSponsored)) return null
    return {
      originChainId: from.chainId,
      destinationChainId: to.chainId,
      inputToken: from.address,
      inputAmount: amount.units.toString(),
      outputToken: to.address,
      ...partiesOf({
        originChainId: from.chainId,
        destinationChainId: to.chainId,
        account: start.account.value,
        named: receives.kind === 'address' ? receives.address : null,
      }),
      slippagePercent: start.settings.value.slippagePercent,
      ...(Object.keys(options).length === 0 ? {} : { options }),
    }
  })
  const quotes = createQuoteModel({ ...ports, request })

  const balanceOf = (side: 'input' | 'output') =>
    computed(() => {
      const token = draft[side].value
      return token === null ? null : (balances.amounts.value[tokenKey(token)] ?? null)
    })
  const balance = balanceOf('input')

  /** Dollars of the typed amount; null until a quote has told the price. */
  const valueInUsd = computed(() => {
    const [token, amount, price] = [draft.input.value, draft.amount.value, draft.price.value]
    if (token === null || price === null || amount.kind !== 'units') return null
    return dollarsOf(amount.units, token.decimals, price)
  })

  const step = computed((): FormStep => {
    const amount = draft.amount.value
    if (!ports.isOnline.value) return 'offline'
    if (!start.isFresh.value && start.problem.value !== null) return 'failed'
    if (start.view.value === null) return 'starting'
    if (draft.input.value === null || draft.output.value === null) return 'pickTokens'
    if (start.isConnecting.value) return 'connecting'
    if (amount.kind === 'problem') return 'fixAmount'
    if (receiver.state.value.kind === 'problem') return 'fixReceiver'
    const isServed = wantsDeposit.value || origin.value?.isConfigured === true
    // No wallet would help here.
    if (origin.value !== undefined && !(isServed && origin.value.sendingEnabled)) return 'cannotSend'
    if (ways.notServed.value !== null) return ways.otherWays.value.length === 0 ? 'notServed' : 'otherWay'
    if (start.account.value === null && !wantsDeposit.value) return 'connect'
    if (amount.kind === 'empty') return 'enterAmount'
    if (lacksReceiver.value) return 'needReceiver'
    if (start.view.value.storage !== 'durable') return 'storage'
    const isShort = balance.value !== null && amount.units > BigInt(balance.value)
    if (isShort && !wantsDeposit.value) return 'notEnough'
    if (receiver.state.value.kind === 'checking') return 'checkReceiver'
    if (quotes.state.value === 'noRoute') return 'noRoute'
    if (quotes.state.value === 'failed') return 'failed'
    const shown = quotes.quote.value
    if (shown === null || quotes.isAgeing.value) return 'quoting'
    if (!shown.executable) return start.account.value?.wallet == null ? 'connect' : 'quoting'
    if (shown.routeKey === null) return 'pickRoute'
    const chosen = shown.routes.find(({ routeKey }) => routeKey === shown.routeKey)
    return chosen?.blocked == null ? 'review' : 'blocked'
  })

  let couldAsk = false
  const stops = [
    effect(() => {
      const view = start.view.value
      if (view === null || draft.input.value !== null || draft.output.value !== null) return
      const pair = defaultPair(view)
      if (pair === null) return
      untracked(() => {
        draft.pick('input', pair.input)
        draft.pick('output', pair.output)
      })
    }),
    effect(() => {
      const shown = quotes.quote.value
      if (shown !== null) untracked(() => draft.learnPrice(shown))
    }),
    effect(() => {
      const owner = start.account.value?.address ?? null
      const pair = [draft.input.value, draft.output.value].filter((token) => token !== null)
      const isReady = start.isFresh.value && ports.isVisible.value
      const live = new Set(start.chains.value.flatMap((one) => (one.isConfigured ? [one.chainId] : [])))
      untracked(() => {
        balances.setOwner(owner)
        // Elsewhere nobody can be asked.
        if (isReady) balances.want(pair.filter(({ chainId }) => live.has(chainId)))
      })
    }),
    effect(() => {
      const account = start.account.value
      const canAsk = account !== null && account.wallet !== null
      untracked(() => {
        // The wallet of an account that was only looked at: the same question, and now its answer counts.
        const shown = quotes.quote.value
        const isSame = shown !== null && !shown.executable && shown.ask.userAddress === account?.address
        if (canAsk && !couldAsk && isSame) quotes.refresh()
        couldAsk = canAsk
      })
    }),
    effect(() => {
      if (lacksReceiver.value && !draft.isReceiverOpen.value) untracked(draft.openReceiver)
    }),
  ]

  return {
    draft,
    receiver,
    quotes,
    origin,
    destination,
    balance,
    outputBalance: balanceOf('output'),
    valueInUsd,
    step,
    amountProblem: computed((): ProblemData | null => {
      const amount = draft.amount.value
      return amount.kind === 'problem' ? amount.problem : null
    }),
    noRoute: computed(() =>
      noRouteReason({
        origin: origin.value,
        destination: destination.value,
        valueInUsd: valueInUsd.value,
        slippagePercent: start.settings.value.slippagePercent,
        options: draft.options.value,
      }),
    ),
    /** Somebody has to be named who receives. */
    lacksReceiver,
    ...ways,
    /** Fills in a share of the balance; the whole of a native token leaves what its chain needs for gas. */
    async takeShare(percent: 25 | 50 | 75 | 100): Promise<ProblemData | null> {
      const [token, held] = [draft.input.value, balance.value]
      if (token === null || held === null) return null
      if (percent !== 100) {
        draft.setUnits((BigInt(held) * BigInt(percent)) / 100n)
        return null
      }
      if (token.address !== nativeAddress) {
        draft.setUnits(held)
        return null
      }
      try {
        const most = await client.send('maxNative', { chainId: token.chainId, balance: held })
        // Nothing is left where gas takes it all; an amount of zero would not say so.
        if (most === '0') return new Problem('gasTooLow', { facts: { symbol: token.symbol } }).data
        if (draft.input.value === token) draft.setUnits(most)
        return null
      } catch (thrown) {
        return problemData(thrown)
      }
    },
    dispose(): void {
      for (const stop of stops) stop()
      receiver.dispose()
      quotes.dispose()
    },
  }
}
