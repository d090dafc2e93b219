import { subtractDecimal } from '../base/decimal.ts'
import { type Address, type AddressFormat, getAddressFormat, isSameHex, nativeAddress } from '../base/hex.ts'

/** A token of the service's lists (interface 2). Its identity is `(chainId, address)`, never its symbol. */
export interface Token {
  readonly chainId: number
  /** Lower case on EVM chains, `nativeAddress` for the native asset, unchanged in other address formats. */
  readonly address: Address | string
  readonly name: string
  readonly symbol: string
  /** 0 to 77. */
  readonly decimals: number
  readonly logoURI: string | null
  /** The list's mark until `configureToken` replaces it. Only the deployment file's mark is displayed. */
  readonly isVerified: boolean
  /** The well-known symbol that this token imitates (L1). */
  readonly imitates?: string
  /** The name has hidden characters, or the symbol is not in Latin letters (L1, L2). */
  readonly isOddlyNamed?: true
}

export function tokenKey(token: { readonly chainId: number; readonly address: string }): string {
  return `${token.chainId}:${token.address}`
}

/** The native currency of every EVM chain has 18 decimals. */
export const nativeDecimals = 18

export function knownNativeDecimals(
  { chainId, address }: Pick<Token, 'chainId' | 'address'>,
  recorded?: AddressFormat,
): number | null {
  return isSameHex(address, nativeAddress) && getAddressFormat(chainId, recorded) === 'evm'
    ? nativeDecimals
    : null
}

/** An account's holding of a token in the token list. This is the only price that no quote contains (API2). */
export interface Holding {
  readonly chainId: number
  readonly address: string
  /** Digit string above zero. */
  readonly balance: string
  /** Decimal text above zero. */
  readonly balanceInUsd: string
}

/** Rounded down to 6 places. */
export function valueByHolding(
  holdings: readonly Holding[],
  token: { readonly chainId: number; readonly address: string },
  units: string,
): string | null {
  const held = holdings.find((one) => tokenKey(one) === tokenKey(token))
  return held === undefined ? null : valueOfShare(held.balanceInUsd, units, held.balance)
}

/** Rounded down to 6 places. */
export function valueOfShare(wholeInUsd: string, partUnits: string, wholeUnits: string): string {
  const [integer = '', fraction = ''] = wholeInUsd.split('.')
  const micros = (BigInt(`${integer}${fraction}`) * BigInt(partUnits) * 10n ** 6n) / BigInt(wholeUnits)
  const digits = (micros / 10n ** BigInt(fraction.length)).toString().padStart(7, '0')
  return subtractDecimal(`${digits.slice(0, -6)}.${digits.slice(-6)}`, '0')
}

/** A chain of the service's list (interface 2), with its abilities. */
export interface Chain {
  readonly chainId: number
  readonly name: string
  /** The address format, if the chain record contradicts the format that the id suggests. */
  readonly addressFormat?: AddressFormat
  readonly iconUrl: string | null
  readonly currency: {
    readonly address: string
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly iconUrl: string | null
    /** Smallest unit. Amount to leave for gas when the whole balance is sent, as reported by the service. */
    readonly minNativeCurrencyForGas: string
  }
  readonly explorers: readonly string[]
  readonly sendingEnabled: boolean
  readonly receivingEnabled: boolean
  readonly isAutoEnabled: boolean
  readonly isManualEnabled: boolean
  readonly isDepositEnabled: boolean
  readonly dexes: readonly string[]
  readonly bridges: readonly string[]
}

export type Side = 'input' | 'output'

/**
 * Says whether a chain can be used on this side. An input chain must be pinned, so that Ferry can sign there, or
 * support deposits. An output chain needs delivery by the service.
 */
export function canUseChain(
  chain: Pick<Chain, 'sendingEnabled' | 'receivingEnabled' | 'isDepositEnabled'>,
  isConfigured: boolean,
  side: Side,
): boolean {
  if (side === 'output') return chain.receivingEnabled
  return chain.sendingEnabled && (isConfigured || chain.isDepositEnabled)
}
