import type { Address, Hex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { UniqueCheck, UniqueTerms } from '../quote/unique-terms.ts'
import type { PaymentRow } from '../storage/database.ts'
import type { Order } from './order.ts'
import { hasRequestFor, walletOf } from './order-facts.ts'
import { isInSet } from './order-state.ts'

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
  listOpen(): Promise<readonly Order[]>
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

/** Returns a stored order. Throws `orderNotFound`. */
export async function knownOrder(store: OrderStore, orderId: string): Promise<Order> {
  const order = await store.read(orderId)
  if (order === null) throw new Problem('orderNotFound')
  return order
}

/**
 * A wallet has one request at a time, and so does an account, which several wallets may hold. Two simultaneous
 * approvals of one account would each set the allowance without the other's part (R13).
 */
export async function isWalletBusy(order: Order, ports: { readonly store: OrderStore }): Promise<boolean> {
  const { wallet } = order
  if (wallet === null) return false
  const open = await ports.store.listOpen()
  return open.some((other) => {
    const requested = walletOf(other)
    if (other.id === order.id || requested === null) return false
    const isSame = requested.id === wallet.id || accountOf(other) === accountOf(order)
    return (
      isSame &&
      (isInSet(other.state, 'blocksWallet') ||
        hasRequestFor(other, 'cancel') ||
        hasRequestFor(other, 'revoke'))
    )
  })
}

/** Returns the account whose orders must not have simultaneous prompts. */
export function accountOf({ id, reviewed }: Order): string {
  return reviewed.request.userAddress ?? id
}

/**
 * Returns the Permit2 nonces for which other orders of the account have requested a signature (V-4). A page may still have the
 * signature of an earlier request. Only one signature of a nonce could be extracted, and the nonce would not show how the
 * other swap ended. Two quotes may share a nonce if both were reviewed before either became an order.
 */
export function requestedNonces({ id, reviewed }: Order, others: readonly Order[]): ReadonlySet<string> {
  const { originChainId, userAddress } = reviewed.request
  const isSameAccount = ({ reviewed: { request } }: Order) =>
    request.originChainId === originChainId && request.userAddress === userAddress
  const requested = others
    .filter((other) => other.id !== id && isSameAccount(other))
    .flatMap(({ state, terms, liveRequests = [] }) => {
      const earlier = liveRequests.map((live) => live.terms)
      return isInSet(state, 'noSignatureRequested') ? earlier : [terms, ...earlier]
    })
  return new Set(requested.flatMap(({ permitNonce }) => permitNonce ?? []))
}
