import { computed, signal } from '@preact/signals'
import { isOverState } from '../order/open-states.ts'
import type { OrderView } from '../order/order-view.ts'
import type { ViewPush } from '../rpc/messages.ts'
import type { ProposalView } from '../sites/site-messages.ts'
import { createGeneration } from './generation.ts'
import type { ViewPorts } from './view-ports.ts'

export function createOrdersModel({ client }: ViewPorts) {
  const byId = signal<ReadonlyMap<string, OrderView>>(new Map())

  function take(orders: readonly OrderView[]): void {
    const next = new Map(byId.value)
    for (const order of orders) {
      // A read that started before a push may arrive after it.
      if ((next.get(order.id)?.rev ?? 0) <= order.rev) next.set(order.id, order)
    }
    byId.value = next
  }

  const running = computed(() =>
    [...byId.value.values()]
      .filter(({ state }) => !isOverState(state))
      .sort((a, b) => b.createdMs - a.createdMs),
  )

  async function read(orderId: string): Promise<OrderView> {
    const order = await client.send('order', { orderId })
    take([order])
    return order
  }

  return {
    byId,
    running,
    take,
    onPush(push: ViewPush): void {
      if (push.kind === 'order') take([push.order])
      if (push.kind === 'wiped') byId.value = new Map()
    },
    read,
  }
}

/** Creates the model of the swaps that sites proposed and the user has not decided on, oldest first. */
export function createProposalsModel({ client }: ViewPorts) {
  /** Null until the background has sent them. */
  const waiting = signal<readonly ProposalView[] | null>(null)
  /** A push is newer than a running read. */
  const readings = createGeneration()
  const postponed = signal<ReadonlySet<string>>(new Set())
  return {
    waiting,
    /** The displayed proposal. It stays while its review is displayed. */
    shown: signal<ProposalView | null>(null),
    /** The proposal whose form can be reviewed now. */
    proposedId: signal<string | null>(null),
    /** The proposal that became an order. */
    confirmedId: signal<string | null>(null),
    /** Whether some of them are new since the user postponed all that waited. */
    hasNew: computed(() => (waiting.value ?? []).some(({ swapId }) => !postponed.value.has(swapId))),
    /** Hides the notice of the waiting proposals in this view, until another one arrives. */
    postpone(): void {
      postponed.value = new Set((waiting.value ?? []).map(({ swapId }) => swapId))
    },
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
