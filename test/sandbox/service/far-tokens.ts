import { farAddress } from './far-address.ts'
import type { FarChain } from './far-chains.ts'
import { type ListedToken, nativeAddress, type RoutedToken } from './listed-token.ts'

export const madeUpCount = 84
const adjectives =
  'Amber Brisk Calm Deep Early Fair Gentle High Ivory Jade Keen Lunar Misty North Open Pale'.split(' ')
const nouns = 'Anchor Beacon Current Delta Estuary Fathom Gull Helm Isle Jetty Keel Lantern'.split(' ')
const stables = [
  ['USD Coin', 'USDC', 6],
  ['Tether USD', 'USDT', 6],
  ['Dai Stablecoin', 'DAI', 18],
] as const
const stablePrices: { readonly [symbol: string]: string } = { USDC: '1', USDT: '1.0002', DAI: '0.9998' }

/** The same on every start: its native one, stable coins and made-up ones. */
export function farTokens(chain: FarChain, madeUps: number): ListedToken[] {
  const { chainId, currency: name, symbol, decimals } = chain
  const native = {
    chainId,
    address: chain.coin ?? nativeAddress,
    name,
    symbol,
    decimals,
    verified: true,
    shortListed: true,
  }
  // Deployments list the native currency of these two chains twice, under old addresses (wire-shapes 2).
  const doubles = { 1: `0x${'0'.repeat(40)}`, 10: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000' }
  const double = chainId === 1 || chainId === 10 ? [{ ...native, address: doubles[chainId] }] : []
  const coins = stables.map(([name, symbol, decimals]) => ({
    chainId,
    address: farAddress(chain.form, `${chainId}:${symbol}`, 'token'),
    name,
    symbol,
    decimals,
    verified: true,
    shortListed: true,
  }))
  return [native, ...double, ...coins, ...Array.from({ length: madeUps }, (_, index) => madeUp(chain, index))]
}

export function farRoutedTokens(chain: FarChain): RoutedToken[] {
  if (chain.priceInUsd === null) return []
  return farTokens(chain, 0).flatMap(({ chainId, address, name, symbol, decimals }) => {
    const priceInUsd = address === (chain.coin ?? nativeAddress) ? chain.priceInUsd : stablePrices[symbol]
    return priceInUsd == null
      ? []
      : [{ chainId, address, name, symbol, decimals, kind: 'far' as const, priceInUsd }]
  })
}

function madeUp(chain: FarChain, index: number): ListedToken {
  const adjective = adjectives[(index + chain.chainId) % adjectives.length] ?? 'Plain'
  const noun = nouns[Math.floor(index / adjectives.length + index + chain.chainId) % nouns.length] ?? 'Token'
  return {
    chainId: chain.chainId,
    address: farAddress(chain.form, `${chain.chainId}:${index}`, 'token'),
    name: `${adjective} ${noun}`,
    symbol: `${adjective[0]}${noun.slice(0, 3)}${index}`.toUpperCase(),
    decimals: [18, 18, 6, 8, 9][index % 5] ?? 18,
    verified: index % 7 !== 6,
    shortListed: index < 2,
  }
}
