import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import type { OrderDescription } from '../../lib/order/description.ts'
import type { OrderView } from '../../lib/order/order-view.ts'

/** What the screen of an order has for each of its parts. */
export interface OrderProps {
  readonly app: AppModel
  readonly model: OrderModel
  readonly order: OrderView
  readonly description: OrderDescription
}
