import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { secondMs } from '../base/time.ts'
import type { DescriptionContext } from '../order/description.ts'
import type { ExitView } from '../order/exits/exit-review.ts'
import type { ExitKind } from '../order/exits/exit-rules.ts'
import { isOverOrStopping, orderPhase } from '../order/order-state.ts'
import type { OrderView } from '../order/order-view.ts'
import type { AppModel } from './app-model.ts'
import { createUsualDurations } from './experience-model.ts'
import { createLifetime, type Lifetime } from './lifetime.ts'
import { createDepositNote } from './sent-deposits.ts'
import { addToken, createCooldown, createReviewedAction, createSingleAction } from './user-actions.ts'

export type OrderModel = ReturnType<typeof createOrderModel>

export function createOrderModel(app: AppModel, orderId: string) {
  const { client, orders } = app
  const life = createLifetime()
  const order = computed(() => orders.byId.value.get(orderId) ?? null)
  const { act, busy, problem } = createSingleAction<'retry' | 'stop' | 'accept' | 'show'>()
  const shownOffer = computed(() => order.value?.offer?.offerId ?? null)
  const guard = createCooldown(app, shownOffer, life)
  const loads = life.generation()

  async function load(): Promise<void> {
    await loads.take(orders.read(orderId), problem, () => {
      problem.value = null
    })
  }

  const command = (name: 'retry' | 'stop' | 'accept' | 'show', send: () => Promise<null>) =>
    act(name, async () => {
      await send()
      await load()
    })

  /** `load` is called after the exit's wallet request was sent. */
  const exit = (kind: ExitKind) =>
    createReviewedAction<ExitView>({
      review: () => client.send('reviewExit', { kind, orderId }),
      confirm: async (reviewKey) => {
        await client.sendOnce('confirmExit', { kind, reviewKey })
        await load()
      },
    })

  markViewed(app, order, problem, life)
  let wasThere = false
  life.watch(
    () => order.value !== null,
    (isThere) => {
      // Deleted while displayed: the store has its current state.
      if (wasThere && !isThere) void load()
      wasThere = isThere
    },
  )

  const isWalletFound = signal(true)
  const walletCalls = life.generation()
  void load()
  return {
    order,
    exits: { cancel: exit('cancel'), withdraw: exit('withdraw'), revoke: exit('revoke') },
    problem,
    busy,
    ...createUsualDurations(client, order, life),
    ...createDepositNote(app, orderId),
    allowance: createRemainingAllowance(app, order, problem, life),
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
    isWalletFound,
    async showWallet(): Promise<void> {
      await walletCalls.take(client.send('showWallet', { orderId }), problem, (isFound) => {
        isWalletFound.value = isFound
      })
    },
    supportText: () => client.send('supportText', { orderId }),
    addToken: () => addToken(client, order.value),
    requestDirectRoute: () => client.send('fetchDirectRouteStatus', { orderId }),
    dispose: life.dispose,
  }
}

/** The unanswered request that the user saw: only that one may be retried. */
function displayedRequest(order: OrderView): { readonly requestId?: string } {
  const requestId = order.walletRequest?.requestId
  return requestId === undefined ? {} : { requestId }
}

/** Marks an end as seen once a visible view shows it. */
function markViewed(
  { client, isVisible }: AppModel,
  order: ReadonlySignal<OrderView | null>,
  problem: Signal<ProblemData | null>,
  life: Lifetime,
): void {
  life.watch(
    () => (isVisible.value ? order.value : null),
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
}

const allowanceReadMs = 30 * secondMs

/** Reads from the chain what a swap that is over may have left: now, after each change, and every half minute. */
function createRemainingAllowance(
  { client, timers }: AppModel,
  order: ReadonlySignal<OrderView | null>,
  problem: Signal<ProblemData | null>,
  life: Lifetime,
) {
  const allowance = signal<DescriptionContext['allowance']>(null)
  const timer = life.wait(timers)
  const reads = life.generation(() => order.value?.rev)

  async function read(orderId: string): Promise<void> {
    await reads.take(client.send('orderAllowance', { orderId }), problem, (seen) => {
      allowance.value = seen
      if (seen !== null) timer.start(allowanceReadMs, () => void read(orderId))
    })
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
    (rev) => void (rev !== null && order.value !== null && read(order.value.id)),
  )
  return allowance
}
