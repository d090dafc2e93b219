import { subtractDecimal } from '../base/decimal.ts'
import { type Address, nativeAddress, type ReceiverForm, receiverForm, sameHex } from '../base/hex.ts'

/** A token of the service's lists (interface 2). Its identity is `(chainId, address)`, never its symbol. */
export interface Token {
  readonly chainId: number
  /** Lower case for EVM chains; the native asset under `nativeAddress`. Another chain's own form elsewhere. */
  readonly address: Address | string
  readonly name: string
  readonly symbol: string
  /** 0 to 77. */
  readonly decimals: number
  readonly logoURI: string | null
  /** As the list says, until `configuredToken` has had a look at it: shown is a mark of the deployment file alone. */
  readonly isVerified: boolean
  /** The well-known symbol that this token, which is not the one, could be taken for (L1). */
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
export function certainDecimals(
  { chainId, address }: Pick<Token, 'chainId' | 'address'>,
  recorded?: ReceiverForm,
): number | null {
  return sameHex(address, nativeAddress) && receiverForm(chainId, recorded) === 'evm' ? nativeDecimals : null
}

/** What the token list says somebody holds of a token; the one price that no quote brings (API2). */
export interface Holding {
  readonly chainId: number
  readonly address: string
  /** Digit string above zero. */
  readonly balance: string
  /** Decimal text above zero. */
  readonly balanceInUsd: string
}

/**
 * Returns what so many units are worth where the list values a holding of the token; null elsewhere. Rounded down to 6
 * places.
 */
export function worthByHolding(
  holdings: readonly Holding[],
  token: { readonly chainId: number; readonly address: string },
  units: string,
): string | null {
  const held = holdings.find((one) => tokenKey(one) === tokenKey(token))
  return held === undefined ? null : shareOf(held.balanceInUsd, units, held.balance)
}

/** Returns what a part of something is worth, given the worth of the whole; rounded down to 6 places. */
export function shareOf(wholeInUsd: string, partUnits: string, wholeUnits: string): string {
  const [integer = '', fraction = ''] = wholeInUsd.split('.')
  const micros = (BigInt(`${integer}${fraction}`) * BigInt(partUnits) * 10n ** 6n) / BigInt(wholeUnits)
  const digits = (micros / 10n ** BigInt(fraction.length)).toString().padStart(7, '0')
  return subtractDecimal(`${digits.slice(0, -6)}.${digits.slice(-6)}`, '0')
}

/** A chain of the service's list (interface 2), with what Ferry can do there. */
export interface Chain {
  readonly chainId: number
  readonly name: string
  /** How its addresses look, where its record says another form than its id hints. */
  readonly addressForm?: ReceiverForm
  readonly iconUrl: string | null
  readonly currency: {
    readonly address: string
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    /** Its picture, as the service says. */
    readonly iconUrl: string | null
    /** Smallest unit; what to leave for gas when the whole balance is sent, as the service says. */
    readonly minNativeCurrencyForGas: string
  }
  /** Base addresses of its explorers, those that may be linked to. */
  readonly explorers: readonly string[]
  readonly sendingEnabled: boolean
  readonly receivingEnabled: boolean
  readonly isAutoEnabled: boolean
  readonly isManualEnabled: boolean
  readonly isDepositEnabled: boolean
  readonly dexes: readonly string[]
  readonly bridges: readonly string[]
}

/** The end of a swap a token is chosen for. */
export type Side = 'input' | 'output'

/**
 * Returns what is sent comes from a chain Ferry can sign on (one that is pinned), or from one that is paid from by
 * deposit; what is received goes where the service delivers.
 */
export function canUse(
  chain: Pick<Chain, 'sendingEnabled' | 'receivingEnabled' | 'isDepositEnabled'>,
  isConfigured: boolean,
  side: Side,
): boolean {
  if (side === 'output') return chain.receivingEnabled
  return chain.sendingEnabled && (isConfigured || chain.isDepositEnabled)
}
