import { subtractDecimal } from '../base/decimal.ts'
import type { Decoded } from '../base/shapes.ts'
import type { storedChainShape } from './supported-chains.ts'
import type { holdingShape, storedTokenShape } from './token-shape.ts'

/** A token of the service's lists (interface 2). Its identity is `(chainId, address)`, never its symbol. */
export type Token = Decoded<typeof storedTokenShape>

/** An account's holding of a token in the token list. This is the only price that no quote contains (API2). */
export type Holding = Decoded<typeof holdingShape>

/** A chain of the service's list (interface 2), with its abilities. */
export type Chain = Decoded<typeof storedChainShape>

export function tokenKey(token: { readonly chainId: number; readonly address: string }): string {
  return `${token.chainId}:${token.address}`
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
