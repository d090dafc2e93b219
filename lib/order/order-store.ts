import type { Order } from './order.ts'

/** The durable orders. A write that does not name the stored `rev` rejects (R2). */
export interface OrderStore {
  read(id: string): Promise<Order | null>
  /** Commits with strict durability; resolves after the commit. `order.rev` is the stored one plus one, 0 for a new order. */
  write(order: Order): Promise<void>
  /** Orders that may still need something: `dueMs`, an open wallet request, money or a notice not accounted for. */
  open(): Promise<readonly Order[]>
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
