import type { Hex } from '../../lib/base/hex.ts'

/** An amount of one token, in its smallest unit. */
export interface Funds {
  readonly token: string
  readonly units: bigint
}

/** The money of all chains: balances, allowances and Permit2's used nonces, in smallest units. */
export interface Ledger {
  balance(chainId: number, token: string, owner: string): bigint
  give(chainId: number, token: string, owner: string, units: bigint): void
  /** The allowance of Permit2 when no spender is given. */
  allowance(chainId: number, token: string, owner: string, spender?: string): bigint
  allow(chainId: number, token: string, owner: string, units: bigint, spender?: string): void
  /** Puts a request's funds into an inbox; false for a request that it received before, which it refuses. */
  putIntoInbox(chainId: number, inbox: string, request: string, funds: Funds): boolean
  takeFromInbox(chainId: number, inbox: string, request: string): Funds | null
  returnToInbox(chainId: number, inbox: string, request: string, funds: Funds): void
  nonceUsed(chainId: number, owner: string, nonce: bigint): boolean
  useNonce(chainId: number, owner: string, nonce: bigint): void
  /** `invalidateUnorderedNonces` of one nonce by a transaction. A used nonce keeps its first use. */
  invalidate(chainId: number, owner: string, nonce: bigint, by: Hex): void
  /** The transaction that invalidated a nonce; null for a nonce that is unused, or that a payment used. */
  invalidatedBy(chainId: number, owner: string, nonce: bigint): Hex | null
  tokenBalances(chainId: number, owner: string): ReadonlyMap<string, bigint>
  /** An account's granted allowances, by token and spender. Permit2's name is empty. */
  grantedAllowances(chainId: number, owner: string): ReadonlyMap<string, bigint>
  setPrice(chainId: number, feed: string, price: string): void
  feedPrice(chainId: number, feed: string): string | null
  /** Saves balances, allowances and inboxes. The returned function restores them. */
  saveState(): () => void
}

export function createLedger(): Ledger {
  const balances = new Map<string, bigint>()
  const allowances = new Map<string, bigint>()
  /** The use of each nonce: the transaction that invalidated it, or null for a payment. */
  const nonces = new Map<string, Hex | null>()
  /** Each request's funds in an inbox; null after they were taken out. */
  const inboxes = new Map<string, Funds | null>()
  const prices = new Map<string, string>()
  const key = (...parts: readonly (number | string | bigint)[]) => parts.join(':')
  const balance: Ledger['balance'] = (...place) => balances.get(key(...place)) ?? 0n
  return {
    balance,
    give(chainId, token, owner, units) {
      const next = balance(chainId, token, owner) + units
      if (next < 0n) throw new Error('a balance below zero')
      balances.set(key(chainId, token, owner), next)
    },
    allowance: (chainId, token, owner, spender = '') =>
      allowances.get(key(chainId, token, owner, spender)) ?? 0n,
    allow: (chainId, token, owner, units, spender = '') =>
      allowances.set(key(chainId, token, owner, spender), units),
    putIntoInbox(chainId, inbox, request, funds) {
      const place = key(chainId, inbox, request)
      if (inboxes.has(place)) return false
      inboxes.set(place, funds)
      return true
    },
    takeFromInbox(chainId, inbox, request) {
      const place = key(chainId, inbox, request)
      const funds = inboxes.get(place) ?? null
      if (funds !== null) inboxes.set(place, null)
      return funds
    },
    returnToInbox: (chainId, inbox, request, funds) => inboxes.set(key(chainId, inbox, request), funds),
    nonceUsed: (...place) => nonces.has(key(...place)),
    useNonce: (...place) => nonces.set(key(...place), null),
    invalidate(chainId, owner, nonce, by) {
      const place = key(chainId, owner, nonce)
      if (!nonces.has(place)) nonces.set(place, by)
    },
    invalidatedBy: (...place) => nonces.get(key(...place)) ?? null,
    setPrice: (chainId, feed, price) => prices.set(key(chainId, feed), price),
    feedPrice: (chainId, feed) => prices.get(key(chainId, feed)) ?? null,
    tokenBalances: (chainId, owner) =>
      new Map(
        [...balances].flatMap(([place, units]) => {
          const [chain, token = '', who] = place.split(':')
          return chain === String(chainId) && who === owner ? [[token, units] as const] : []
        }),
      ),
    grantedAllowances: (chainId, owner) =>
      new Map(
        [...allowances].flatMap(([place, units]) => {
          const [chain, token = '', who, spender = ''] = place.split(':')
          return chain === String(chainId) && who === owner ? [[`${token}:${spender}`, units] as const] : []
        }),
      ),
    saveState() {
      const before = [new Map(balances), new Map(allowances), new Map(inboxes)] as const
      return () => {
        for (const [at, now] of [balances, allowances, inboxes].entries()) {
          now.clear()
          for (const [place, held] of before[at] ?? []) (now as Map<string, unknown>).set(place, held)
        }
      }
    },
  }
}
