import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ProblemData } from '../base/problem-shape.ts'
import { requestsDeposit } from '../service/swap-methods.ts'
import { tokenKey } from '../service/token.ts'
import type { BalancesModel } from './balances-model.ts'
import { type DraftModel, dollarsOf } from './draft-model.ts'
import { createQuoteModel, type QuoteModel } from './quote-model.ts'
import { createReceiverModel, needsReceiver } from './receiver-model.ts'
import type { StartModel } from './start-model.ts'
import { findOtherMethods, notSupportedReason } from './swap-methods.ts'
import type { ViewPorts } from './view-ports.ts'

/** The action of the form's one button, or what it waits for. */
export type FormStep = ReturnType<typeof createSwapModel>['step']['value']

export interface BalanceShares {
  /** The amount to use instead of one above the balance, in smallest units; null while it is unknown. */
  readonly offeredMax: ReadonlySignal<bigint | null>
  fillOfferedMax(): void
  /** Native currency that *Max* left for gas, in smallest units; null once the amount differs. */
  readonly keptForGas: ReadonlySignal<bigint | null>
  /** Why the last share could not be filled in. */
  readonly shareProblem: ReadonlySignal<ProblemData | null>
  /** Fills in a share of the balance; the whole of a native token leaves the gas for its chain. */
  fillShare(percent: 25 | 50 | 75 | 100): Promise<void>
}

export function createSwapModel(
  ports: ViewPorts,
  start: StartModel,
  draft: DraftModel,
  balances: BalancesModel,
) {
  const receiver = createReceiverModel(draft)
  const origin = computed(() => start.chainOf(draft.input.value?.chainId))
  const destination = computed(() => start.chainOf(draft.output.value?.chainId))
  const pair = computed(() => ({
    origin: origin.value,
    destination: destination.value,
    options: draft.options.value,
  }))
  /** Why the pair needs no request; null where it needs one, or where no pair is chosen. */
  const notSupported = computed(() =>
    draft.input.value === null || draft.output.value === null ? null : notSupportedReason(pair.value),
  )
  const otherMethods = computed(() => findOtherMethods(pair.value))
  const wantsDeposit = computed(() => requestsDeposit({ options: draft.options.value }))
  const lacksReceiver = computed(() => {
    const destinationChainId = draft.output.value?.chainId
    const isNamed = !['self', 'missing'].includes(receiver.state.value.kind)
    if (destinationChainId === undefined || isNamed) return false
    const account = start.account.value
    const destinationFormat = start.formOf(destinationChainId)
    return needsReceiver({ destinationFormat, account, wantsDeposit: wantsDeposit.value })
  })
  const lacksRefund = computed(() => {
    const { enableDepositAddress, refundAddress } = draft.options.value
    return enableDepositAddress === true && refundAddress === undefined
  })
  const quotes = createQuoteModel()

  const balance = computed(() => {
    const token = draft.input.value
    return token === null ? null : (balances.amounts.value[tokenKey(token)] ?? null)
  })

  /** Dollars of the typed amount; null until a quote has a price. */
  const valueInUsd = computed(() => {
    const [token, amount, price] = [draft.input.value, draft.amount.value, draft.price.value]
    if (token === null || price === null || amount.kind !== 'units') return null
    return dollarsOf(amount.units, token.decimals, price)
  })
  /** Without a quote: by the service's last valuation of the account's tokens. It changes no amount and no check. */
  const shownValueInUsd = computed(() => {
    const [token, amount] = [draft.input.value, draft.amount.value]
    if (token === null || amount.kind !== 'units') return null
    return valueInUsd.value ?? balances.valueInUsd(token, amount.units)
  })

  /** Returns the first obstacle before the review, in order of priority. */
  function formStep() {
    const chain = origin.value
    const amount = draft.amount.value
    if (!ports.isOnline.value) return 'offline'
    const unread = start.isFresh.value ? null : start.problem.value
    if (unread !== null) return unread.code === 'hostsNotAllowed' ? 'paused' : 'failed'
    if (start.view.value === null) return 'starting'
    if (draft.input.value === null || draft.output.value === null) return 'pickTokens'
    if (start.isConnecting.value) return 'connecting'
    if (amount.kind === 'problem') return 'fixAmount'
    if (receiver.state.value.kind === 'problem') return 'fixReceiver'
    const isSupported = wantsDeposit.value || chain?.isConfigured === true
    // A wallet would not help here.
    if (chain !== undefined && !(isSupported && chain.sendingEnabled))
      return otherMethods.value.includes('deposit') ? 'otherMethod' : 'cannotSend'
    if (notSupported.value !== null) return otherMethods.value.length === 0 ? 'notSupported' : 'otherMethod'
    if (start.account.value === null && !wantsDeposit.value) return 'connect'
    if (amount.kind === 'empty') return 'enterAmount'
    if (lacksReceiver.value || receiver.state.value.kind === 'missing') return 'needReceiver'
    if (start.view.value.storage !== 'durable') return 'storage'
    // Quotes from before the hosts were revoked cannot be reviewed; the notice above the form requests the hosts again.
    if ((start.view.value.missingHosts ?? []).length > 0) return 'paused'
    const isShort = balance.value !== null && amount.units > BigInt(balance.value)
    if (isShort && !wantsDeposit.value) return 'notEnough'
    if (receiver.state.value.kind === 'checking') return 'checkReceiver'
    if (lacksRefund.value) return 'needRefund'
    if (Object.keys(draft.unsetOptions.value).length > 0) return 'fixOption'
    const next = quoteStep(quotes, start.account.value?.wallet != null)
    // The wallet is on another account than the swap: the person decides first. A deposit needs no wallet.
    return next === 'review' && start.accountOffered.value !== null && !wantsDeposit.value
      ? 'chooseAccount'
      : next
  }

  const step = computed(formStep)
  const isHalted = computed(
    () =>
      step.value === 'offline' ||
      step.value === 'paused' ||
      // A private window keeps no data, but has new quotes.
      (step.value === 'storage' && start.view.value?.storage === 'broken'),
  )

  return {
    draft,
    receiver,
    quotes,
    origin,
    destination,
    balance,
    valueInUsd,
    shownValueInUsd,
    step,
    /** Ferry can fetch no new quote, so the displayed one is the last price and its countdown says nothing. */
    isHalted,
    pair,
    notSupported,
    otherMethods,
    lacksReceiver,
    /** Whether a deposit still lacks its refund address; without one it is not quoted. */
    lacksRefund,
    /** Null until their code is loaded, after the form's first picture. */
    shares: signal<BalanceShares | null>(null),
  }
}

function quoteStep({ quote, state, isAgeing, isOverdue }: QuoteModel, hasWallet: boolean) {
  if (isOverdue.value) return 'expired'
  if (state.value === 'noRoute' || state.value === 'failed') return state.value
  const shown = quote.value
  if (shown === null || isAgeing.value) return 'quoting'
  if (!shown.executable) return hasWallet ? 'quoting' : 'connect'
  if (shown.routeKey === null) return 'pickRoute'
  const chosen = shown.routes.find(({ key }) => key === shown.routeKey)
  return chosen?.blocked == null ? 'review' : 'blocked'
}
