import type { Address, Hex } from '../base/hex.ts'
import type { Clock } from '../base/time.ts'
import type { ChainReader } from '../chain/chain-port.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type { Service } from '../service/client.ts'
import type { Holding } from '../service/token.ts'
import type { PaymentRow } from '../storage/database.ts'
import type { WalletRead } from '../wallet/port.ts'
import type { Order } from './order.ts'
import type { UniqueCheck, UniqueTerms } from './unique-terms.ts'

export interface Notifier {
  /** Same order, same id: showing it twice shows one. */
  show(order: Order): Promise<void>
}

export interface Alarms {
  /** One alarm for all orders, never earlier than 30 s from now. */
  wakeAt(ms: number | null): Promise<void>
}

/** Runs one piece of work at a time for a name, across all contexts (Web Locks in the browser). */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Whether the service takes our POSTs, known before anything is signed (PR5). */
export interface Reach {
  /** Rejects with the problem that would meet the submit. */
  probe(): Promise<void>
}

export interface FlowPorts {
  readonly deployment: Deployment
  readonly clock: Clock
  readonly service: Service
  readonly reach: Reach
  readonly chain: ChainReader
  readonly store: OrderStore
  readonly notifier: Notifier
  readonly alarms: Alarms
  readonly lock: Lock
  /** Asks a wallet what prompts nobody; null when it does not say. */
  readonly readWallet: (read: WalletRead) => Promise<unknown>
  /** What the address holds by the service's token list; null where that could not be read. */
  holdings(chainIds: readonly number[], owner: Address): Promise<readonly Holding[] | null>
  /** A fresh unguessable id. */
  readonly newId: () => string
}

/** The durable orders. A write that does not name the stored `rev` rejects (R2). */
export interface OrderStore {
  read(id: string): Promise<Order | null>
  /** Commits with strict durability; resolves after the commit. `order.rev` is the stored one plus one, 0 for a new order. */
  write(order: Order): Promise<void>
  /** Orders that may still need something: `dueMs`, an open wallet request, money or a notice not accounted for. */
  open(): Promise<readonly Order[]>
  /** Returns the payments of a chain that proved the ends of orders, also of orders that were deleted since. */
  payments(chainId: number): Promise<readonly PaymentRow[]>
  /** Returns the check that refuses a new order with these terms because another order shares what is used once; else null. */
  clashOf(terms: UniqueTerms): Promise<UniqueCheck | null>
  /** Accounts that an order has shown to be the user's own, in lower case; they outlive the order. */
  provenAccounts(): Promise<readonly Address[]>
  /** Newest first; `beforeMs` is the `createdMs` of the last one seen. */
  page(beforeMs: number | null, limit: number): Promise<readonly Order[]>
}

const pageSize = 200

/** Reads every stored order, newest first, a page at a time. */
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

/**
 * Returns whether another order sent this transaction. The same call may have been asked for once more, by another order:
 * what that one sent is its own, and nobody else's swap.
 */
export async function isSentByAnother(
  { id }: Pick<Order, 'id'>,
  hash: Hex,
  { store }: { readonly store: Pick<OrderStore, 'page'> },
): Promise<boolean> {
  for await (const other of storedOrders(store)) {
    if (other.id !== id && other.transactions.some((one) => one.hash === hash)) return true
  }
  return false
}
