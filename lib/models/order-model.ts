import { computed, effect, signal, untracked } from '@preact/signals'
import { problemData } from '../base/problem.ts'
import { orderPhase } from '../order/order-state.ts'
import { createCancelModel } from './cancel-model.ts'
import { createGuard } from './guard-model.ts'
import { createOneAct } from './one-act.ts'
import type { OrdersModel } from './orders-model.ts'
import { createRevokeModel } from './revoke-model.ts'
import type { ViewPorts } from './view-ports.ts'
import { createWithdrawModel } from './withdraw-model.ts'

export type OrderModel = ReturnType<typeof createOrderModel>

/** Models one order with what a person can do to it. */
export function createOrderModel({
  client,
  timers,
  focusTurns,
  orders,
  orderId,
}: Pick<ViewPorts, 'client' | 'timers' | 'focusTurns'> & { orders: OrdersModel; orderId: string }) {
  const order = computed(() => orders.byId.value.get(orderId) ?? null)
  const { act, busy, problem } = createOneAct<'retry' | 'abandon' | 'accept'>()
  const isWalletFound = signal(true)
  const shownOffer = computed(() => order.value?.offer?.offerId ?? null)
  const guard = createGuard({ timers, focusTurns, content: shownOffer })

  async function load(): Promise<void> {
    try {
      await orders.read(orderId)
      problem.value = null
    } catch (thrown) {
      problem.value = problemData(thrown)
    }
  }

  const ask = (name: 'retry' | 'abandon' | 'accept', send: () => Promise<null>) =>
    act(name, async () => {
      await send()
      await load()
    })

  const stopMarking = effect(() => {
    const shown = order.value
    if (shown === null || shown.seen) return
    const phase = orderPhase(shown)
    if (phase === 'running' || phase === 'wallet') return
    untracked(() => {
      // The badge stays red until this arrives; the next opening says it again.
      void client.send('markSeen', { orderId }).catch((thrown) => {
        problem.value = problemData(thrown)
      })
    })
  })

  let wasThere = false
  const stopMissing = effect(() => {
    const isThere = order.value !== null
    // Wiped while it is shown: the store says what became of it.
    if (wasThere && !isThere) untracked(() => void load())
    wasThere = isThere
  })

  void load()
  return {
    order,
    withdrawal: createWithdrawModel({ client, orderId }),
    cancel: createCancelModel({ client, orderId, done: load }),
    revocation: createRevokeModel({ client, orderId, done: load }),
    problem,
    busy,
    isWalletFound,
    load,
    retry: () => ask('retry', () => client.sendOnce('retryOrder', { orderId })),
    abandon: () => ask('abandon', () => client.sendOnce('abandonOrder', { orderId })),
    /** An offer comes by itself, under whatever the person was about to press. */
    isGuarded: computed(() => !guard.isOpen.value),
    async acceptOffer(offerId: string): Promise<void> {
      if (guard.isOpen.value) await ask('accept', () => client.sendOnce('acceptOffer', { orderId, offerId }))
    },
    async showWallet(): Promise<void> {
      try {
        isWalletFound.value = await client.send('showWallet', null)
      } catch (thrown) {
        problem.value = problemData(thrown)
      }
    },
    supportText: () => client.send('supportText', { orderId }),
    askService: () => client.send('askDirectRoute', { orderId }),
    dispose(): void {
      stopMarking()
      stopMissing()
      guard.dispose()
    },
  }
}
