import { type Address, nativeAddress, sameHex } from '../base/hex.ts'
import { receiverForm } from '../base/receiver-form.ts'

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

/** Every EVM chain counts its own coin in wei. */
export const nativeDecimals = 18

/**
 * Returns the decimals that a token has whoever names it, as far as its address alone tells; null where it does not.
 */
export function certainDecimals({ chainId, address }: Pick<Token, 'chainId' | 'address'>): number | null {
  return sameHex(address, nativeAddress) && receiverForm(chainId) === 'evm' ? nativeDecimals : null
}
