import { getAddress, isAddress } from 'viem'
import { nativeAddress } from './listed-token.ts'
import type { Shape } from './service-settings.ts'

export interface NamedToken {
  readonly chainId: number
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** An address in the shape's case: lower case as observed, mixed case as in the interface's examples. */
export function wireAddress(address: string, shape: Shape): string {
  if (!isAddress(address, { strict: false })) return address
  const lower = address.toLowerCase()
  if (shape === 'observed') return lower
  return lower === nativeAddress ? '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' : getAddress(lower)
}

export function wireToken(token: NamedToken, shape: Shape, baseUrl: string) {
  const picture = `${baseUrl}/logos/${token.chainId}/${token.address.toLowerCase()}.png`
  return {
    chainId: token.chainId,
    address: wireAddress(token.address, shape),
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    logoURI: picture,
    icon: picture,
  }
}
