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
  /** Of Permit2 where no spender is said. */
  allowance(chainId: number, token: string, owner: string, spender?: string): bigint
  allow(chainId: number, token: string, owner: string, units: bigint, spender?: string): void
  /** Funds that lie in an inbox for a request; false for one that it was given before, which it refuses. */
  putIn(chainId: number, inbox: string, request: string, funds: Funds): boolean
  /** Null where nothing lies there for the request, or not any more. */
  takeOut(chainId: number, inbox: string, request: string): Funds | null
  /** Puts into an inbox what was taken out of it for a request, after a cancellation. */
  bringBack(chainId: number, inbox: string, request: string, funds: Funds): void
  nonceUsed(chainId: number, owner: string, nonce: bigint): boolean
  useNonce(chainId: number, owner: string, nonce: bigint): void
  /** `invalidateUnorderedNonces` of one nonce by a transaction; one that is used stays used by what used it. */
  invalidate(chainId: number, owner: string, nonce: bigint, by: Hex): void
  /** The transaction that invalidated an unused nonce; null for one that was never used, or that a payment used. */
  invalidatedBy(chainId: number, owner: string, nonce: bigint): Hex | null
  /** What an account has, by token. */
  held(chainId: number, owner: string): ReadonlyMap<string, bigint>
  /** What an account has lent, by token and spender; Permit2's name is empty. */
  lent(chainId: number, owner: string): ReadonlyMap<string, bigint>
  /** Makes a price feed tell a price; null where it tells none. */
  tellPrice(chainId: number, feed: string, price: string): void
  feedPrice(chainId: number, feed: string): string | null
  /** Remembers everything; what it returns puts it back. */
  mark(): () => void
}

/** An empty ledger. */
export function createLedger(): Ledger {
  const balances = new Map<string, bigint>()
  const allowances = new Map<string, bigint>()
  /** What used each nonce: a transaction that invalidated it, or a payment (null). */
  const nonces = new Map<string, Hex | null>()
  /** What lies in an inbox for each request that it was ever given; null once it was taken out. */
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
    putIn(chainId, inbox, request, funds) {
      const place = key(chainId, inbox, request)
      if (inboxes.has(place)) return false
      inboxes.set(place, funds)
      return true
    },
    takeOut(chainId, inbox, request) {
      const place = key(chainId, inbox, request)
      const funds = inboxes.get(place) ?? null
      if (funds !== null) inboxes.set(place, null)
      return funds
    },
    bringBack: (chainId, inbox, request, funds) => inboxes.set(key(chainId, inbox, request), funds),
    nonceUsed: (...place) => nonces.has(key(...place)),
    useNonce: (...place) => nonces.set(key(...place), null),
    invalidate(chainId, owner, nonce, by) {
      const place = key(chainId, owner, nonce)
      if (!nonces.has(place)) nonces.set(place, by)
    },
    invalidatedBy: (...place) => nonces.get(key(...place)) ?? null,
    tellPrice: (chainId, feed, price) => prices.set(key(chainId, feed), price),
    feedPrice: (chainId, feed) => prices.get(key(chainId, feed)) ?? null,
    held: (chainId, owner) =>
      new Map(
        [...balances].flatMap(([place, units]) => {
          const [chain, token = '', who] = place.split(':')
          return chain === String(chainId) && who === owner ? [[token, units] as const] : []
        }),
      ),
    lent: (chainId, owner) =>
      new Map(
        [...allowances].flatMap(([place, units]) => {
          const [chain, token = '', who, spender = ''] = place.split(':')
          return chain === String(chainId) && who === owner ? [[`${token}:${spender}`, units] as const] : []
        }),
      ),
    mark() {
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
