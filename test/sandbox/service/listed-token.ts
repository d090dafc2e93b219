import type { SandboxToken } from '../chains/ledger.ts'

/** The interface's address of a chain's native currency, in the lower case deployments send. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** A token of the lists; `shortListed` ones are the trending ones. */
export interface ListedToken {
  readonly chainId: number
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly verified: boolean
  readonly shortListed: boolean
}

/** A token some route begins or ends with: one of a local chain, or one of a far chain that is only played. */
export interface RoutedToken {
  readonly chainId: number
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly kind: SandboxToken['kind'] | 'far'
  /** Decimal text. */
  readonly priceInUsd: string
}
