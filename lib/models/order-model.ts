import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { secondMs } from '../base/time.ts'
import type { DescriptionContext } from '../order/description.ts'
import type { ExitView } from '../order/exits/exit-review.ts'
import type { ExitKind } from '../order/exits/exit-rules.ts'
import { isOverOrStopping, orderPhase } from '../order/order-state.ts'
import type { OrderView } from '../order/order-view.ts'
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
  const { act, busy, problem } = createSingleAction<'retry' | 'stop' | 'accept' | 'show'>()
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

  const command = (name: 'retry' | 'stop' | 'accept' | 'show', send: () => Promise<null>) =>
    act(name, async () => {
      await send()
      await load()
    })

  const stopWatching = watchOrder({ client, order, problem, load })
  const remaining = watchAllowance({ client, timers, order, orderId, problem })
  void load()
  return {
    order,
    exits: {
      cancel: createExitModel({ client, orderId, kind: 'cancel', done: load }),
      withdraw: createExitModel({ client, orderId, kind: 'withdraw', done: load }),
      revoke: createExitModel({ client, orderId, kind: 'revoke', done: load }),
    },
    problem,
    busy,
    usualSeconds: past.usualSeconds,
    refundExperience: past.refunds,
    allowance: remaining.allowance,
    load,
    /** `displayed` is the order of the pressed button, which an update may already have removed. */
    retry: (displayed: OrderView) =>
      command('retry', () => client.sendOnce('retryOrder', { orderId, ...displayedRequest(displayed) })),
    showAgain: () => command('show', () => client.send('showOrder', { orderId })),
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
      remaining.dispose()
      guard.dispose()
      past.dispose()
    },
  }
}

/** The unanswered request that the user saw: only that one may be retried. */
function displayedRequest(order: OrderView): { readonly requestId?: string } {
  const requestId = order.walletRequest?.requestId
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

const allowanceReadMs = 30 * secondMs

/** Reads from the chain what a swap that is over may have left: now, after each change, and every half minute. */
function watchAllowance({
  client,
  timers,
  order,
  orderId,
  problem,
}: Pick<OrderPorts, 'client' | 'timers' | 'orderId'> & {
  readonly order: ReadonlySignal<OrderView | null>
  readonly problem: Signal<ProblemData | null>
}) {
  const life = createLifetime()
  const allowance = signal<DescriptionContext['allowance']>(null)
  const timer = life.wait(timers)
  const reads = life.generation(() => order.value?.rev)

  async function read(): Promise<void> {
    const isCurrent = reads.begin()
    try {
      const seen = await client.send('orderAllowance', { orderId })
      if (!isCurrent()) return
      allowance.value = seen
      if (seen !== null) timer.start(allowanceReadMs, () => void read())
    } catch (thrown) {
      if (isCurrent()) problem.value = toProblemData(thrown)
    }
  }

  // A revocation changes it.
  life.watch(
    () => order.value?.revoking?.state,
    () => {
      allowance.value = null
    },
  )
  life.watch(
    () => (order.value !== null && isOverOrStopping(order.value) ? order.value.rev : null),
    (rev) => void (rev !== null && read()),
  )
  return { allowance, dispose: life.dispose }
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

/** Creates the model of one exit. `done` is called after its wallet request was sent. */
export function createExitModel({
  client,
  orderId,
  kind,
  done,
}: Pick<ViewPorts, 'client'> & { orderId: string; kind: ExitKind; done: () => Promise<void> }) {
  return createReviewedAction<ExitView>({
    review: () => client.send('reviewExit', { kind, orderId }),
    confirm: async (reviewKey) => {
      await client.sendOnce('confirmExit', { kind, reviewKey })
      await done()
    },
  })
}
