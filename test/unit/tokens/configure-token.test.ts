import { describe, expect, test } from 'vitest'
import { knownNativeDecimals, nativeAddress } from '../../../lib/base/hex.ts'
import type { Deployment } from '../../../lib/deployment/schema.ts'
import { configureQuote } from '../../../lib/quote/configure-quote.ts'
import type { Quote } from '../../../lib/service/quote-shape.ts'
import {
  configureChain,
  configureToken,
  findTokenContradiction,
} from '../../../lib/tokens/configure-token.ts'
import { groupRoutes } from '../../harness/decoded-quote.ts'
import { listedChain } from '../../harness/listed-chain.ts'
import { harbour, honest, islandUsdc, token, usdc } from '../checks/fixtures.ts'
import { manual } from '../quote/route-fixture.ts'

const dai = '0x3333333333333333333333333333333333333c3c'
const currency = { name: 'Harbour coin', symbol: 'HRB' }
const verifiedTokens = [
  { address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
  { address: dai, symbol: 'DAI', decimals: 18 },
] as const
const island = {
  ...harbour,
  chainId: 31338,
  name: 'Island',
  verifiedTokens: [{ ...verifiedTokens[0], address: islandUsdc }],
}
const deployment = { chains: [{ ...harbour, currency, verifiedTokens }, island] } as unknown as Deployment
const nameless = { chains: [harbour] } as unknown as Deployment

const chain = (chainId: number) =>
  listedChain(chainId, {
    name: 'Harbour. Verified',
    currency: { ...listedChain(chainId).currency, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  })

describe('the deployment', () => {
  test('names a token, whatever the service calls it', () => {
    expect(configureToken(deployment, { ...token(31337, usdc, 'USDCoin', 6), isOddlyNamed: true })).toEqual({
      ...token(31337, usdc, 'USDC', 6),
      name: 'USD Coin',
    })
    // Without a name in the file, the symbol is the name.
    expect(configureToken(deployment, { ...token(31337, dai, 'WETH', 6), name: 'Wrapped Ether' })).toEqual(
      token(31337, dai, 'DAI', 18),
    )
    expect(configureToken(deployment, token(31337, nativeAddress, 'USDC', 6))).toEqual({
      ...token(31337, nativeAddress, 'HRB', 18),
      name: 'Harbour coin',
    })
  })

  test('does not verify a native currency that it does not name', () => {
    const coin = (file: Deployment, chainId: number, symbol: string) =>
      configureToken(file, token(chainId, nativeAddress, symbol, 18))
    expect(coin(nameless, 31337, 'ETH')).toMatchObject({ isVerified: false })
    expect(coin(deployment, 31338, 'USDC')).toMatchObject({ isVerified: false, imitates: 'USDC' })
    expect(coin(deployment, 31338, 'HRB')).toMatchObject({ imitates: 'HRB' })
  })

  test('names a chain and its native currency', () => {
    const said = chain(31337)
    const own = { ...said.currency, ...currency, decimals: 18 }
    expect(configureChain(deployment, said)).toEqual({ ...said, name: 'Harbour', currency: own })
    expect(configureChain(nameless, said).currency).toEqual({ ...said.currency, decimals: 18 })
    expect(configureChain(deployment, chain(1))).toEqual(chain(1))
  })

  test.each([
    [token(31337, usdc, 'USDC', 18), 'decimals'],
    [token(31337, nativeAddress, 'HRB', 15), 'decimals'],
    [token(1, nativeAddress, 'ETH', 6), 'decimals'],
    [token(31337, dai, 'USDC', 18), 'symbol'],
    [token(31337, dai, 'ՍSDC', 18), 'symbol'],
    [token(31337, nativeAddress, 'DAI', 18), 'symbol'],
    [token(31337, usdc, 'USDCoin', 6), null],
    [token(31337, usdc, 'usdc', 6), null],
    [token(1, usdc, 'USDC', 7), null],
    // Solana's native currency has other decimals.
    [token(89999, nativeAddress, 'SOL', 9), null],
  ])('contradicts %j in its %s', (said, field) => {
    expect(findTokenContradiction(deployment, said)?.field ?? null).toBe(field)
  })

  test('does not know the native decimals of a chain that is not EVM', () => {
    expect(knownNativeDecimals({ chainId: 89999, address: nativeAddress })).toBeNull()
    expect(knownNativeDecimals({ chainId: 1, address: nativeAddress })).toBe(18)
    expect(knownNativeDecimals({ chainId: 1, address: usdc })).toBeNull()
  })
})

describe('a quote', () => {
  const { quote, route } = honest('SINGLE_OUTPUT_REQUEST')
  const wrong = { ...route.output, token: { ...route.output.token, decimals: 2 } }
  const lying = { ...route, quoteId: 'lying', output: wrong }
  const read = (part: Partial<Quote>) => groupRoutes(configureQuote(deployment, { ...quote, ...part }))

  test('has its tokens named as in the deployment', () => {
    const gas = { token: token(31337, nativeAddress, 'ETHEREUM', 18), amount: '1', feeInUsd: null }
    const said = { ...route.output.token, symbol: 'Dollar', name: 'Dollar' }
    const renamed = { ...route, gasFee: gas, output: { ...route.output, token: said } }
    const { input, autoRoute } = read({ routes: [renamed] })
    expect(input.token.name).toBe('USD Coin')
    expect(autoRoute?.output.token).toMatchObject({ symbol: 'USDC', name: 'USD Coin', isVerified: true })
    expect(autoRoute?.gasFee?.token.symbol).toBe('HRB')
  })

  test('is refused when its input contradicts the deployment', () => {
    const input = { ...quote.input, token: { ...quote.input.token, decimals: 18 } }
    expect(() => read({ input })).toThrow('path=$.input.token.decimals')
  })

  test('drops the routes that contradict the deployment, and is refused without another', () => {
    const across = manual('Across', { output: wrong })
    expect(() => read({ routes: [lying, across] })).toThrow('path=$.autoRoute.output.token.decimals')
    const kept = { autoRoute: { quoteId: route.quoteId }, autoRoutes: [], manualRoutes: [] }
    expect(read({ routes: [lying, route, across] })).toMatchObject(kept)
  })
})
