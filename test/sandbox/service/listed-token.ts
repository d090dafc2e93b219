import type { SandboxToken } from '../chains/ledger.ts'

/** The interface's address of a chain's native currency, in the lower case that deployments send. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** A token of the lists. The trending list has the `shortListed` ones. */
export interface ListedToken {
  readonly chainId: number
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly verified: boolean
  readonly shortListed: boolean
}

/** A token with routes, of a local chain or of a simulated far chain. */
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
