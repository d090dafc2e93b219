import type { Address } from '../base/hex.ts'

/** A token of the service's lists (interface 2). Its identity is `(chainId, address)`, never its symbol. */
export interface Token {
  readonly chainId: number
  /** Lower case for EVM chains; the native asset under `nativeAddress`. Another chain's own form elsewhere. */
  readonly address: Address | string
  readonly name: string
  readonly symbol: string
  /** 0 to 36. */
  readonly decimals: number
  readonly logoURI: string | null
  /** As the list says; true also for the tokens the deployment file names. */
  readonly isVerified: boolean
  /** The well-known symbol that this token, which is not the one, could be taken for (security L1). */
  readonly imitates?: string
  /** Its name came with hidden characters, or its symbol is not in Latin letters (L1, L2). */
  readonly isOddlyNamed?: true
}

/** Returns the key under which a token is kept and compared. */
export function tokenKey(token: { readonly chainId: number; readonly address: string }): string {
  return `${token.chainId}:${token.address}`
}
