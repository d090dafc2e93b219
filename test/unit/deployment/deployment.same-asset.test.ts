import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { findEquivalentTokens, sameAsset } from '../../../lib/deployment/deployment.ts'
import type { Deployment, DeploymentChain } from '../../../lib/deployment/schema.ts'
import { deployment as packed } from '../../harness/chains.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const [template] = packed.chains
if (template === undefined) throw new Error('no chain')

function chain(chainId: number, currency: string | null, tokens: DeploymentChain['verifiedTokens']) {
  const { currency: _own, ...rest } = template as DeploymentChain
  const named = currency === null ? {} : { currency: { name: currency, symbol: currency } }
  return { ...rest, chainId, verifiedTokens: tokens, ...named }
}

const usdc = { address: address('1'), symbol: 'USDC', decimals: 6 }
const weth = { address: address('2'), symbol: 'WETH', decimals: 18 }
const dai = { address: address('3'), symbol: 'DAI', decimals: 18 }
const wide = { address: address('4'), symbol: 'USDC', decimals: 18 }
const deployment: Deployment = {
  ...packed,
  chains: [chain(1, 'ETH', [usdc, weth, dai]), chain(2, 'ETH', [wide]), chain(3, null, [weth])],
}

const compare = (input: readonly [number, string, string], output: readonly [number, string, string]) => {
  const [given, got] = [input, output].map(([chainId, at, units]) => ({ chainId, address: at, units }))
  return given === undefined || got === undefined ? null : sameAsset(deployment, given, got)
}

describe("the same asset by the package's definitions", () => {
  test('verified tokens of one symbol, each with its own decimals', () => {
    expect(compare([1, usdc.address, '1500000'], [2, wide.address, '1490000000000000000'])).toEqual({
      given: '1.5',
      got: '1.49',
    })
    expect(compare([1, usdc.address.toUpperCase().replace('X', 'x'), '1'], [1, usdc.address, '0'])).toEqual({
      given: '0.000001',
      got: '0',
    })
  })

  test('a native currency, its wrapped token, and the same currency on another chain', () => {
    const one = '1000000000000000000'
    expect(compare([1, nativeAddress, one], [1, weth.address, one])).toEqual({ given: '1', got: '1' })
    expect(compare([3, weth.address, one], [2, nativeAddress, one])).toEqual({ given: '1', got: '1' })
    expect(compare([1, nativeAddress, one], [2, nativeAddress, one])).toEqual({ given: '1', got: '1' })
  })

  test.each<[string, readonly [number, string], readonly [number, string]]>([
    ['other symbols', [1, usdc.address], [1, dai.address]],
    ['a token that is not verified there', [1, usdc.address], [2, usdc.address]],
    ['a chain that is not pinned', [1, usdc.address], [9, usdc.address]],
    ['a currency that the package does not name', [3, nativeAddress], [3, weth.address]],
    ['two currencies that it does not name', [3, nativeAddress], [3, nativeAddress]],
  ])('never %s', (_name, input, output) => {
    expect(compare([...input, '5'], [...output, '5'])).toBeNull()
    expect(compare([...output, '5'], [...input, '5'])).toBeNull()
  })
})

describe("a chain's tokens of the same asset", () => {
  const twins = (chainId: number, at: string, units: string, there: number) =>
    findEquivalentTokens(deployment, { chainId, address: at, units }, there).map((one) => [
      one.address,
      String(one.units),
    ])

  test('are counted in their own decimals, rounded down', () => {
    expect(twins(1, usdc.address, '1500000', 2)).toEqual([[wide.address, '1500000000000000000']])
    expect(twins(2, wide.address, '1500000999999999999', 1)).toEqual([[usdc.address, '1500000']])
  })

  test('are the native currency and its wrapped token', () => {
    expect(twins(3, weth.address, '7', 1)).toEqual([
      [nativeAddress, '7'],
      [weth.address, '7'],
    ])
  })

  test('are empty for another asset, or on a chain that is not pinned', () => {
    expect(twins(1, dai.address, '1', 2)).toEqual([])
    expect(twins(1, usdc.address, '1', 9)).toEqual([])
    expect(twins(9, usdc.address, '1', 1)).toEqual([])
  })
})
