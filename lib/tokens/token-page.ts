import type { Side } from '../service/chain.ts'
import type { Token } from '../service/token.ts'

/** What is wanted of our own list, best first. */
export interface TokenAsk {
  /** Null is all chains. */
  readonly chainId: number | null
  /** Matches symbol, name or address; empty gives the list's head. */
  readonly query: string
  readonly offset: number
  readonly limit: number
  /** Chains that this end of a swap cannot use come last; what is sent comes from none of them while nothing is typed. */
  readonly side: Side
  /** Keys of tokens that are left out, and not counted. */
  readonly except: readonly string[]
}

export interface TokenPage {
  readonly tokens: readonly Token[]
  readonly total: number
  /** When the list was read from the service; null while it never was. */
  readonly readMs: number | null
}
