import { computed, signal } from '@preact/signals'
import { orderPhase, orderStateWords } from '../order/order-state.ts'
import type { OrderView } from '../order/order-view.ts'
import type { ViewPush } from '../rpc/messages.ts'
import type { ProposalView } from '../sites/site-messages.ts'
import { createGeneration } from './generation.ts'
import type { ViewPorts } from './view-ports.ts'

export type OrdersModel = ReturnType<typeof createOrdersModel>

/** Models every order this view has met, in its newest state; pushes keep them true. */
export function createOrdersModel({ client }: Pick<ViewPorts, 'client'>) {
  const byId = signal<ReadonlyMap<string, OrderView>>(new Map())

  function take(orders: readonly OrderView[]): void {
    const next = new Map(byId.value)
    for (const order of orders) {
      // A reading that started before a push may come after it.
      if ((next.get(order.id)?.rev ?? 0) <= order.rev) next.set(order.id, order)
    }
    byId.value = next
  }

  return {
    byId,
    /** Orders that are not over, newest first. */
    running: computed(() =>
      [...byId.value.values()]
        .filter((order) => orderStateWords(order).isRunning)
        .sort((a, b) => b.createdMs - a.createdMs),
    ),
    /** The wallet is being asked by some order: quotes stand still. */
    asksWallet: computed(() => [...byId.value.values()].some((order) => orderPhase(order) === 'wallet')),
    take,
    onPush(push: ViewPush): void {
      if (push.kind === 'order') take([push.order])
      if (push.kind === 'wiped') byId.value = new Map()
    },
    async read(orderId: string): Promise<OrderView> {
      const order = await client.send('order', { orderId })
      take([order])
      return order
    },
  }
}

export type ProposalsModel = ReturnType<typeof createProposalsModel>

/** Creates the model of the swaps that sites have proposed and nobody has decided on, oldest first. */
export function createProposalsModel({ client }: Pick<ViewPorts, 'client'>) {
  /** Null until the background has told. */
  const waiting = signal<readonly ProposalView[] | null>(null)
  /** A push is newer than a reading that is under way. */
  const readings = createGeneration()
  return {
    waiting,
    async load(): Promise<void> {
      const isCurrent = readings.begin()
      const read = await client.send('proposals', null)
      if (isCurrent()) waiting.value = read
    },
    onPush(push: ViewPush): void {
      if (push.kind !== 'proposals') return
      readings.end()
      waiting.value = push.proposals
    },
  }
}
