import type { OrderView } from '../../lib/order/order-view.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import { problem } from './answers.ts'
import type { Scene } from './scene.ts'

const refunded = (part: (order: OrderView) => Partial<OrderView>) => (nowMs: number) => {
  const order = fakeOrders.order(nowMs, {
    statusCode: 7,
    timeline: [
      ...fakeOrders.order(nowMs).timeline.slice(0, 4),
      { step: 'refunded' as const, atMs: nowMs - 1000 },
    ],
  })
  return [{ ...order, ...part(order) }]
}

export const refundScenes: readonly Scene[] = [
  {
    name: 'refunded-there',
    hash: '#/order/order-1',
    orders: refunded(({ reviewed: { outputToken } }) => ({
      state: 'verified_terminal',
      refundChainId: outputToken.chainId,
      refundTransactionHash: `0x${'c'.repeat(64)}`,
      fundsSettled: true,
      evidence: {
        ...{ kind: 'refund', chainId: outputToken.chainId, hash: `0x${'c'.repeat(64)}`, sources: 2 },
        ...{ token: outputToken.address, units: '98900000', logIndexes: [0] },
        ...{ blockNumber: '120', blockSeconds: 1_764_583_200 },
      },
      problem: problem('swapNotDelivered', { money: 'refundedThere' }),
    })),
  },
  {
    name: 'refunded-unread',
    hash: '#/order/order-1',
    orders: refunded(() => ({
      state: 'reported_terminal',
      refundTransactionHash: 'c'.repeat(64),
      fundsSettled: true,
      problem: problem('swapNotDelivered', { money: 'refundUnread' }),
    })),
  },
]
