import type { OrderView } from '../../lib/order/order-view.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import type { Scene } from './scene.ts'

const one = (part: (nowMs: number) => Partial<OrderView>) => (nowMs: number) => [
  fakeOrders.order(nowMs, part(nowMs)),
]
const unexecuted = (nowMs: number) => ({
  statusCode: 0 as const,
  sourceTransactionHash: null,
  timeline: fakeOrders.order(nowMs).timeline.slice(0, 4),
})

export const cancelScenes: readonly Scene[] = [
  ...(['cancel-offered', 'cancel-review'] as const).map((name) => ({
    name,
    hash: '#/order/order-1',
    orders: one((nowMs) => unexecuted(nowMs)),
    ...(name === 'cancel-review' ? { act: ['cancel-open'] } : {}),
  })),
  {
    name: 'cancel-waiting',
    hash: '#/order/order-1',
    orders: one((nowMs) => ({
      ...unexecuted(nowMs),
      cancelling: { sinceBlock: '7', isTooLate: false },
      walletRequest: {
        requestId: 'r1',
        purpose: 'cancel',
        requestedMs: nowMs,
        accountNonce: 3,
        amountUnits: null,
      },
    })),
  },
  {
    name: 'cancelled',
    hash: '#/order/order-1',
    orders: one((nowMs) => ({
      ...unexecuted(nowMs),
      state: 'cancelled_unused',
      timeline: [...unexecuted(nowMs).timeline, { step: 'cancelled', atMs: nowMs }],
    })),
  },
]
