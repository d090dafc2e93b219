import * as fakeOrders from '../unit/models/fake-orders.ts'
import { orderScene } from './order-scene.ts'
import type { Scene } from './scene.ts'

const unexecuted = (nowMs: number) => ({
  statusCode: 0 as const,
  sourceTransactionHash: null,
  timeline: fakeOrders.order(nowMs).timeline.slice(0, 4),
})

export const cancelScenes: readonly Scene[] = [
  orderScene('cancel-offered', unexecuted),
  orderScene('cancel-review', unexecuted, { act: ['cancel-open'] }),
  orderScene('cancel-waiting', (nowMs) => ({
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
  orderScene('cancelled', (nowMs) => ({
    ...unexecuted(nowMs),
    state: 'cancelled_unused',
    timeline: [...unexecuted(nowMs).timeline, { step: 'cancelled', atMs: nowMs }],
  })),
]
