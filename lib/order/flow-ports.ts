import type { Address, Hex } from '../base/hex.ts'
import type { BasePorts } from '../quote/base-ports.ts'
import type { UniqueCheck, UniqueTerms } from '../quote/unique-terms.ts'
import type { PaymentRow } from '../storage/database.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { WalletRead } from '../wallet/port.ts'
import type { Order } from './order.ts'

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
  readonly kept: ExpiringStore
  readonly notifier: Notifier
  readonly alarms: Alarms
  readonly lock: Lock
  /** Reads from a wallet without a prompt. Null if the wallet does not answer. */
  readonly readWallet: (read: WalletRead) => Promise<unknown>
}

/** The stored orders. A write that does not follow the stored `rev` rejects (R2). */
export interface OrderStore {
  read(id: string): Promise<Order | null>
  /**
   * Commits with strict durability, and resolves afterwards. `order.rev` is the stored one plus one, or 0 for
   * a new order.
   */
  write(order: Order): Promise<void>
  /**
   * Returns the orders that may still need something: `dueMs`, an open wallet request, unsettled funds or a
   * pending notification.
   */
  open(): Promise<readonly Order[]>
  /** Returns the payments of a chain that proved the ends of orders, including deleted ones. */
  payments(chainId: number): Promise<readonly PaymentRow[]>
  /**
   * Returns the check that a new order with these terms fails, because another order has a value that must be
   * unique. Null if there is none.
   */
  findClash(terms: UniqueTerms): Promise<UniqueCheck | null>
  /** In lower case. They outlive the order. */
  provenAccounts(): Promise<readonly Address[]>
  /** Newest first. `beforeMs` is the `createdMs` of the last order on the previous page. */
  page(beforeMs: number | null, limit: number): Promise<readonly Order[]>
}

const pageSize = 200

export async function* storedOrders(store: Pick<OrderStore, 'page'>): AsyncGenerator<Order> {
  let beforeMs: number | null = null
  for (;;) {
    const page = await store.page(beforeMs, pageSize)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    beforeMs = last.createdMs
  }
}

/** That order may have requested the same call. Its transaction then belongs to it alone. */
export async function isSentByAnother(
  { id }: Order,
  hash: Hex,
  { store }: { readonly store: Pick<OrderStore, 'page'> },
): Promise<boolean> {
  for await (const other of storedOrders(store)) {
    if (other.id !== id && other.transactions.some((one) => one.hash === hash)) return true
  }
  return false
}
