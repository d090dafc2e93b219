import { computed } from '@preact/signals'
import { nativeAddress } from '../base/hex.ts'
import { toProblemData } from '../base/problem.ts'
import { minuteMs } from '../base/time.ts'
import { isOverState, isPromptState } from '../order/open-states.ts'
import type { OrderView } from '../order/order-view.ts'
import type { StartView } from '../rpc/messages.ts'
import type { Token } from '../service/token.ts'
import type { AppModel } from './app-model.ts'
import { createBalanceShares } from './balance-shares.ts'
import { dropMemoOfEarlierRecipient, followRefund } from './follow-parties.ts'
import { forgetSwap } from './forget-swap.ts'
import { createLifetime } from './lifetime.ts'
import { requestQuotes } from './quote-requests.ts'
import { checkReceivers, readRequest } from './request-model.ts'
import type { Screen } from './screen.ts'

/**
 * Requests quotes for the form, and updates it from other models: a first pair, prices, balances, a wallet, a needed receiver.
 * It loads after the form's first picture, because nothing of this is known before the background has answered.
 */
export function followForm(app: AppModel): void {
  const { start, balances, swap, isVisible, screen, sheet, orders } = app
  const { draft, quotes, receiver, lacksReceiver } = swap
  const life = createLifetime()
  app.own(life.dispose)
  checkReceivers(app, life)
  dropMemoOfEarlierRecipient(app, life)
  followRefund(app, life)
  swap.shares.value = createBalanceShares(app, life)
  const request = computed(() => readRequest(app))
  const isHeld = computed(
    () => !isForm(screen.value) || sheet.value !== null || hasWalletRequest(orders.byId.value.values()),
  )
  // Another view may have deleted the history.
  life.own(
    app.client.subscribe(
      ({ kind }) => kind === 'wiped' && forgetSwap(app),
      () => undefined,
    ),
  )
  life.own(requestQuotes({ ...app, quotes, request, isHeld }))
  life.watch(
    () => app.isSiteForm.value && screen.value.name === 'home',
    (isLeft) => isLeft && app.openOwnForm(false),
  )
  life.watch(
    () => (draft.input.value === null && draft.output.value === null ? start.view.value : null),
    (view) => {
      const pair = view === null ? null : defaultPair(view)
      if (pair === null) return
      draft.pick('input', pair.input)
      draft.pick('output', pair.output)
    },
  )
  life.watch(
    () => quotes.quote.value,
    (shown) => shown !== null && draft.learnPrice(shown),
  )
  life.watch(
    () => {
      const live = new Set(start.chains.value.filter((one) => one.isConfigured).map((one) => one.chainId))
      const [from, to] = [draft.input.value, draft.output.value]
      const coin = to && { chainId: to.chainId, address: nativeAddress }
      // Chains without RPC endpoints cannot be read.
      const wanted = [from, to, coin]
        .filter((token) => token !== null)
        .filter(({ chainId }) => live.has(chainId))
      const isReady = start.isFresh.value && isVisible.value
      return {
        account: start.account.value?.address,
        movements: balances.movements.value,
        wanted: isReady ? wanted : [],
      }
    },
    ({ wanted }) => void balances.requestBalances(wanted),
  )
  // A view at the side may stay open for hours, and money also moves outside Ferry.
  const nextRead = life.wait(app.timers)
  const awaitNextRead = () =>
    nextRead.start(minuteMs, () => {
      balances.movements.value += 1
      awaitNextRead()
    })
  life.watch(
    () => isVisible.value && app.isOnline.value && start.account.value !== null,
    (isRead) => (isRead ? awaitNextRead() : nextRead.stop()),
  )
  let known = orders.byId.peek()
  life.watch(
    () => orders.byId.value,
    (now) => {
      const before = known
      known = now
      // The background also sends an order after each poll that found nothing new.
      const hasMoved = (order: OrderView): boolean => {
        const earlier = before.get(order.id)
        return earlier === undefined ? isOverState(order.state) : listSteps(earlier) !== listSteps(order)
      }
      if ([...now.values()].some(hasMoved)) balances.invalidate()
    },
  )
  /** Removes an order that no longer exists: the push of its deletion may be lost. */
  function missed(id: string, thrown: unknown): void {
    if (toProblemData(thrown).code !== 'orderNotFound') start.failed(thrown)
    else orders.byId.value = new Map([...orders.byId.value].filter(([one]) => one !== id))
  }
  const running = computed(() => start.view.value?.running)
  // The push of the end of an order that no longer runs may be lost.
  life.watch(
    () => running.value,
    (now = []) => {
      const others = orders.running.value.filter(({ id }) => !now.some((one) => one.id === id))
      for (const { id } of others) void orders.read(id).catch((thrown) => missed(id, thrown))
    },
  )
  let hadWallet = false
  life.watch(
    () => start.account.value,
    (account) => {
      const hasWallet = account !== null && account.wallet !== null
      // The account was only watched and now has a wallet: the same request gives a quote that can be signed.
      const shown = quotes.quote.value
      const isSame = shown !== null && !shown.executable && shown.request.userAddress === account?.address
      if (hasWallet && !hadWallet && isSame) void quotes.refresh()
      hadWallet = hasWallet
    },
  )
  let isOpenedByForm = false
  life.watch(
    () => lacksReceiver.value && !draft.isReceiverOpen.value,
    (isClosed) => {
      if (!isClosed) return
      isOpenedByForm = true
      draft.openReceiver()
    },
  )
  life.watch(
    () => lacksReceiver.value,
    (isLacking) => {
      if (isLacking) return
      // The person did not open the field, so it must not wait for an address that the pair no longer needs.
      if (isOpenedByForm && receiver.state.value.kind === 'missing') draft.removeReceiver()
      isOpenedByForm = false
    },
  )
}

/** Returns a text that changes with each step of an order that may move funds. */
function listSteps(order: OrderView): string {
  const last = order.transactions.at(-1)
  return [
    order.state,
    order.statusCode,
    order.sourceTransactionHash,
    order.destinationTransactionHash,
    order.refundTransactionHash,
    order.depositObserved?.units,
    order.fundsSettled,
    last?.hash,
    last?.state,
  ].join()
}

function hasWalletRequest(orders: Iterable<OrderView>): boolean {
  return [...orders].some(({ state, offer }) => offer === null && isPromptState(state))
}

/** The screens that have the form, and so a live quote. */
export function isForm({ name }: Screen): boolean {
  return name === 'home' || name === 'deposit' || name === 'proposal'
}

/** Returns the default pair: a verified token on one chain and the same symbol on another. */
function defaultPair(start: StartView): { readonly input: Token; readonly output: Token } | null {
  const live = new Set(start.chains.filter((chain) => chain.isConfigured).map((chain) => chain.chainId))
  const tokens = start.tokens.filter((token) => live.has(token.chainId))
  const first = tokens.find((token) => token.isVerified && token.address !== nativeAddress) ?? tokens[0]
  if (first === undefined) return null
  const elsewhere = tokens.filter((token) => token.chainId !== first.chainId)
  const twin = elsewhere.find((token) => token.isVerified && token.symbol === first.symbol)
  const second = twin ?? elsewhere[0] ?? tokens.find((token) => token !== first)
  return second === undefined ? null : { input: first, output: second }
}
