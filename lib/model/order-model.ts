import { computed, effect, signal, untracked } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import { orderPhase } from '../swap/order-phase.ts'
import { createCancelModel } from './cancel-model.ts'
import type { OrdersModel } from './orders-model.ts'
import type { ViewPorts } from './ports.ts'
import { createWithdrawModel } from './withdraw-model.ts'

export type OrderModel = ReturnType<typeof createOrderModel>

/** One order with what a person can do to it. */
export function createOrderModel({
  line,
  orders,
  orderId,
}: Pick<ViewPorts, 'line'> & { orders: OrdersModel; orderId: string }) {
  const order = computed(() => orders.byId.value.get(orderId) ?? null)
  const problem = signal<ProblemData | null>(null)
  const busy = signal<'retry' | 'abandon' | 'accept' | null>(null)
  const isWalletFound = signal(true)

  async function load(): Promise<void> {
    try {
      await orders.read(orderId)
      problem.value = null
    } catch (thrown) {
      problem.value = problemData(thrown)
    }
  }

  async function act(name: 'retry' | 'abandon' | 'accept', send: () => Promise<null>): Promise<void> {
    if (busy.value !== null) return
    busy.value = name
    problem.value = null
    try {
      await send()
      await load()
    } catch (thrown) {
      problem.value = problemData(thrown)
    } finally {
      busy.value = null
    }
  }

  const stopMarking = effect(() => {
    const shown = order.value
    if (shown === null || shown.seen) return
    const phase = orderPhase(shown)
    if (phase === 'running' || phase === 'wallet') return
    untracked(() => {
      // The badge stays red until this arrives; the next opening says it again.
      void line.send('markSeen', { orderId }).catch((thrown) => {
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
    withdrawal: createWithdrawModel({ line, orderId }),
    cancel: createCancelModel({ line, orderId, done: load }),
    problem,
    busy,
    isWalletFound,
    load,
    retry: () => act('retry', () => line.send('retryOrder', { orderId })),
    abandon: () => act('abandon', () => line.send('abandonOrder', { orderId })),
    acceptOffer: () => act('accept', () => line.send('acceptOffer', { orderId })),
    async showWallet(): Promise<void> {
      try {
        isWalletFound.value = await line.send('showWallet', null)
      } catch (thrown) {
        problem.value = problemData(thrown)
      }
    },
    supportText: () => line.send('supportText', { orderId }),
    askService: () => line.send('askDirectRoute', { orderId }),
    dispose(): void {
      stopMarking()
      stopMissing()
    },
  }
}
