import type { FlowEvent } from './event.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order } from './order.ts'

/** What the background does for an order when it is due; each may be done again after a crash. */
export interface Task {
  readonly name: string
  /** Only reads, and may wait a moment where many orders are due at once. */
  readonly isRead?: true
  /** Its outcome may put a request before the wallet: one order of a wallet, and of an account, at a time. */
  readonly leadsToPrompt?: true
  /** Written down before it is done. */
  readonly before?: FlowEvent
  /**
   * Does it through the ports and says what came of it. It never writes the order and never asks the wallet; whatever it
   * throws is a read that failed and is tried again. `isWatched`: somebody looks at the order now.
   */
  run(order: Order, ports: FlowPorts, isWatched: boolean): Promise<FlowEvent>
}
