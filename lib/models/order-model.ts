import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type ProblemData, toProblemData } from '../base/problem.ts'
import type { RevokeTerms } from '../order/allowances.ts'
import type { CancelView } from '../order/flows/exit-reviews.ts'
import { orderPhase } from '../order/order-state.ts'
import type { OrderView } from '../order/order-view.ts'
import type { WithdrawView } from '../quote/route-view.ts'
import { createUsualDurations } from './experience-model.ts'
import { createGeneration } from './generation.ts'
import { createLifetime } from './lifetime.ts'
import type { OrdersModel } from './orders-model.ts'
import { addToken, createCooldown, createReviewedAction, createSingleAction } from './user-actions.ts'
import type { ViewPorts } from './view-ports.ts'

export type OrderModel = ReturnType<typeof createOrderModel>

interface OrderPorts extends Pick<ViewPorts, 'client' | 'timers' | 'focusChanges'> {
  readonly orders: OrdersModel
  readonly orderId: string
}

export function createOrderModel({ client, timers, focusChanges, orders, orderId }: OrderPorts) {
  const order = computed(() => orders.byId.value.get(orderId) ?? null)
  const { act, busy, problem } = createSingleAction<'retry' | 'stop' | 'accept'>()
  const past = createUsualDurations({ client, order })
  const shownOffer = computed(() => order.value?.offer?.offerId ?? null)
  const guard = createCooldown({ timers, focusChanges, content: shownOffer })

  const loads = createGeneration()

  async function load(): Promise<void> {
    const isCurrent = loads.begin()
    try {
      await orders.read(orderId)
      if (!isCurrent()) return
      problem.value = null
    } catch (thrown) {
      if (isCurrent()) problem.value = toProblemData(thrown)
    }
  }

  const command = (name: 'retry' | 'stop' | 'accept', send: () => Promise<null>) =>
    act(name, async () => {
      await send()
      await load()
    })

  const stopWatching = watchOrder({ client, order, problem, load })
  void load()
  return {
    order,
    withdrawal: createWithdrawModel({ client, orderId }),
    cancel: createCancelModel({ client, orderId, done: load }),
    revocation: createRevokeModel({ client, orderId, done: load }),
    problem,
    busy,
    usualSeconds: past.usualSeconds,
    refundExperience: past.refunds,
    load,
    retry: () =>
      command('retry', () => client.sendOnce('retryOrder', { orderId, ...displayedRequest(order.value) })),
    stop: () => command('stop', () => client.sendOnce('stopOrder', { orderId })),
    /** An offer appears by itself, maybe under a press for something else. */
    isCoolingDown: computed(() => !guard.isOpen.value),
    async acceptOffer(offerId: string): Promise<void> {
      if (guard.isOpen.value)
        await command('accept', () => client.sendOnce('acceptOffer', { orderId, offerId }))
    },
    ...createWalletFocus({ client, problem }),
    supportText: () => client.send('supportText', { orderId }),
    addToken: () => addToken(client, order.value),
    requestDirectRoute: () => client.send('fetchDirectRouteStatus', { orderId }),
    dispose(): void {
      loads.end()
      stopWatching()
      guard.dispose()
      past.dispose()
    },
  }
}

/** The unanswered request that the user saw: only that one may be retried. */
function displayedRequest(order: OrderView | null): { readonly requestId?: string } {
  const requestId = order?.walletRequest?.requestId
  return requestId === undefined ? {} : { requestId }
}

/** Returns the function that stops watching. */
function watchOrder({
  client,
  order,
  problem,
  load,
}: Pick<ViewPorts, 'client'> & {
  readonly order: ReadonlySignal<OrderView | null>
  readonly problem: Signal<ProblemData | null>
  readonly load: () => Promise<void>
}): () => void {
  const life = createLifetime()
  life.watch(
    () => order.value,
    (shown) => {
      if (shown === null || shown.viewed) return
      const phase = orderPhase(shown)
      if (phase === 'running' || phase === 'wallet') return
      // The badge stays red until this arrives; the next opening repeats it.
      void client.send('markViewed', { orderId: shown.id }).catch((thrown) => {
        problem.value = toProblemData(thrown)
      })
    },
  )
  let wasThere = false
  life.watch(
    () => order.value !== null,
    (isThere) => {
      // Deleted while displayed: the store has its current state.
      if (wasThere && !isThere) void load()
      wasThere = isThere
    },
  )
  return life.dispose
}

function createWalletFocus({
  client,
  problem,
}: Pick<ViewPorts, 'client'> & { readonly problem: Signal<ProblemData | null> }) {
  const isWalletFound = signal(true)
  const calls = createGeneration()
  return {
    isWalletFound,
    async showWallet(): Promise<void> {
      const isCurrent = calls.begin()
      try {
        const isFound = await client.send('showWallet', null)
        if (isCurrent()) isWalletFound.value = isFound
      } catch (thrown) {
        if (isCurrent()) problem.value = toProblemData(thrown)
      }
    },
  }
}

export type CancelModel = ReturnType<typeof createCancelModel>

export function createCancelModel({
  client,
  orderId,
  done,
}: Pick<ViewPorts, 'client'> & { orderId: string; done: () => Promise<void> }) {
  /** Null while nothing is being cancelled; `checking` before the review arrives. */
  const shown = signal<'checking' | CancelView | null>(null)
  const problem = signal<ProblemData | null>(null)
  const busy = signal(false)
  const checks = createGeneration()

  async function open(): Promise<void> {
    if (shown.value !== null) return
    shown.value = 'checking'
    problem.value = null
    const isCurrent = checks.begin()
    try {
      const review = await client.send('reviewCancel', { orderId })
      if (isCurrent()) shown.value = review
    } catch (thrown) {
      if (!isCurrent()) return
      shown.value = null
      problem.value = toProblemData(thrown)
    }
  }

  async function confirm(): Promise<void> {
    const review = shown.value
    if (busy.value || review === null || review === 'checking') return
    busy.value = true
    try {
      await client.sendOnce('confirmCancel', { reviewKey: review.reviewKey })
      await done()
    } catch (thrown) {
      problem.value = toProblemData(thrown)
    } finally {
      shown.value = null
      busy.value = false
    }
  }

  return {
    shown,
    problem,
    busy,
    open,
    confirm,
    close(): void {
      checks.end()
      shown.value = null
      problem.value = null
    },
  }
}

export type RevokeModel = ReturnType<typeof createRevokeModel>

/** Creates the model of revoking an order's allowance; `done` is called after the wallet request was sent. */
export function createRevokeModel({
  client,
  orderId,
  done,
}: Pick<ViewPorts, 'client'> & { orderId: string; done: () => Promise<void> }) {
  return createReviewedAction<RevokeTerms>({
    review: () => client.send('reviewRevoke', { orderId }),
    confirm: async (reviewKey) => {
      await client.sendOnce('confirmRevoke', { reviewKey })
      await done()
    },
  })
}

/** Creates the model of withdrawing a failed request's funds from the inbox (R11). */
export function createWithdrawModel({ client, orderId }: Pick<ViewPorts, 'client'> & { orderId: string }) {
  return createReviewedAction<WithdrawView>({
    review: () => client.send('reviewWithdraw', { orderId }),
    confirm: async (reviewKey) => {
      await client.sendOnce('confirmWithdraw', { reviewKey })
    },
  })
}
