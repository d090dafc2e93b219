import type { OrderView } from '../../lib/order/order-view.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import type { Scene } from './scene.ts'

/** The screen of one order. */
export function orderScene(
  name: string,
  part: (nowMs: number) => Partial<OrderView>,
  rest: Omit<Scene, 'name' | 'hash' | 'orders'> = {},
): Scene {
  return {
    name,
    hash: '#/order/order-1',
    orders: (nowMs) => [fakeOrders.order(nowMs, part(nowMs))],
    ...rest,
  }
}
