import type { BasePorts } from '../quote/base-ports.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { WalletRead } from '../wallet/port.ts'
import type { Order } from './order.ts'
import type { OrderStore } from './order-store.ts'

export interface Notifier {
  /** Uses one notification ID per order, so displaying it twice shows one. */
  show(order: Order): Promise<void>
}

export interface Alarms {
  /** Sets one alarm for all orders, never earlier than 30 s from now. */
  wakeAt(ms: number | null): Promise<void>
}

/** Runs work for a name one at a time, across all contexts (Web Locks in the browser). */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

export interface FlowPorts extends BasePorts {
  readonly store: OrderStore
  readonly expiringStore: ExpiringStore
  readonly notifier: Notifier
  readonly alarms: Alarms
  readonly lock: Lock
  /** Reads from a wallet without a prompt. Null if the wallet does not answer. */
  readonly readWallet: (read: WalletRead) => Promise<unknown>
  /**
   * Calls `work` once after `waitMs`. Returns a function that cancels it. Lost when the worker dies; alarms
   * are the fallback.
   */
  later(waitMs: number, work: () => void): () => void
  /** Whether any screen of Ferry is open. A status then goes before a quote (`watchedStatus`). */
  hasView(): boolean
}
